"""Divide a text into pieces that a model can translate whole: at line breaks, sentences, clauses, blanks.

Nothing is cut off: pieces and what is between them are the text.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

import regex

from dragoman import languages
from dragoman.segmentation import sentences

_LINE: Final = regex.compile(r"[^\n\r\t\v\f\x1c-\x1e\x85\u2028\u2029\0]+")
_CLAUSE: Final = regex.compile(r"[;:,،؛、，；：—–][\s]*|\)\s+")
_BLANK: Final = regex.compile(r"\s+")
_PIECES_OF_LETTER: Final = 4  # at most: its bytes
_UNSPACED: Final = frozenset({"Hans", "Hant", "Hani", "Jpan", "Thai", "Laoo", "Khmr", "Mymr"})


class TextSpan(NamedTuple):
    """A part of a text: text[start:end]."""

    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PartSizes:
    """How long parts may be, in pieces of the model."""

    comfortable: int  # where sentences allow it
    longest: int  # anywhere
    count: Callable[[str], int]  # the pieces of a text


def divide(text: str, *, language: str, sizes: PartSizes) -> list[TextSpan]:
    """The parts of a text that are translated each by itself, without white space around them."""
    return [
        _trim(text, part)
        for line in _LINE.finditer(text)
        for part in _divide_line(text, TextSpan(*line.span()), language, sizes)
        if not text[part.start : part.end].isspace()
    ]


def _divide_line(text: str, line: TextSpan, language: str, sizes: PartSizes) -> Iterator[TextSpan]:
    content = text[line.start : line.end]
    if len(content) * _PIECES_OF_LETTER <= sizes.comfortable or sizes.count(content) <= sizes.comfortable:
        yield line
        return
    start = end = line.start
    size = 0
    for sentence in sentences(content, language=language):
        length = sizes.count(sentence)
        if size and size + length > sizes.comfortable:
            yield from _halve(text, TextSpan(start, end), sizes)
            start, size = end, 0
        end += len(sentence)
        size += length
    yield from _halve(text, TextSpan(start, end), sizes)


def _halve(text: str, span: TextSpan, sizes: PartSizes) -> Iterator[TextSpan]:
    """Divide a part that is too long near its middle, and again."""
    waiting = [span]
    while waiting:
        part = waiting.pop()
        if part.end - part.start <= 1 or sizes.count(text[part.start : part.end]) <= sizes.longest:
            yield part
            continue
        middle = _find_border(text, part)
        waiting += (TextSpan(middle, part.end), TextSpan(part.start, middle))


def _find_border(text: str, part: TextSpan) -> int:
    """The clause border nearest the middle of a part, else the blank, else any place between two letters."""
    middle, quarter = (part.start + part.end) // 2, (part.end - part.start) // 4
    for pattern in (_CLAUSE, _BLANK):
        ends = [match.end() for match in pattern.finditer(text, middle - quarter, middle + quarter)]
        if ends:
            return int(min(ends, key=lambda end: abs(end - middle)))
    while middle < part.end - 1 and _is_joined(text[middle]):
        middle += 1
    return max(middle, part.start + 1)


def _is_joined(letter: str) -> bool:
    """Whether a character belongs to the one before it."""
    return (
        unicodedata.combining(letter) != 0
        or letter in "\u200d\ufe0f"
        or "\U0001f3fb" <= letter <= "\U0001f3ff"
    )


def _trim(text: str, part: TextSpan) -> TextSpan:
    content = text[part.start : part.end]
    start = part.start + len(content) - len(content.lstrip())
    return TextSpan(start, part.end - len(content) + len(content.rstrip()))


def join(text: str, parts: list[TextSpan], translations: list[str], *, target: str) -> list[str]:
    """The pieces of the translation in turn: gaps and translations, beginning and ending with a gap.

    Between sentences there is a blank where the target's script has it.
    """
    is_spaced = languages.script(target) not in _UNSPACED
    pieces: list[str] = []
    position = 0
    for index, (part, translation) in enumerate(zip(parts, translations, strict=True)):
        gap = text[position : part.start]
        pieces += (_fit(gap, is_spaced=is_spaced) if index else gap, translation)
        position = part.end
    return [*pieces, text[position:]]


def _fit(gap: str, *, is_spaced: bool) -> str:
    if gap in {"", " ", "\u3000"}:
        return " " if is_spaced else ""
    return gap
