"""Reading the target that was typed for a segment, and carrying a target over to a segment that is alike."""

from __future__ import annotations

from collections import Counter
from typing import Final

from dragoman.errors import LimitExceeded
from dragoman.memories.refusals import UnitRefused
from dragoman.memories.segment_json import decode_segment
from dragoman.memories.units.tagging import map_tags, number_codes, read_tagged, write_tagged
from dragoman.projects.linguists.editing.refusals import TargetInvalid
from dragoman.projects.segment_model import ProjectSegment
from dragoman.segments import Code, CodeKind, Segment, codes, is_nested

LONGEST_TARGET: Final = 100_000  # characters, codes as they are written


def read_target(row: ProjectSegment, written: str) -> Segment:
    """Parse a target with the codes of its source: each at most once, pairs whole and nested.

    Codes may be missing: it may be a draft, and a check finds them. Raises `TargetInvalid`, `LimitExceeded`.
    """
    if len(written) > LONGEST_TARGET:
        raise LimitExceeded(
            f"The target has {len(written)} characters; at most {LONGEST_TARGET} are accepted.",
            field="target",
        )
    source = decode_segment(row.source)
    try:
        target = read_tagged(written, known=map_tags([source]), field="target")
    except UnitRefused as problem:
        raise TargetInvalid(
            problem.message.replace("The unit has", "The source has"), hints=problem.hints, field="target"
        ) from None
    numbers = number_codes(source)
    counts = Counter((code.id, code.kind) for code in codes(target))
    if twice := [key for key, times in counts.items() if times > 1]:
        raise TargetInvalid(
            f"Code {numbers[twice[0][0]]} is there several times.",
            hints="Keep one of each.",
            field="target",
        )
    if not is_nested(target) and not _is_as_in(source, target):
        raise TargetInvalid(
            "A pair of codes is not whole, or pairs cross.",
            hints="Write both tags of a pair, `<1>` before `</1>`, and close the inner pair first.",
            field="target",
        )
    return target


def _is_as_in(source: Segment, target: Segment) -> bool:
    """Whether codes that are not nested in the source either have the order of the source."""
    kept = {(code.id, code.kind) for code in codes(target)}
    wanted = [code for code in codes(source) if (code.id, code.kind) in kept]
    return not is_nested(source) and wanted == list(codes(target))


def carry_over(target: Segment, source: Segment, other: Segment) -> Segment:
    """Give a target of `source` the codes of `other`, a source that is the same but for the ids of codes."""
    own: dict[tuple[str, CodeKind], Code] = {
        (code.id, code.kind): counterpart
        for code, counterpart in zip(codes(source), codes(other), strict=True)
    }
    return tuple(own[part.id, part.kind] if isinstance(part, Code) else part for part in target)


def write_texts(row: ProjectSegment) -> tuple[str, str | None]:
    """Write source and target of a segment as tagged text, with the same numbers for the same codes."""
    source, target = write_tagged_pair(row, row.target)
    return source, None if row.target is None else target


def write_tagged_pair(row: ProjectSegment, encoded: str | None) -> tuple[str, str]:
    """Write the source of a segment, and a target that it has, had or may have, as tagged text."""
    source = decode_segment(row.source)
    target = () if encoded is None else decode_segment(encoded)
    numbers = number_codes(source, target)
    return write_tagged(source, numbers), write_tagged(target, numbers)
