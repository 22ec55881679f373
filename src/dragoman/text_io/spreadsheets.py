"""Rows of tables that spreadsheets open: RFC 4180, and no cell that they would compute as a formula."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

# The beginning of a formula in spreadsheets, full-width variants included.
_FORMULA: Final = re.compile("'*[=+\\-@\t\r＝＋－＠]")
_MARK: Final = "\ufeff"  # by which spreadsheets know UTF-8


def escape_formula(cell: str) -> str:
    """Put an apostrophe before a text that spreadsheets would compute as a formula."""
    return "'" + cell if _FORMULA.match(cell) else cell


def unescape_formula(cell: str) -> str:
    """Undo `escape_formula`."""
    return cell[1:] if cell[:1] == "'" and _FORMULA.match(cell) else cell


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
