"""Read rows of separated values, by RFC 4180 and the practice of spreadsheets, one at a time.

A quote that does not close, or is followed by more text behind its end, is taken as text.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

DELIMITERS: Final = (",", ";", "\t", "|")
LONGEST_CELL: Final = 200_000  # characters
MOST_LINES: Final = 1_000  # of a cell
MOST_COLUMNS: Final = 2_000
_SEPARATOR_LINE: Final = re.compile(r"sep=([^\n\"])\n?", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """A row of a table."""

    line: int  # where it begins, from 1
    cells: tuple[str, ...]
    unclosed: bool = False  # a quote in it does not close
    too_long: bool = False


@dataclass(slots=True)
class LineReader:
    """Reads the lines of a text, with their line ends; lines can be put back."""

    pieces: Iterator[str]
    number: int = 0  # of the line returned last
    waiting: deque[str] = field(default_factory=deque)
    rest: str = ""

    def next(self) -> str | None:
        """Return the next line; None at the end."""
        while not self.waiting:
            piece = next(self.pieces, None)
            if piece is None:
                if not self.rest:
                    return None
                self.waiting.append(self.rest)
                self.rest = ""
                break
            lines = (self.rest + piece).split("\n")
            self.rest = lines.pop()
            self.waiting.extend(line + "\n" for line in lines)
            if len(self.rest) > 2 * LONGEST_CELL:  # a line that will be refused
                self.rest = self.rest[: LONGEST_CELL + 1]
        self.number += 1
        return self.waiting.popleft()

    def put_back(self, lines: Iterable[str]) -> None:
        """Put lines back, to be returned again."""
        given = list(lines)
        self.waiting.extendleft(reversed(given))
        self.number -= len(given)


def read_rows(lines: LineReader, delimiter: str) -> Iterator[TableRow]:
    """Read every row that is not blank."""
    while (line := lines.next()) is not None:
        begins = lines.number
        if begins == 1 and _SEPARATOR_LINE.fullmatch(line):
            continue
        if len(line) > LONGEST_CELL:
            yield TableRow(line=begins, cells=(), too_long=True)
        elif '"' not in line:
            cells = line.rstrip("\n").split(delimiter)
            if any(map(str.strip, cells)):
                yield TableRow(
                    line=begins, cells=tuple(cells[:MOST_COLUMNS]), too_long=len(cells) > MOST_COLUMNS
                )
        else:
            row = _read_quoted(lines, line, begins, delimiter)
            if any(map(str.strip, row.cells)):
                yield row


def declared_delimiter(text: str) -> str | None:
    """Read the delimiter from a first line such as `sep=;`, which Excel knows."""
    found = _SEPARATOR_LINE.match(text)
    return found[1] if found else None


def _read_quoted(lines: LineReader, line: str, begins: int, delimiter: str) -> TableRow:
    """Read a row with quotes, which may span several lines."""
    cells: list[str] = []
    position, unclosed = 0, False
    while True:
        cell, end, line = _quoted_cell(lines, line, position, delimiter)
        if cell is None:
            unclosed |= line[position : position + 1] == '"' and end < 0
            end = _plain_end(line, position, delimiter)
            cell = line[position:end]
        cells.append(cell)
        if line[end : end + 1] != delimiter or len(cells) >= MOST_COLUMNS:
            return TableRow(
                line=begins, cells=tuple(cells), unclosed=unclosed, too_long=len(cells) >= MOST_COLUMNS
            )
        position = end + 1


def _plain_end(line: str, position: int, delimiter: str) -> int:
    end = line.find(delimiter, position)
    newline = line.find("\n", position)
    ends = [at for at in (end, newline) if at >= 0]
    return min(ends, default=len(line))


def _quoted_cell(lines: LineReader, line: str, position: int, delimiter: str) -> tuple[str | None, int, str]:
    """Read the quoted cell at an offset: its text, its end, and the line with all lines that it spans.

    If there is none, the text is None, and the end is -1 if a quote does not close.
    """
    if line[position : position + 1] != '"':
        return None, 0, line
    whole, scanned = line, position + 1
    taken: list[str] = []
    while True:
        close = _closing(whole, scanned)
        if close is not None and whole[close + 1 : close + 2] in ("", "\n", delimiter):
            return whole[position + 1 : close].replace('""', '"'), close + 1, whole
        scanned = len(whole)
        is_within = close is None and len(taken) < MOST_LINES and len(whole) < LONGEST_CELL
        more = lines.next() if is_within else None
        if more is None:
            lines.put_back(taken)
            return None, -1 if close is None else 0, line
        taken.append(more)
        whole += more


def _closing(text: str, position: int) -> int | None:
    """Find the first quote from an offset on that is not doubled. Lines are complete, so no pair is split."""
    while (at := text.find('"', position)) >= 0:
        if text[at + 1 : at + 2] != '"':
            return at
        position = at + 2
    return None
