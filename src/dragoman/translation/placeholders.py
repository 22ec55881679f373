"""Protecting what is no language inside texts: each such piece becomes a code that stands alone.

Variables of programs, addresses, paths, numbers with units, versions, runs of white space, control
characters, emoji and character references: `patterns.FAMILIES` is the whole list, `docs/text.md` explains it.
"""

from __future__ import annotations

import html
from collections.abc import Iterator
from typing import Final

from dragoman.segments import Code, CodeKind, Part, Segment, Text, normalise
from dragoman.translation.patterns import FAMILIES, Found, is_notable

# Codes that mean something within the sentence: never put aside at a segment's ends, never mere formatting.
CONTENT_TYPES: Final = frozenset(
    {
        "email",
        "handle",
        "hashtag",
        "message",
        "number",
        "path",
        "protected",
        "template",
        "url",
        "uuid",
        "variable",
    }
    | {"version"}
)


def protect(segment: Segment) -> Segment:
    """Turn what must not be translated within the texts into codes named "p1", "p2" and so on.

    `render` of the result is `render` of the segment, except that references to letters are decoded.
    """
    parts: list[Part] = []
    number = 0
    for part in segment:
        if isinstance(part, Code) or not is_notable(part.text):
            parts.append(part)
            continue
        for piece in _pieces(part.text):
            if isinstance(piece, str):
                parts.append(Text(text=piece))
            else:
                number += 1
                data = part.text[piece.start : piece.end]
                parts.append(Code(id=f"p{number}", kind=CodeKind.STANDALONE, type=piece.type, data=data))
    return normalise(parts) if number else tuple(parts)


def _pieces(text: str) -> Iterator[str | Found]:
    """The text's translatable stretches, and what to protect between them, in order."""
    position = 0
    for found in _chosen(text):
        if position < found.start:
            yield text[position : found.start]
        position = found.end
        yield (_letter(text, found) if found.type == "entity" else "") or found
    if position < len(text):
        yield text[position:]


def _chosen(text: str) -> Iterator[Found]:
    """Of all that the families find, what begins first; of several, the longest; nothing overlapping."""
    position = 0
    everything = [found for family in FAMILIES for found in family.find(text)]
    for found in sorted(everything, key=lambda found: (found.start, -found.end)):
        if found.start >= position:
            position = found.end
            yield found


def _letter(text: str, found: Found) -> str:
    """What a character reference that belongs to a word stands for: a letter, or an apostrophe in it.

    Anything else (`&amp;`, `&nbsp;`, `&copy;`, an unknown name) gives "": it is kept as it is written.
    """
    character = html.unescape(text[found.start : found.end])
    if len(character) != 1:
        return ""
    if character in "'’":
        inside = text[found.start - 1 : found.start].isalpha() and text[found.end : found.end + 1].isalpha()
        return character if inside else ""
    return character if character.isalpha() else ""
