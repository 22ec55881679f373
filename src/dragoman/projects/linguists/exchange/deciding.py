"""Deciding what an imported package changes in each segment, and the problems to report.

A segment that returned unchanged changes nothing, and an empty target does not delete a translation. Segments
that were changed since the export stay unchanged as well, unless the import overwrites them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from dragoman.memories.segment_json import decode_segment, encode_segment
from dragoman.projects.linguists.exchange.fingerprints import is_untouched
from dragoman.projects.linguists.exchange.joining import JoinedRows, share_out
from dragoman.projects.linguists.exchange.model import Flow, SegmentProblem, XliffState
from dragoman.projects.linguists.exchange.tags import RowCodes, names_of_row
from dragoman.projects.segment_model import ProjectSegment, SegmentState
from dragoman.projects.segment_store import SegmentChange
from dragoman.segments import Code, Part, Segment, Text, codes, normalise, plain_text

HUMAN: Final = "human"
JOINED: Final = "joined"  # a human's, who translated several segments as one: this is a part of that

_MESSAGES: Final = {
    "CODE_UNKNOWN": "The translation had a code that is not in the source; it was taken out.",
    "CODES_MISSING": "The translation lacks codes of the source; delivery is blocked until they are there.",
    "TARGET_EMPTY": "The file has nothing in the target.",
    "SEGMENTS_JOINED": "It was translated together with its neighbours; the translation was shared out among "
    "them, and no memory learns it.",
    "CHANGED_SINCE_EXPORT": "It has been changed since the file was exported. The change is kept; the file "
    "has another translation.",
    "SEGMENT_LOCKED": "A manager has locked it. Its translation is kept; the file has another one.",
}
PROBLEMS: Final = tuple(_MESSAGES)
_OF_PEOPLE: Final = (SegmentState.TRANSLATED, SegmentState.CONFIRMED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Merge:
    """How a package is merged with the stored segments."""

    language: str  # of the translation
    exported: datetime | None = None  # what people changed later stays; None: the file counts
    fingerprints: Mapping[int, str] = field(default_factory=dict)  # of segments by their numbers
    confirm: bool = False  # the sender confirms the translations in the file

    def is_newer(self, row: ProjectSegment) -> bool:
        """Whether a person has changed a segment since the file was exported."""
        by_people = row.state in _OF_PEOPLE or row.target is None
        changed = self.exported is not None and row.changed is not None and row.changed > self.exported
        return by_people and changed


@dataclass(frozen=True, slots=True, kw_only=True)
class _Back:
    """A segment of the returned file."""

    row: ProjectSegment
    source: Segment
    target: Segment
    file_state: XliffState
    joined: bool  # its translation is a part of that of several
    untouched: bool
    problems: list[SegmentProblem]

    @property
    def old(self) -> Segment | None:
        return None if self.row.target is None else decode_segment(self.row.target)

    def note(self, code: str, changed: datetime | None = None) -> None:
        self.problems.append(
            SegmentProblem(number=self.row.number, code=code, message=_MESSAGES[code], changed=changed)
        )


def decide(group: JoinedRows, merge: Merge) -> Iterator[tuple[SegmentChange | None, list[SegmentProblem]]]:
    """Decide the change of each row of a group, in order; None: no change."""
    target = group.target
    if target is None:
        return
    flows = share_out(target, group.rows, language=merge.language)
    back = [_read(row, flow, group, merge) for row, flow in zip(group.rows, flows, strict=True)]
    for one, (change, problems) in zip(back, list(_merge(back, merge)), strict=True):
        yield (_confirm(one, change) if merge.confirm else change), problems


def _confirm(back: _Back, change: SegmentChange | None) -> SegmentChange | None:
    """Confirm a change, or the stored translation where the file has the same one."""
    row = back.row
    if row.locked:
        return None
    if change is not None:
        return change if change.target is None else replace(change, state=SegmentState.CONFIRMED)
    if back.old is None or back.target != back.old or row.state is SegmentState.CONFIRMED:
        return None
    return SegmentChange(
        number=row.number,
        target=row.target,
        state=SegmentState.CONFIRMED,
        origin=row.origin,
        score=row.score,
    )


def _merge(
    back: Sequence[_Back], merge: Merge
) -> Iterator[tuple[SegmentChange | None, list[SegmentProblem]]]:
    # Parts of one translation belong together: touched by one, touched all; what cannot be taken, none is.
    if not all(one.untouched for one in back):
        back = [replace(one, untouched=False) for one in back]
    has_content = any(_has_content(one.target) for one in back)
    changes = [_change(one, has_content=has_content) for one in back]
    against = [
        one.row.changed
        for one, change in zip(back, changes, strict=True)
        if change is not None and change.target != one.row.target and merge.is_newer(one.row)
    ]
    timestamp = max(filter(None, against), default=None)
    locked = any(one.row.locked and change is not None for one, change in zip(back, changes, strict=True))
    for one, change in zip(back, changes, strict=True):
        if change is not None and locked:
            one.problems.clear()
            one.note("SEGMENT_LOCKED")
            yield None, one.problems
        elif change is not None and change.target == one.row.target:
            yield (None if merge.is_newer(one.row) and _lowers(one.row, change) else change), one.problems
        elif change is not None and timestamp is not None:
            one.problems.clear()
            one.note("CHANGED_SINCE_EXPORT", one.row.changed if merge.is_newer(one.row) else timestamp)
            yield None, one.problems
        else:
            if change is not None and change.origin == JOINED:
                one.note("SEGMENTS_JOINED")
            yield change, one.problems


def _read(row: ProjectSegment, flow: Flow, group: JoinedRows, merge: Merge) -> _Back:
    problems: list[SegmentProblem] = []
    source, (target, unknown) = decode_segment(row.source), _resolve(flow, row)
    joined = len(group.rows) > 1
    if joined:
        target = _strip(target)
    fingerprint = merge.fingerprints.get(row.number)
    back = _Back(
        row=row,
        source=source,
        target=target,
        file_state=group.file_state,
        joined=joined,
        untouched=fingerprint is not None
        and is_untouched(fingerprint, source=source, target=target, file_state=group.file_state),
        problems=problems,
    )
    if unknown:
        back.note("CODE_UNKNOWN")
    return back


def _change(back: _Back, *, has_content: bool) -> SegmentChange | None:
    """Make the change of a segment, regardless of changes since the export; None: no change.

    `has_content`: its target, or that of a segment that it was joined with, is not empty.
    """
    row, target, file_state, old = back.row, back.target, back.file_state, back.old
    if target != old:
        if back.untouched or (target and target == back.source and _is_a_copy(row, file_state)):
            return None
        if not _has_content(target):
            return _empty(back, has_content=has_content)
    if {code.id for code in codes(back.source)} - {code.id for code in codes(target)}:
        back.note("CODES_MISSING")
    if target != old:
        state = SegmentState.CONFIRMED if file_state is XliffState.CONFIRMED else SegmentState.TRANSLATED
        origin = JOINED if back.joined else HUMAN
        return SegmentChange(number=row.number, target=encode_segment(target), state=state, origin=origin)
    state = {
        XliffState.CONFIRMED: SegmentState.CONFIRMED,
        XliffState.TRANSLATED: SegmentState.TRANSLATED,
    }.get(file_state, row.state)
    if state is row.state or back.untouched:
        return None
    return SegmentChange(
        number=row.number, target=row.target, state=state, origin=row.origin, score=row.score
    )


def _empty(back: _Back, *, has_content: bool) -> SegmentChange | None:
    """Handle an empty target: the stored translation stays, unless a joined segment contains it now."""
    if back.old is None:
        if back.file_state in (XliffState.TRANSLATED, XliffState.CONFIRMED):
            back.note("TARGET_EMPTY")
        return None
    back.note("TARGET_EMPTY")
    if not has_content:
        return None
    return SegmentChange(number=back.row.number, target=None, state=SegmentState.NEW, origin=None)


def _has_content(target: Segment) -> bool:
    return bool(plain_text(target).strip()) or any(codes(target))


def _lowers(row: ProjectSegment, change: SegmentChange) -> bool:
    return row.state is SegmentState.CONFIRMED and change.state is not SegmentState.CONFIRMED


def _is_a_copy(row: ProjectSegment, file_state: XliffState) -> bool:
    """Whether a copy of the source is the export's own, made now or before others translated it."""
    if row.target is None:
        return file_state in (XliffState.NOTHING, XliffState.OPEN)
    return file_state is XliffState.OPEN and row.state in _OF_PEOPLE


def _resolve(flow: Flow, row: ProjectSegment) -> tuple[Segment, bool]:
    """Replace tags by the segment's own codes. The flag: unknown tags were left out."""
    known: RowCodes = names_of_row(row)
    parts: list[Part] = []
    unknown = False
    for part in flow:
        if isinstance(part, Text):
            parts.append(part)
            continue
        code: Code | None = None
        if part.row in (None, row.number):
            code = known.known.get((part.name, part.kind))
        if code is None:
            unknown = True
        else:
            parts.append(code)
    return normalise(parts), unknown


def _strip(segment: Segment) -> Segment:
    """Strip white space at the ends: it is outside the segments already."""
    parts = list(segment)
    if parts and isinstance(first := parts[0], Text):
        parts[0] = Text(text=first.text.lstrip())
    if parts and isinstance(last := parts[-1], Text):
        parts[-1] = Text(text=last.text.rstrip())
    return normalise(parts)
