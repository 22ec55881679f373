"""What stands in a cell: several values, and texts that a spreadsheet would take for formulas.

Values are separated by `|`, the forms of one term by `;`. A backslash before a separator makes it a sign like
others; backslashes before that one count double. Elsewhere a backslash is a backslash.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

VALUES: Final = "|"
FORMS: Final = ";"
# What spreadsheets take for the beginning of a formula, also full-width.
_FORMULA: Final = re.compile("'*[=+\\-@\t\r＝＋－＠]")


def split_values(cell: str, separator: str = VALUES) -> list[str]:
    """The values of a cell, at least one."""
    if separator not in cell:
        return [cell.strip()]
    values = [""]
    for piece in re.split(rf"(\\*{re.escape(separator)})", cell):
        slashes = len(piece) - 1
        if piece.endswith(separator) and piece[:-1] == "\\" * slashes:
            values[-1] += "\\" * (slashes // 2) + (separator if slashes % 2 else "")
            if slashes % 2 == 0:
                values.append("")
        else:
            values[-1] += piece
    return [value.strip() for value in values]


def join_values(values: Iterable[str], separator: str = VALUES) -> str:
    """A cell with these values, so that `split_values` gives them back."""
    quoted = [re.sub(rf"(\\*){re.escape(separator)}", rf"\1\1\\{separator}", value) for value in values]
    inner = [re.sub(r"(\\+)\Z", r"\1\1", value) for value in quoted[:-1]]
    return separator.join([*inner, *quoted[-1:]])


def guard(cell: str) -> str:
    """A cell that no spreadsheet computes: an apostrophe before what looks like a formula."""
    return "'" + cell if _FORMULA.match(cell) else cell


def unguard(cell: str) -> str:
    """What was guarded."""
    return cell[1:] if cell[:1] == "'" and _FORMULA.match(cell) else cell


def write_row(cells: Sequence[str], delimiter: str) -> str:
    """A line of a table, as RFC 4180 has it."""
    return delimiter.join(_write_cell(guard(cell), delimiter) for cell in cells) + "\r\n"


def _write_cell(cell: str, delimiter: str) -> str:
    if any(sign in cell for sign in (delimiter, '"', "\n", "\r")):
        return '"' + cell.replace('"', '""') + '"'
    return cell
