"""Rows of tables that spreadsheets open: RFC 4180, and no cell that they would compute as a formula."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

# Where a cell begins: at the beginning, and where programs that part cells by semicolon or tab cut it. Those
# of many languages do; a quotation mark within a line does not keep them from it, nor line breaks in quotes.
_BEGIN: Final = r"(?:\A|(?<=[;\t\r\n]))"
# What begins a formula in spreadsheets, full-width variants included, after blanks and apostrophes.
_FORMULA: Final = r"(?='*[^\S\t\r\n]*[=+\-@＝＋－＠])"
_CONTROL: Final = r"(?='*[\t\r\n])"  # some leave it out, and compute what follows
_BARE: Final = re.compile(rf"{_BEGIN}{_FORMULA}|\A{_CONTROL}")
_ESCAPED: Final = re.compile(rf"{_BEGIN}'{_FORMULA}|\A'{_CONTROL}")
_MARK: Final = "\ufeff"  # by which spreadsheets know UTF-8


def escape_formula(cell: str) -> str:
    """Put an apostrophe before each text that spreadsheets would compute as a formula."""
    return _BARE.sub("'", cell)


def unescape_formula(cell: str) -> str:
    """Undo `escape_formula`."""
    return _ESCAPED.sub("", cell)


def write_row(cells: Sequence[str], delimiter: str) -> str:
    """Write a row by RFC 4180."""
    return delimiter.join(_write_cell(escape_formula(cell), delimiter) for cell in cells) + "\r\n"


def write_table(rows: Iterable[Sequence[str]]) -> bytes:
    """Write a whole file: comma-separated UTF-8 with a byte order mark, the names of columns first."""
    return (_MARK + "".join(write_row(row, ",") for row in rows)).encode()


def _write_cell(cell: str, delimiter: str) -> str:
    if any(special in cell for special in (delimiter, '"', "\n", "\r")):
        return '"' + cell.replace('"', '""') + '"'
    return cell
