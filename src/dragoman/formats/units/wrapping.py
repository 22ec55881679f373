"""Lines of wrapped prose: join them to one text, and wrap a text to lines again."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

# Scripts without blanks between words: a line end within them is not a blank.
_UNSPACED: Final = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]"
)
_FIRST_ODD: Final = "\u0300"  # before it, every character takes one column
_MOST_KNOWN: Final = 100_000


def joint(before: str, after: str) -> str:
    """The equivalent of a line end between two lines: a blank, or nothing in scripts without blanks."""
    if before and after and _UNSPACED.match(before[-1]) and _UNSPACED.match(after[0]):
        return ""
    return " "


def join_lines(lines: Iterable[str]) -> str:
    """Join lines without their ends to one text."""
    pieces: list[str] = []
    last = ""
    for line in lines:
        if pieces:
            pieces.append(joint(last, line))
        pieces.append(line)
        last = line
    return "".join(pieces)


def width_of(text: str) -> int:
    """The columns of a text in a terminal or editor: wide letters take two, marks none."""
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
    """Wrap a text to lines of at most `width` columns, broken at single blanks only.

    A word that is longer is a line of its own. `first` columns of the first line are taken already. A line
    begins only with a match of `may_begin`.
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
