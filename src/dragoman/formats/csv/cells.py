"""The cells of a table of separated values, by offset (RFC 4180 and the practice of spreadsheets)."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from dragoman.text_io.errors import ConversionFailed

MOST_CELLS: Final = 5_000_000
DELIMITERS: Final = (",", ";", "\t", "|")
_LOOKED_AT: Final = 100  # rows, to find the delimiter
_SEPARATOR_LINE: Final = re.compile(r"sep=([^\r\n])(?:\r\n|\r|\n|\Z)", re.IGNORECASE)
_LINE: Final = re.compile(r"[^\r\n]*+(\r\n|\r|\n|\Z)")
_GUARDED: Final = tuple("=+-@\t\r＝＋－＠")  # beginnings of a formula in spreadsheets
# After other signs than "=", words between blanks are text: "-5 degrees", "@home every day".
_FORMULA: Final = re.compile(
    r"\s*+(?:[=＝]|[+\-@＋－＠](?!\s)(?!(?=[^()\[\]{}|!=*^&\";]*+\Z)[\s\S]*?\s[^\W\d_]{2}))"
)


Row: TypeAlias = Sequence[tuple[int, int]]  # where each cell begins and ends, quotes included


def read_rows(text: str, delimiter: str) -> Iterator[Row]:
    """Every row with a cell that is not empty."""
    position = rows_begin(text)
    cell = _cell_pattern(delimiter)
    count = 0
    while position < len(text):
        line = _LINE.match(text, position)
        assert line is not None
        row: list[tuple[int, int]] = []
        if '"' not in line[0]:
            end = line.start(1)
            if end > position:
                for piece in text[position:end].split(delimiter):
                    row.append((position, position + len(piece)))
                    position += len(piece) + 1
            position = line.end()
        else:
            while True:
                found = cell.match(text, position)
                assert found is not None
                row.append(found.span(1))
                position = found.end()
                if found[2] != delimiter:
                    break
        count += len(row)
        if count > MOST_CELLS:
            raise ConversionFailed(
                f"The table has more than {MOST_CELLS} cells; split it into several files."
            )
        if row:
            yield row


def rows_begin(text: str) -> int:
    """The offset of the first row, after the line that declares the delimiter to Excel."""
    found = _SEPARATOR_LINE.match(text)
    return found.end() if found else 0


@functools.lru_cache(maxsize=16)
def _cell_pattern(delimiter: str) -> re.Pattern[str]:
    """A cell and its end; quotes that do not close are ordinary characters."""
    sign = re.escape(delimiter)
    ends = rf"({sign}|\r\n|\r|\n|\Z)"
    return re.compile(rf'("(?>(?:[^"]++|"")*)"(?={ends[1:-1]})|[^{sign}\r\n]*+){ends}')


def find_delimiter(text: str, suffix: str) -> str:
    """The delimiter that gives most of the first rows the same number of cells."""
    delimiter_line = _SEPARATOR_LINE.match(text)
    if delimiter_line is not None and delimiter_line[1] != '"':
        return delimiter_line[1]
    best, best_score = ",", (0.0, 0)
    for delimiter in ("\t", ",", ";", "|") if suffix in ("tsv", "tab") else DELIMITERS:
        counts = []
        for row, _ in zip(read_rows(text[: 256 * 1024], delimiter), range(_LOOKED_AT), strict=False):
            counts.append(len(row))
        usual = max(set(counts), key=counts.count, default=0)
        if usual > 1 and (score := (counts.count(usual) / len(counts), usual)) > best_score:
            best, best_score = delimiter, score
    return best if best_score[0] or suffix not in ("tsv", "tab") else "\t"


@dataclass(frozen=True, slots=True, kw_only=True)
class CsvDialect:
    """How a table writes its cells."""

    delimiter: str
    quotes: bool  # there are cells in quotes


def is_quoted(raw: str) -> bool:
    """Whether a cell is in quotes."""
    return len(raw) > 1 and raw[0] == raw[-1] == '"'


def unquote(raw: str) -> str:
    """The text of a cell; all its line ends are line feeds."""
    text = raw[1:-1].replace('""', '"') if is_quoted(raw) else raw
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def is_formula(text: str) -> bool:
    """Whether a spreadsheet may evaluate a cell as a formula."""
    return _FORMULA.match(text) is not None


def write_cell(text: str, old: str, dialect: CsvDialect) -> str:
    """A text as a cell, in quotes where `old` is, or where it must be.

    A translation never becomes a formula: an apostrophe marks it as text.
    """
    text = text.replace("\0", "")
    if text.lstrip().startswith(_GUARDED) and not unquote(old).lstrip().startswith(_GUARDED):
        text = "'" + text
    if not dialect.quotes and dialect.delimiter == "\t":
        text = " ".join(re.split(r"[\t\r\n]+", text))  # such tables have no quotes
    if "\n" in text and "\r\n" in old:
        text = text.replace("\r\n", "\n").replace("\n", "\r\n")
    needed = any(sign in text for sign in (dialect.delimiter, "\n", "\r")) or text[:1] == '"'
    if is_quoted(old) or needed or text != text.strip():
        return '"' + text.replace('"', '""') + '"'
    return text
