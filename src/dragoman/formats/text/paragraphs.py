"""Finding paragraphs in plain text: what is indentation, bullet and number, and which lines belong together.

A line's end is soft, inside a paragraph, when the next line's first word would not have fitted on the line:
that is how editors and mailers wrap. The text's widest wrapped line tells the width, and only a text many
of whose lines go on with a small letter counts as wrapped at all: lists, logs and poems do not.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from dragoman.formats.kits.wrapping import width_of

_LINE: Final = re.compile(
    r"([^\n\r\v\f\x1c-\x1e\x85\u2028\u2029]*+)(\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]|\Z)"
)
_BLANKS: Final = re.compile(r"[ \t\n\r\v\f\x1c-\x1e\x85\u2028\u2029]*+")
_INDENT: Final = re.compile(r"[\s\ufeff]*+(?:[>|][>| \t]*+)?")
_MARKER: Final = re.compile(
    r"(?:[-*+•‣⁃◦▪●○■□–—·]+|\(?\d{1,3}[.)]|\(?[A-Za-z]\)|\[[ xX]\])(?>[ \t\u00a0\u3000]+)"
)
_ENDINGS: Final = "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"
_NARROW: Final = 40  # columns; narrower lines are wrapped by intent
_WIDE: Final = 200  # wider ones are not wrapped
_SHARE: Final = (
    0.3  # of the lines that may be wrapped must go on with a small letter, in scripts that have them
)
_SAMPLE: Final = 20_000  # lines looked at to learn how a text is wrapped
_MOST_LINES: Final = 500  # of a paragraph


class Line(NamedTuple):
    """One line: source[start:end] is its text between indentation and trailing white space."""

    begin: int  # of the line
    start: int
    end: int
    behind: int  # its line end included
    ending: str
    indent: str  # white space and quotation marks before the text, and what stands for its bullet
    bullet: bool


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines that are one text."""

    lines: Sequence[Line]
    width: int = 0  # columns to wrap at; 0: not wrapped


def read_lines(source: str) -> Iterator[Line]:
    """All lines of a text."""
    position = 0
    while position < len(source):
        blanks = _BLANKS.match(source, position)
        last = max(source.rfind(ending, position, blanks.end()) for ending in _ENDINGS) if blanks else -1
        if last >= position:  # blank lines are as good as one
            yield Line(position, last, last, last + 1, source[last], "", bullet=False)
            position = last + 1
        match = _LINE.match(source, position)
        if match is None or match.end() == position:
            return
        begin, end = match.span(1)
        behind = position = match.end()
        indent = _INDENT.match(source, begin, end)
        start = indent.end() if indent else begin
        marker = _MARKER.match(source, start, end)
        bullet = marker is not None and marker.end() < end
        start = marker.end() if marker and bullet else start
        end = start + len(source[start:end].rstrip(" \t\ufeff\u00a0\u3000"))
        shown = re.sub(r"\S", " ", source[begin:start]) if bullet else source[begin:start]
        yield Line(begin, start, end, behind, match[2], shown, bullet)


def read_paragraphs(source: str) -> Iterator[Paragraph]:
    """All paragraphs of a text that have text; blank lines lie between them."""
    width = _wrapped_at(source)
    lines: list[Line] = []
    for line in read_lines(source):
        if lines and (len(lines) >= _MOST_LINES or not _is_soft(source, lines[-1], line, width)):
            yield Paragraph(lines, width if len(lines) > 1 else 0)
            lines = []
        if line.start < line.end:
            lines.append(line)
    if lines:
        yield Paragraph(lines, width if len(lines) > 1 else 0)


def _is_soft(source: str, line: Line, following: Line, width: int) -> bool:
    """Whether a paragraph goes on in the following line, in a text wrapped at a width; 0: in none."""
    if not width or not _may_go_on(line, following):
        return False
    word = source[following.start : following.end].split(maxsplit=1)[0]
    return _columns(source, line) + 1 + width_of(word) > width


def _may_go_on(line: Line, following: Line) -> bool:
    same = following.indent.expandtabs() == line.indent.expandtabs()
    hanging = (
        len(line.indent) > 0
        and not line.indent.isspace()
        and following.indent.rstrip() == line.indent.rstrip()
    )
    return (
        following.start < following.end
        and not following.bullet
        and (
            same
            or hanging
            or (line.bullet and following.indent.isspace() and line.indent.startswith(following.indent))
        )
        and line.ending in ("\n", "\r\n", "\r")
    )


def _columns(source: str, line: Line) -> int:
    return width_of(source[line.begin : line.end].expandtabs())


def _wrapped_at(source: str) -> int:
    """The width at which a text is wrapped, 0 when it is not."""
    going_on = other = 0
    widths: Counter[int] = Counter()
    before: Line | None = None
    for number, line in enumerate(read_lines(source)):
        if number >= _SAMPLE:
            break
        if before is not None and before.start < before.end and _may_go_on(before, line):
            columns = _columns(source, before)
            if _NARROW <= columns <= _WIDE:
                first = source[line.start]
                if first.islower() or not (first.isupper() or first.isdigit() or first.isascii()):
                    going_on += 1
                    widths[columns] += 1
                else:
                    other += 1
            elif columns > _WIDE:
                other += 1
        before = line
    if not going_on or going_on < _SHARE * (going_on + other):
        return 0
    return max(widths)
