"""Models of segments, their versions and what checks find in them (V8).

Texts are tagged: `<1>`, `</1>` and `<2/>` represent codes; `<` and `&` are written `&lt;` and `&amp;`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from pydantic import Field

from dragoman.http.models import ResponseModel
from dragoman.projects.linguists.editing.checking import CheckedTarget, write_fixes
from dragoman.projects.linguists.editing.saving import SavedSegment
from dragoman.projects.linguists.editing.targets import write_tagged_pair, write_texts
from dragoman.projects.linguists.editing.windows import ChangedSegments
from dragoman.projects.segment_model import (
    ProjectSegment,
    SegmentChangeKind,
    SegmentReview,
    SegmentState,
    SegmentVersion,
)
from dragoman.quality import Severity, Span
from dragoman.timestamps import write_time

# The names of people and programs, by how the audit log names them.
ActorNames = Mapping[str, str]
_VERSION: Final = "One more with each change in the translation; a change of the segment names it"


class SegmentBody(ResponseModel):
    """A sentence, or a text that stays whole. `<1>`, `</1>` and `<2/>` represent its codes."""

    number: int
    source: str
    target: str | None
    status: SegmentState
    origin: str | None = Field(description="`memory`, `engine`, `human`, or `joined` by a tool with others")
    score: int | None
    key: str | None
    note: str | None
    max_length: int | None = Field(description="Characters of a translation that fit its place")
    locked: bool = Field(description="By a manager: its translation cannot be changed")
    version: int = Field(description=_VERSION)
    change: SegmentChangeKind | None = Field(description="How it was changed last")
    changed_at: str | None
    changed_by: str | None
    changed_by_name: str | None
    issues: list[str] | None = Field(description="Codes of checks; null: not checked since it was changed")
    review: SegmentReview | None = Field(description="Null: not reviewed since its translation was changed")
    reviewed_at: str | None
    reviewed_by: str | None
    reviewed_by_name: str | None


class SegmentVersionBody(ResponseModel):
    """What a segment was, from one version on."""

    version: int
    target: str | None
    status: SegmentState
    origin: str | None
    score: int | None
    change: SegmentChangeKind | None
    changed_at: str | None
    changed_by: str | None
    changed_by_name: str | None


class SegmentHistoryBody(ResponseModel):
    """The versions of a segment, the current one first."""

    versions: list[SegmentVersionBody]


class SpanBody(ResponseModel):
    """A stretch of a text without its codes, in code points."""

    start: int
    end: int


class TargetFindingBody(ResponseModel):
    """What a check found in a target."""

    code: str
    severity: Severity
    message: str
    source: SpanBody | None
    target: SpanBody | None
    fixed: str | None = Field(description="The whole target without it; null: a person has to mend it")


class TargetFindingsBody(ResponseModel):
    """What checks find in a target."""

    findings: list[TargetFindingBody]


class SegmentsBody(ResponseModel):
    """Segments that were changed."""

    segments: list[SegmentBody]


class SegmentSummaryBody(ResponseModel):
    """All segments of a translation in few bytes."""

    states: str = Field(description="A letter for each: n, p, t, c, as states begin; a capital: locked")
    numbers: list[int] | None = Field(description="Those that are wanted; null: all of them")
    issues: list[str] = Field(description="Codes of what the checks have found")
    version: int = Field(description="Of the translation")


class SavedSegmentBody(ResponseModel):
    """A segment after it was saved."""

    segment: SegmentBody
    findings: list[TargetFindingBody]
    version: int = Field(description="Of the translation")
    propagated: list[int] = Field(description="Segments with the same source that were changed as well")
    propagated_version: int | None = Field(description="Of that change, which can be undone by itself")


class SegmentChangedBody(ResponseModel):
    """Why a segment was not saved: it was changed since the version that the save began from."""

    detail: str
    code: str = Field(examples=["SEGMENT_CHANGED"])
    current: SegmentBody


class UndoneChangeBody(ResponseModel):
    """What undoing a change did."""

    segments: list[SegmentBody] = Field(description="As they were before it")
    kept: list[int] = Field(description="That were changed again since, and stay")
    version: int = Field(description="Of the translation")


class OpenWindowBody(ResponseModel):
    """Somebody else who has the translation open in an editor."""

    actor: str
    name: str | None
    segment: int | None = Field(description="Which they have open")


class SegmentChangesBody(ResponseModel):
    """What was changed since a version, and who else has the translation open."""

    segments: list[SegmentBody]
    version: int = Field(description="To go on from")
    editors: list[OpenWindowBody]


def write_segment(row: ProjectSegment, names: ActorNames) -> SegmentBody:
    """A segment."""
    source, target = write_texts(row)
    return SegmentBody(
        number=row.number,
        source=source,
        target=target,
        status=row.state,
        origin=row.origin,
        score=row.score,
        key=row.key,
        note=row.note,
        max_length=row.max_length,
        locked=row.locked,
        version=row.revision,
        change=row.change,
        changed_at=write_time(row.changed),
        changed_by=row.changed_by,
        changed_by_name=names.get(row.changed_by or ""),
        issues=None if row.issues is None else list(row.issues),
        review=row.review,
        reviewed_at=write_time(row.reviewed),
        reviewed_by=row.reviewed_by,
        reviewed_by_name=names.get(row.reviewed_by or ""),
    )


def write_saved(
    saved: SavedSegment, names: ActorNames, translate: Callable[[str], str] = str
) -> SavedSegmentBody:
    """A segment after it was saved, with findings in the reader's language."""
    return SavedSegmentBody(
        segment=write_segment(saved.segment, names),
        findings=[write_finding(one, translate) for one in write_fixes(saved.segment, saved.findings)],
        version=saved.revision,
        propagated=[row.number for row in saved.propagated],
        propagated_version=saved.propagated[0].revision if saved.propagated else None,
    )


def write_history(
    row: ProjectSegment, versions: Sequence[SegmentVersion], names: ActorNames
) -> SegmentHistoryBody:
    """The history of a segment."""
    return SegmentHistoryBody(versions=[_write_version(row, one, names) for one in versions])


def _write_version(row: ProjectSegment, version: SegmentVersion, names: ActorNames) -> SegmentVersionBody:
    return SegmentVersionBody(
        version=version.revision,
        target=None if version.target is None else write_tagged_pair(row, version.target)[1],
        status=version.state,
        origin=version.origin,
        score=version.score,
        change=version.change,
        changed_at=write_time(version.changed),
        changed_by=version.changed_by,
        changed_by_name=names.get(version.changed_by or ""),
    )


def write_finding(checked: CheckedTarget, translate: Callable[[str], str] = str) -> TargetFindingBody:
    """A finding, with its message in the reader's language."""
    finding = checked.finding
    return TargetFindingBody(
        code=finding.code,
        severity=finding.severity,
        message=translate(finding.message),
        source=write_span(finding.source),
        target=write_span(finding.target),
        fixed=checked.fixed,
    )


def write_span(span: Span | None) -> SpanBody | None:
    """A stretch of a text."""
    return None if span is None else SpanBody(start=span.start, end=span.end)


def write_changes(found: ChangedSegments, names: ActorNames) -> SegmentChangesBody:
    """What was changed since."""
    return SegmentChangesBody(
        segments=[write_segment(row, names) for row in found.segments],
        version=found.revision,
        editors=[
            OpenWindowBody(actor=one.actor, name=names.get(one.actor), segment=one.number)
            for one in found.windows
        ],
    )
