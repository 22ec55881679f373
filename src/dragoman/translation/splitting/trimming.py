"""Trim white space and formatting codes without meaning at a segment's ends."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple, TypeGuard

from dragoman.segments import Code, CodeKind, Part, Segment, Text
from dragoman.translation.protection.placeholders import CONTENT_TYPES


class TrimmedSegment(NamedTuple):
    """A segment in three: `(*before, *core, *after)` is the segment again, up to joined texts."""

    before: Segment
    core: Segment
    after: Segment


def trim_ends(segment: Segment) -> TrimmedSegment:
    """Cut off white space, pairs around everything, and formatting codes at both ends.

    Codes with content (addresses, variables, numbers) stay, and so does a pair around only a part. `core` is
    empty when there is nothing else. The segment's pairs must be nested.
    """
    if len(segment) == 1 and isinstance(only := segment[0], Text) and only.text == only.text.strip():
        return TrimmedSegment((), segment, ())
    first = next((index for index, part in enumerate(segment) if not _is_edge(part)), len(segment))
    if first == len(segment):
        return TrimmedSegment(segment, (), ())
    last = next(index for index in range(len(segment) - 1, -1, -1) if not _is_edge(segment[index]))
    inside = {part.id for part in segment[first : last + 1] if _is_half(part)}
    # A pair with one half inside goes in with all that lies between: as pairs are nested, one look suffices.
    start = next((at for at in range(first) if _is_half_of(segment[at], inside)), first)
    end = next((at for at in range(len(segment) - 1, last, -1) if _is_half_of(segment[at], inside)), last)
    before, core, after = list(segment[:start]), list(segment[start : end + 1]), list(segment[end + 1 :])
    if isinstance(left := core[0], Text) and left.text[0].isspace():
        text = left.text.lstrip()
        before.append(Text(text=left.text[: len(left.text) - len(text)]))
        core[0] = Text(text=text)
    if isinstance(right := core[-1], Text) and right.text[-1].isspace():
        text = right.text.rstrip()
        after.insert(0, Text(text=right.text[len(text) :]))
        core[-1] = Text(text=text)
    return TrimmedSegment(tuple(before), tuple(core), tuple(after))


def _is_edge(part: Part) -> bool:
    return part.text.isspace() if isinstance(part, Text) else part.type not in CONTENT_TYPES


def _is_half(part: Part) -> TypeGuard[Code]:
    return isinstance(part, Code) and part.kind is not CodeKind.STANDALONE


def _is_half_of(part: Part, pairs: Collection[str]) -> bool:
    return _is_half(part) and part.id in pairs
