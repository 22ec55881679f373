"""Protect the untranslatable parts of texts: each one becomes a standalone code.

Variables of programs, addresses, paths, numbers with units, versions, runs of white space, control
characters, emoji and character references: `patterns.families` is the whole list,
`docs/concepts/text.md` explains it.
"""

from __future__ import annotations

import heapq
import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from dragoman.segments import Code, CodeKind, Part, Segment, Text, normalise
from dragoman.translation.protection.accelerators import mark
from dragoman.translation.protection.markdown_links import pair_links
from dragoman.translation.protection.paired_placeholders import pair_sections
from dragoman.translation.protection.patterns import (
    ACCELERATOR,
    PatternFamily,
    PatternMatch,
    families,
    may_need_protection,
)

# Codes with content, which mean something within the sentence: never trimmed at a segment's ends.
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


def protect(segment: Segment, placeholders: tuple[str, ...] = ()) -> Segment:
    """Turn the untranslatable parts of the texts into codes with the ids "p1", "p2" and so on.

    `placeholders` are names of grammars (see `placeholder_grammars.choose`). A word with an accelerator
    becomes a pair around the word without its marker: `restore_accelerators` restores it. `render` of the
    result is `render` of the segment, except for markers within words, and that references to letters are
    decoded.
    """
    chosen = families(placeholders)
    parts: list[Part] = []
    number = 0
    for part in _joined_names(segment):
        if isinstance(part, Code) or not may_need_protection(part.text):
            parts.append(part)
            continue
        for piece in _pieces(part.text, chosen):
            if isinstance(piece, str):
                parts.append(Text(text=piece))
                continue
            number += 1
            data = part.text[piece.start : piece.end]
            if piece.type == ACCELERATOR:
                parts += mark(data, number)
            else:
                parts.append(Code(id=f"p{number}", kind=CodeKind.STANDALONE, type=piece.type, data=data))
    return normalise(pair_sections(pair_links(parts))) if number else tuple(parts)


# Ruby's %<name>d, and gettext's %<PRIu64>, whose middle looks like a tag.
_NAMED: Final = re.compile(r"<(?!(?:br|hr|wbr|img)>)[A-Za-z_]\w{0,60}>")
_CONVERSION: Final = re.compile(r"[-+ #0]{0,5}\d{0,3}(?:\.\d{1,3})?[diouxXeEfgGcsbBaAp]")


def _joined_names(segment: Segment) -> Segment:
    """Join each such placeholder into one code; `markup` took the middle of it for a tag."""
    if not any(isinstance(part, Text) and part.text.endswith("%") for part in segment):
        return segment
    parts: list[Part] = []
    for part in segment:
        whole = _whole_name(parts, part) if isinstance(part, Text) else None
        if whole is None:
            parts.append(part)
        else:
            parts[-2:] = whole
    return normalise(parts)


def _whole_name(before: Sequence[Part], text: Text) -> Segment | None:
    """Two parts and the text after them, with such a placeholder as one code; None where there is none."""
    if len(before) < 2 or not isinstance(sign := before[-2], Text) or not sign.text.endswith("%"):
        return None
    name = before[-1]
    if not isinstance(name, Code) or name.kind is not CodeKind.STANDALONE or not _NAMED.fullmatch(name.data):
        return None
    macro = name.data.startswith("<PRI")
    conversion = None if macro else _CONVERSION.match(text.text)
    if conversion is None and not macro:
        return None
    end = conversion.end() if conversion is not None else 0
    code = replace(name, type="variable", data=f"%{name.data}{text.text[:end]}")
    return Text(text=sign.text[:-1]), code, Text(text=text.text[end:])


def _pieces(text: str, chosen: Sequence[PatternFamily]) -> Iterator[str | PatternMatch]:
    """The translatable stretches of a text, and the matches to protect between them, in order."""
    position = 0
    for found in _chosen(text, chosen):
        if position < found.start:
            yield text[position : found.start]
        position = found.end
        yield (_letter(text, found) if found.type == "entity" else "") or found
    if position < len(text):
        yield text[position:]


def _chosen(text: str, chosen: Sequence[PatternFamily]) -> Iterator[PatternMatch]:
    """The matches of all families without overlaps: the first ones; of several at one offset, the longest."""
    able = [family for family in chosen if family.is_triggered(text)]
    searches = [family.find(text) for family in able]
    waiting = [entry for number in range(len(able)) for entry in _next(searches, number)]
    heapq.heapify(waiting)
    position = 0
    while waiting:
        start, _, number, found = heapq.heappop(waiting)
        if start >= position:
            position = found.end
            yield found
        else:  # what it took may hide another one of its kind: in "%1$s${x}" the `$s$`
            searches[number] = able[number].find(text, position)
        for entry in _next(searches, number):
            heapq.heappush(waiting, entry)


def _next(
    searches: Sequence[Iterator[PatternMatch]], number: int
) -> list[tuple[int, int, int, PatternMatch]]:
    """The next match of a search as a heap entry; none at its end."""
    found = next(searches[number], None)
    return [] if found is None else [(found.start, -found.end, number, found)]


def _letter(text: str, found: PatternMatch) -> str:
    """Decode a character reference that belongs to a word: a letter, or an apostrophe in it.

    Any other one (`&amp;`, `&nbsp;`, `&copy;`, an unknown name) gives "": it is kept unchanged.
    """
    character = html.unescape(text[found.start : found.end])
    if len(character) != 1:
        return ""
    if character in "'’":
        inside = text[found.start - 1 : found.start].isalpha() and text[found.end : found.end + 1].isalpha()
        return character if inside else ""
    return character if character.isalpha() else ""
