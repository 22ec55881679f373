"""Soft breaks, where a word may be divided at a line's end: `super<wbr>market`, `&shy;`, U+00AD, U+200B.

An engine knows only the whole word, so its breaks are moved behind it. They are restored where the
translation has the same word.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

import regex

from dragoman.segments import Code, CodeKind, Part, Segment, Text
from dragoman.segments.letters import UNSPACED

_TAG: Final = re.compile(r"<wbr\b", re.IGNORECASE)
_CHARACTERS: Final = "\u00ad\u200b"
_SPACED: Final = rf"[\p{{L}}\p{{M}}--[{UNSPACED}]]"
_BEGINNING: Final = regex.compile(rf"{_SPACED}+", regex.VERSION1)
_END: Final = regex.compile(rf"(?<!{_SPACED}){_SPACED}+\Z", regex.VERSION1)


class SoftBreak(NamedTuple):
    """The position of a break: in this word, which begins after the break before it."""

    word: str
    offset: int


def move_behind_words(segment: Segment, breaks: dict[Code, SoftBreak]) -> Segment:
    """Move breaks behind their words; record in `breaks` where they were."""
    if not any(map(_is_soft, segment)):
        return segment
    moved: list[Part] = []
    index = 0
    while index < len(segment):
        first = _end(moved[-1]) if moved and _is_soft(segment[index]) else ""
        word = list(_read_word(segment, index)) if first else []
        if not word:
            moved.append(segment[index])
            index += 1
            continue
        pieces = [first, *(beginning for _, beginning in word)]
        for number, (code, _) in enumerate(word):
            breaks[code] = SoftBreak("".join(pieces[number:]), len(pieces[number]))
        index += 2 * len(word)
        rest = _text(segment[index - 1])[len(pieces[-1]) :]
        moved[-1] = Text(text=_text(moved[-1]) + "".join(pieces[1:]))
        moved += (code for code, _ in word)
        moved += [Text(text=rest)] if rest else []
    return tuple(moved)


def move_back(segment: Segment, breaks: Mapping[Code, SoftBreak]) -> Segment:
    """Move breaks back into their words, where these are unchanged before them."""
    if not breaks:
        return segment
    parts: list[Part] = []
    for part in segment:
        soft = breaks.get(part) if isinstance(part, Code) else None
        if soft is not None and parts and _end(parts[-1]) == soft.word:
            whole = _text(parts[-1])
            place = len(whole) - len(soft.word) + soft.offset
            parts[-1:] = [Text(text=whole[:place]), part, Text(text=whole[place:])]
        else:
            parts.append(part)
    return tuple(parts)


def _read_word(segment: Segment, index: int) -> Iterator[tuple[Code, str]]:
    """The breaks of a word from the one at `index` on, each with the letters after it."""
    while index + 1 < len(segment) and isinstance(code := segment[index], Code) and _is_soft(code):
        beginning = _BEGINNING.match(_text(segment[index + 1]))
        if beginning is None:
            return
        yield code, beginning[0]
        if beginning[0] != _text(segment[index + 1]):
            return
        index += 2


def _is_soft(part: Part) -> bool:
    if isinstance(part, Text) or part.kind is not CodeKind.STANDALONE:
        return False
    if part.type == "tag":
        return _TAG.match(part.data) is not None
    shown = html.unescape(part.data) if part.type in {"entity", "control"} else ""
    return bool(shown) and not shown.strip(_CHARACTERS)


def _text(part: Part) -> str:
    return part.text if isinstance(part, Text) else ""


def _end(part: Part) -> str:
    match = _END.search(_text(part))
    return match[0] if match else ""
