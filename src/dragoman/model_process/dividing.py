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

    longest: int
    count: Callable[[str], int]  # the pieces of a text


def divide(text: str, *, language: str, sizes: PartSizes) -> list[TextSpan]:
    """The sentences of a text, and parts of those that are too long, without white space around them.

    Models are trained with sentences: of several at once they leave some out.
    """
    return [
        _trim(text, part)
        for line in _LINE.finditer(text)
        for sentence in _sentences(line[0], line.start(), language)
        for part in _halve(text, sentence, sizes)
        if not text[part.start : part.end].isspace()
    ]


def _sentences(line: str, start: int, language: str) -> Iterator[TextSpan]:
    for sentence in sentences(line, language=language):
        yield TextSpan(start, start + len(sentence))
        start += len(sentence)


def _halve(text: str, span: TextSpan, sizes: PartSizes) -> Iterator[TextSpan]:
    """Divide a part that is too long near its middle, and again."""
    waiting = [span]
    while waiting:
        part = waiting.pop()
        length = part.end - part.start
        if (
            length <= 1
            or length * _PIECES_OF_LETTER <= sizes.longest
            or sizes.count(text[part.start : part.end]) <= sizes.longest
        ):
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
