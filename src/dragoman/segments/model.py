"""Marked-up text as typed values: a segment is a tuple of text and inline codes.

A code represents something that translation must keep: an inline tag or a placeholder. `data` has its
original characters in the format, so that a segment can be written exactly.
"""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias


class CodeKind(enum.StrEnum):
    """The kind of a code: a pair's beginning, its end, or a standalone code."""

    OPEN = "open"
    CLOSE = "close"
    STANDALONE = "standalone"


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A run of translatable text, never empty in a normalised segment."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """An inline code. The two halves of a pair share their `id`, and no other code of the segment has it."""

    id: str
    kind: CodeKind
    type: str  # what it represents: "tag", "entity", "placeholder", "url", …
    data: str  # the original characters, written back unchanged


Part: TypeAlias = Text | Code
Segment: TypeAlias = tuple[Part, ...]


def normalise(parts: Iterable[Part]) -> Segment:
    """Join neighbouring texts and drop empty ones."""
    joined: list[Part] = []
    for part in parts:
        if isinstance(part, Text):
            if not part.text:
                continue
            if joined and isinstance(joined[-1], Text):
                joined[-1] = Text(text=joined[-1].text + part.text)
                continue
        joined.append(part)
    return tuple(joined)


def plain_text(segment: Segment) -> str:
    """The translatable text without the codes."""
    if len(segment) == 1 and isinstance(only := segment[0], Text):
        return only.text
    return "".join([part.text for part in segment if isinstance(part, Text)])


def codes(segment: Segment) -> Iterator[Code]:
    """The codes, in order."""
    return (part for part in segment if isinstance(part, Code))


def render(segment: Segment) -> str:
    """Write a segment with every code as its original characters."""
    return "".join(part.text if isinstance(part, Text) else part.data for part in segment)


def is_nested(segment: Segment) -> bool:
    """Whether every pair is closed after it was opened, innermost first."""
    open_ids: list[str] = []
    for code in codes(segment):
        if code.kind is CodeKind.OPEN:
            open_ids.append(code.id)
        elif code.kind is CodeKind.CLOSE and (not open_ids or open_ids.pop() != code.id):
            return False
    return not open_ids


def keeps_codes(source: Segment, target: Segment) -> bool:
    """The guarantee of T4: the target has exactly the codes of the source, properly nested."""
    before, after = list(codes(source)), list(codes(target))
    if before == after:
        return True
    return Counter(before) == Counter(after) and (is_nested(target) or not is_nested(source))
