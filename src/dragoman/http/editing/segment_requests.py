"""What callers of the editor's interfaces send: which segments they want, and changes of them (V8)."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Annotated, Final, Literal

from fastapi import Depends, Header, Path, Query
from pydantic import ConfigDict, Field

from dragoman.errors import FieldProblem, Malformed
from dragoman.http.fields import LARGEST_ID, CustomerText
from dragoman.http.models import RequestModel
from dragoman.projects.linguists.editing.opening import Editor
from dragoman.projects.linguists.editing.propagating import Propagation
from dragoman.projects.linguists.editing.replacing import ChosenSegment, TextReplacement
from dragoman.projects.linguists.editing.saving import SegmentDraft
from dragoman.projects.linguists.editing.searching import LONGEST_SEARCH, TextSearch
from dragoman.projects.linguists.editing.targets import LONGEST_TARGET
from dragoman.projects.linguists.editing.windows import SearchedTexts, WantedSegments
from dragoman.projects.segment_model import MatchBand, SegmentFilter, SegmentReview, SegmentState

_VERSION: Final = re.compile(r'"([0-9]{1,9})"|([0-9]{1,9})', re.ASCII)
_MOST_CHOSEN: Final = 20_000  # segments of one request
_LONGEST_NAME: Final = 100

Number = Annotated[int, Field(ge=0, le=LARGEST_ID)]
SegmentNumber = Annotated[int, Path(alias="number", ge=0, le=LARGEST_ID, description="From 0")]
WindowName = Annotated[str, Field(min_length=1, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
SinceVersion = Annotated[int, Query(ge=0, le=LARGEST_ID, description="A version of the translation")]
OwnWindow = Annotated[
    str | None,
    Query(max_length=64, pattern="^[A-Za-z0-9_-]+$", description="A random name of the editor's window"),
]
OpenSegment = Annotated[
    int | None, Query(alias="segment", ge=0, le=LARGEST_ID, description="Which this window has open")
]


async def _read_version(
    sent: Annotated[
        str,
        Header(alias="If-Match", max_length=20, description="The version of the segment that was looked at"),
    ],
) -> int:
    found = _VERSION.fullmatch(sent)
    if found is None:
        raise Malformed(
            [
                FieldProblem(
                    location=("header", "If-Match"),
                    message='Send the version of the segment that was looked at, such as "12".',
                    kind="version_invalid",
                )
            ]
        )
    return int(found[1] or found[2])


ExpectedVersion = Annotated[int, Depends(_read_version)]


@dataclass(frozen=True, slots=True, kw_only=True)
class FilterQuery:
    """Which segments a request chooses by what is known of them."""

    filter: SegmentFilter
    changed_by: str | None

    def for_editor(self, editor: Editor) -> SegmentFilter:
        """What is chosen, by the one who asks for it."""
        actor = editor.staff.actor
        if self.changed_by is None:
            return self.filter
        if self.changed_by == "others":
            return replace(self.filter, not_changed_by=actor)
        return replace(self.filter, changed_by=actor if self.changed_by == "me" else self.changed_by)


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedSegmentsQuery:
    """Which segments a request wants: those that are chosen, and by their texts."""

    chosen: FilterQuery
    wanted: WantedSegments

    def for_editor(self, editor: Editor, *, offset: int = 0, limit: int = 50) -> WantedSegments:
        """What is wanted, by the one who asks for it."""
        return replace(self.wanted, filter=self.chosen.for_editor(editor), offset=offset, limit=limit)


async def _read_search(
    search: Annotated[
        str | None, Query(max_length=LONGEST_SEARCH, description="What texts have, without their codes")
    ] = None,
    pattern: Annotated[bool, Query(description="The search is a regular expression")] = False,
    match_case: Annotated[bool, Query(alias="matchCase", description="Capitals are other letters")] = False,
) -> TextSearch | None:
    return TextSearch(text=search, is_pattern=pattern, match_case=match_case) if search else None


async def _read_filter(
    *,
    status: Annotated[list[SegmentState] | None, Query(description="Any of these")] = None,
    match: Annotated[list[MatchBand] | None, Query(description="What a translation began with")] = None,
    locked: Annotated[bool | None, Query(description="By a manager, or not")] = None,
    issue: Annotated[
        str | None, Query(max_length=_LONGEST_NAME, description="Code of a check; `any`: of some")
    ] = None,
    changed_by: Annotated[
        str | None,
        Query(
            alias="changedBy",
            max_length=_LONGEST_NAME,
            description="`me`, `others`, or who, such as `user:7`",
        ),
    ] = None,
    review: Annotated[SegmentReview | None, Query(description="What its reviewer thinks of it")] = None,
) -> FilterQuery:
    chosen = SegmentFilter(
        states=tuple(status or ()),
        matches=tuple(match or ()),
        locked=locked,
        has_issues=True if issue == "any" else None,
        issue=None if issue == "any" else issue,
        review=review,
    )
    return FilterQuery(filter=chosen, changed_by=changed_by)


ChosenQuery = Annotated[FilterQuery, Depends(_read_filter)]


async def _read_query(
    chosen: ChosenQuery,
    search: Annotated[TextSearch | None, Depends(_read_search)],
    texts: Annotated[
        SearchedTexts, Query(alias="searchIn", description="In which texts the search looks")
    ] = SearchedTexts.BOTH,
    start: Annotated[
        int | None, Query(ge=0, le=LARGEST_ID, description="Begin with this segment, instead of an offset")
    ] = None,
) -> WantedSegmentsQuery:
    wanted = WantedSegments(search=search, texts=texts, first_number=start)
    return WantedSegmentsQuery(chosen=chosen, wanted=wanted)


WantedQuery = Annotated[WantedSegmentsQuery, Depends(_read_query)]


class SegmentDraftBody(RequestModel):
    """The translation of a segment."""

    model_config = ConfigDict(strict=True)

    target: CustomerText = Field(
        max_length=LONGEST_TARGET, examples=["Siehe <1>Anschluss</1>."], description="With the source's codes"
    )
    status: Literal["translated", "confirmed"] = Field(description="`confirmed`: the linguist vouches for it")
    propagate: Propagation = Field(
        default=Propagation.NONE, strict=False, description="To which segments with the same source"
    )
    window: WindowName | None = Field(default=None, description="Of the editor that saves")
    take_over: bool = Field(default=False, description="Also where another window has the segment open")

    def to_draft(self, version: int) -> SegmentDraft:
        """The draft of a save that began from a version."""
        return SegmentDraft(
            target=self.target,
            confirmed=self.status == "confirmed",
            version=version,
            propagation=self.propagate,
            window=self.window,
            takes_over=self.take_over,
        )


class TargetBody(RequestModel):
    """A target that is not saved."""

    model_config = ConfigDict(strict=True)

    target: CustomerText = Field(max_length=LONGEST_TARGET, examples=["Siehe <1>Anschluss</1>."])


class RestoredVersionBody(RequestModel):
    """Which version is restored."""

    model_config = ConfigDict(strict=True)

    version: int = Field(ge=0, le=LARGEST_ID)


class UndoBody(RequestModel):
    """Which change of the translation is undone."""

    model_config = ConfigDict(strict=True)

    version: int = Field(ge=1, le=LARGEST_ID, description="Of the change")
    segments: list[Number] | None = Field(
        default=None, min_length=1, max_length=_MOST_CHOSEN, description="Only in these; null: in all"
    )


class LockBody(RequestModel):
    """Which segments are locked or unlocked."""

    model_config = ConfigDict(strict=True)

    segments: list[Number] = Field(min_length=1, max_length=_MOST_CHOSEN)
    locked: bool


class ReplacementBody(RequestModel):
    """What is replaced in the targets of segments."""

    model_config = ConfigDict(strict=True)

    search: CustomerText = Field(min_length=1, max_length=LONGEST_SEARCH, examples=["colour"])
    replacement: CustomerText = Field(max_length=LONGEST_SEARCH, examples=["color"])
    pattern: bool = Field(
        default=False, description="The search is a regular expression; `\\1` its first group"
    )
    match_case: bool = False

    def to_replacement(self, chosen: SegmentFilter) -> TextReplacement:
        """What is replaced, in the segments that pass a filter."""
        search = TextSearch(text=self.search, is_pattern=self.pattern, match_case=self.match_case)
        return TextReplacement(search=search, replacement=self.replacement, filter=chosen)


class ChosenSegmentBody(RequestModel):
    """A segment of a preview, and its version there."""

    model_config = ConfigDict(strict=True)

    number: Number
    version: int = Field(ge=0, le=LARGEST_ID)


class ChosenReplacementBody(ReplacementBody):
    """A replacement in some segments of its preview."""

    segments: list[ChosenSegmentBody] = Field(min_length=1, max_length=_MOST_CHOSEN)

    def to_chosen(self) -> list[ChosenSegment]:
        """The segments that are to be changed."""
        return [ChosenSegment(number=one.number, version=one.version) for one in self.segments]
