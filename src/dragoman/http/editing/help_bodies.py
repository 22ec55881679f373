"""Models of the help beside a segment, and of what a search in memories finds (V8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pydantic import ConfigDict, Field

from dragoman.http.editing.segment_bodies import ActorNames, TargetFindingBody, write_finding
from dragoman.http.fields import CustomerText
from dragoman.http.models import RequestModel, ResponseModel
from dragoman.memories.highlighting import Highlighter, ShownText
from dragoman.memories.units.tagging import number_codes, write_tagged
from dragoman.projects.linguists.editing.assisting import LONGEST_WISH, RewriteRequest, Wish
from dragoman.projects.linguists.editing.concordance import FoundUnit, FoundUnits
from dragoman.projects.linguists.editing.helping import HelpfulMatch, HelpfulTerm, SegmentHelp
from dragoman.projects.linguists.editing.suggesting import SuggestedTarget
from dragoman.projects.linguists.editing.targets import LONGEST_TARGET
from dragoman.segments import Code, Segment
from dragoman.timestamps import write_time


class HelpfulMatchBody(ResponseModel):
    """What a memory has for a segment."""

    score: int = Field(description="0 to 101, after penalties; 101: in the same context")
    penalty: int
    source: str = Field(description="As the memory has it")
    target: str = Field(description="With codes of the segment only")
    fits: bool = Field(description="All codes of the segment are in their places")
    memory: str | None = Field(description="Its name; null: the project's own confirmed segments")
    changed_at: str | None
    changed_by: str | None
    changed_by_name: str | None


class HelpfulTermBody(ResponseModel):
    """A term in a segment."""

    source: str = Field(description="As in the segment")
    start: int = Field(description="Into the source without its codes, in code points")
    end: int
    targets: list[str] = Field(description="The preferred one first")
    forbidden: list[str]
    definition: str


class SegmentHelpBody(ResponseModel):
    """The help beside a segment."""

    number: int
    matches: list[HelpfulMatchBody] = Field(description="Best first")
    terms: list[HelpfulTermBody]
    key: str | None
    note: str | None = Field(description="Of the file, for translators")
    previous: str = Field(description="The text before it")
    next: str


class TextPartBody(ResponseModel):
    """A part of a text: one that a search has found, or not."""

    text: str = Field(description="Tagged")
    found: bool


class FoundUnitBody(ResponseModel):
    """A source and its translation that have the words of a search."""

    source: list[TextPartBody]
    target: list[TextPartBody]
    memory: str | None = Field(description="Its name; null: the project's own confirmed segments")


class FoundUnitsBody(ResponseModel):
    """What a search in memories found, the project's own first."""

    units: list[FoundUnitBody]


class SuggestedTargetBody(ResponseModel):
    """What an engine makes of a segment. It is not stored."""

    target: str
    engine: str = Field(description="Names and versions")
    findings: list[TargetFindingBody]


class RewriteBody(RequestModel):
    """How a translation is to be rewritten."""

    model_config = ConfigDict(strict=True)

    target: CustomerText = Field(max_length=LONGEST_TARGET, description="The translation so far")
    wish: Wish | None = Field(default=None, strict=False)
    note: CustomerText = Field(
        default="",
        max_length=LONGEST_WISH,
        examples=["Keep the term Filter."],
        description="In one's own words",
    )

    def to_request(self) -> RewriteRequest:
        """What is asked for."""
        return RewriteRequest(target=self.target, wish=self.wish, note=self.note)


def write_suggested(made: SuggestedTarget, translate: Callable[[str], str] = str) -> SuggestedTargetBody:
    """A suggestion, with findings in the reader's language."""
    return SuggestedTargetBody(
        target=made.target,
        engine=made.engine,
        findings=[write_finding(one, translate) for one in made.findings],
    )


def write_help(found: SegmentHelp, names: ActorNames) -> SegmentHelpBody:
    """The help beside a segment."""
    row = found.segment
    return SegmentHelpBody(
        number=row.number,
        matches=[_write_match(one, names) for one in found.matches],
        terms=[_write_term(one) for one in found.terms],
        key=row.key,
        note=row.note,
        previous=row.previous,
        next=row.next,
    )


def _write_match(match: HelpfulMatch, names: ActorNames) -> HelpfulMatchBody:
    return HelpfulMatchBody(
        score=match.score,
        penalty=match.penalty,
        source=write_tagged(match.source, number_codes(match.source)),
        target=match.target_tagged,
        fits=match.fits,
        memory=match.memory,
        changed_at=write_time(match.changed),
        changed_by=match.changed_by,
        changed_by_name=names.get(match.changed_by or ""),
    )


def _write_term(term: HelpfulTerm) -> HelpfulTermBody:
    return HelpfulTermBody(
        source=term.text,
        start=term.start,
        end=term.end,
        targets=list(term.targets),
        forbidden=list(term.forbidden),
        definition=term.definition,
    )


def write_found(found: FoundUnits) -> FoundUnitsBody:
    """What a search in memories found."""
    return FoundUnitsBody(units=[_write_unit(one, found.highlighter) for one in found.units])


def _write_unit(unit: FoundUnit, highlighter: Highlighter) -> FoundUnitBody:
    numbers = number_codes(unit.source, unit.target)
    return FoundUnitBody(
        source=list(_split(unit.source, highlighter, numbers)),
        target=list(_split(unit.target, highlighter, numbers)),
        memory=unit.memory,
    )


def _split(segment: Segment, highlighter: Highlighter, numbers: dict[str, int]) -> Iterator[TextPartBody]:
    for part in highlighter.split(segment):
        if isinstance(part, Code):
            yield TextPartBody(text=write_tagged((part,), numbers), found=False)
        else:
            yield TextPartBody(text=_escape(part), found=part.is_match)


def _escape(part: ShownText) -> str:
    return part.text.replace("&", "&amp;").replace("<", "&lt;")
