"""Lines of wrapped prose: joined to one text, and a text wrapped to lines again."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

# Scripts written without blanks between words: a line's end within them is no blank.
_UNSPACED: Final = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]"
)
_FIRST_ODD: Final = "\u0300"  # before it, every character takes one column
_MOST_KNOWN: Final = 100_000


def joint(before: str, after: str) -> str:
    """What stands for a line's end between two lines: a blank, or nothing in scripts without blanks."""
    if before and after and _UNSPACED.match(before[-1]) and _UNSPACED.match(after[0]):
        return ""
    return " "


def join_lines(lines: Iterable[str]) -> str:
    """Lines without their ends as one text."""
    pieces: list[str] = []
    last = ""
    for line in lines:
        if pieces:
            pieces.append(joint(last, line))
        pieces.append(line)
        last = line
    return "".join(pieces)


def width_of(text: str) -> int:
    """Columns that a text takes in a terminal or editor: wide letters take two, marks none."""
    if text.isascii() or max(text) < _FIRST_ODD:
        return len(text)
    return sum(map(_COLUMNS.__getitem__, text))


class _Columns(dict[str, int]):
    """The columns of characters, each looked up once."""

    def __missing__(self, letter: str) -> int:
        wide = unicodedata.east_asian_width(letter) in "WF"
        columns = 0 if unicodedata.combining(letter) else 2 if wide else 1
        if len(self) < _MOST_KNOWN:
            self[letter] = columns
        return columns


_COLUMNS: Final = _Columns()


def wrap(text: str, width: int, *, first: int = 0, may_begin: re.Pattern[str] | None = None) -> list[str]:
    """A text in lines of at most `width` columns, broken at single blanks only; long words stand alone.

    `first` columns of the first line are taken already. A line begins only with what `may_begin` matches.
    """
    lines: list[str] = []
    line: list[str] = []
    used = first
    for word in text.split(" "):
        size = width_of(word)
        allowed = (
            bool(word) and bool(line) and bool(line[-1]) and (may_begin is None or may_begin.match(word))
        )
        if allowed and used + 1 + size > width:
            lines.append(" ".join(line))
            line, used = [word], size
        else:
            used += size + bool(line)
            line.append(word)
    lines.append(" ".join(line))
    return lines
