"""The units of a file, found by their tags, so that each is parsed alone and none spoils its neighbours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from dragoman.memories.tmx.problems import ProblemCode, TmxRefused
from dragoman.memories.tmx.window import TmxWindow

LONGEST_UNIT: Final = 1_000_000  # characters
_LONGEST_ASIDE: Final = 100_000  # within a unit

_ENDS: Final = {"<!--": "-->", "<![CDATA[": "]]>", "<?": "?>"}
_TOKEN: Final = re.compile(r"<(?:!--|!\[CDATA\[|\?|tu(?=[\s/>])|/(?:body|tmx)(?=[\s>]))")
_LONGEST_TOKEN: Final = 10
# The end of a unit, or what makes it uncertain that it ends there.
_NEAREST: Final = re.compile(r"<(?:/tu\s*>|[!?]|tu[\s/>])")
_START: Final = re.compile(r"<tu(?:[^<>\"']|\"[^\"<]*\"|'[^'<]*')*>")
_INSIDE: Final = re.compile(_TOKEN.pattern + r"|</tu\s*>")


@dataclass(frozen=True, slots=True)
class TmxUnitXml:
    """The XML of one unit."""

    number: int  # from 1
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class BrokenTmxUnit:
    """What should be a unit and cannot be parsed as one."""

    number: int
    line: int
    code: ProblemCode
    message: str


Piece: TypeAlias = TmxUnitXml | BrokenTmxUnit


def split_units(window: TmxWindow) -> Iterator[Piece]:
    """The units between here and the end of the body. Raises `TmxRefused` where the file ends before."""
    number = 0
    while True:
        token = _next_token(window)
        if token.startswith("</"):
            return
        if token == "<tu":  # noqa: S105 - no secret
            number += 1
            yield _split_unit(window, number)
        else:
            _skip_aside(window, token)


def _next_token(window: TmxWindow) -> str:
    """Move to the next token."""
    while True:
        found = _TOKEN.search(window.text, window.position)
        if found is not None:
            window.go(found.start())
            return found[0]
        window.go(max(window.position, len(window.text) - _LONGEST_TOKEN))
        if not window.more():
            message = f"The file ends at line {window.line}, before its body does: it was cut."
            raise TmxRefused(message, hints="Export it again. What came before the end can be used.")


def _skip_aside(window: TmxWindow, begins: str) -> None:
    """Move behind a comment, however long."""
    line, ending = window.line, _ENDS[begins]
    window.go(window.position + len(begins))
    while (end := window.text.find(ending, window.position)) < 0:
        window.go(max(window.position, len(window.text) - len(ending) + 1))
        if not window.more():
            raise TmxRefused(f"The comment or section that begins at line {line} does not end.")
    window.go(end + len(ending))


def _split_unit(window: TmxWindow, number: int) -> Piece:
    """The unit that begins here."""
    searched = len("<tu")
    while (found := _NEAREST.search(window.text, window.position + searched)) is None:
        searched = max(searched, len(window.text) - window.position - _LONGEST_TOKEN)
        if searched > LONGEST_UNIT or not window.more():
            return _split_carefully(window, number)
    if found[0].startswith("</") and found.end() - window.position <= LONGEST_UNIT:
        return _cut(window, number, found.end())
    return _split_carefully(window, number)


def _split_carefully(window: TmxWindow, number: int) -> Piece:
    """The same where there are comments, or something is wrong."""
    window.fill(LONGEST_UNIT)
    start = _START.match(window.text, window.position)
    if start is not None and start[0].endswith("/>"):
        return _cut(window, number, start.end())
    place = start.end() if start is not None else window.position + 3
    while (found := _INSIDE.search(window.text, place)) is not None:
        if found[0] in _ENDS:
            end = window.text.find(_ENDS[found[0]], found.end(), found.end() + _LONGEST_ASIDE)
            # One that does not end is read as if it were none.
            place = found.end() if end < 0 else end + len(_ENDS[found[0]])
        elif found.end() - window.position > LONGEST_UNIT:
            break
        elif found[0].startswith("</tu"):
            return _cut(window, number, found.end())
        else:  # another unit begins, or the body ends
            line = window.line
            window.go(found.start())
            message = "The unit has no end tag; it is left out."
            return BrokenTmxUnit(number, line, ProblemCode.CUT, message)
    if found is None and window.ended:
        message = f"The file ends within unit {number}, which begins at line {window.line}: it was cut."
        raise TmxRefused(message, hints="Export it again. The units before it can be used.")
    line = window.line
    window.go(window.position + 3)
    message = f"The unit is longer than {LONGEST_UNIT} characters; it is left out."
    return BrokenTmxUnit(number, line, ProblemCode.TOO_LONG, message)


def _cut(window: TmxWindow, number: int, end: int) -> TmxUnitXml:
    fragment = TmxUnitXml(number, window.line, window.text[window.position : end])
    window.go(end)
    return fragment
