"""Split and join the values of a cell, and escape texts that a spreadsheet would take for formulas.

Values are separated by `|`, the forms of one term by `;`. A backslash escapes a separator; backslashes
directly before a separator are doubled. Elsewhere a backslash is an ordinary character.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

VALUES: Final = "|"
FORMS: Final = ";"
# The beginning of a formula in spreadsheets, full-width variants included.
_FORMULA: Final = re.compile("'*[=+\\-@\t\r＝＋－＠]")


def split_values(cell: str, separator: str = VALUES) -> list[str]:
    """Split a cell into its values, at least one."""
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
    """Join values to a cell, so that `split_values` gives them back."""
    quoted = [re.sub(rf"(\\*){re.escape(separator)}", rf"\1\1\\{separator}", value) for value in values]
    inner = [re.sub(r"(\\+)\Z", r"\1\1", value) for value in quoted[:-1]]
    return separator.join([*inner, *quoted[-1:]])


def escape_formula(cell: str) -> str:
    """Put an apostrophe before a text that spreadsheets would compute as a formula."""
    return "'" + cell if _FORMULA.match(cell) else cell


def unescape_formula(cell: str) -> str:
    """Undo `escape_formula`."""
    return cell[1:] if cell[:1] == "'" and _FORMULA.match(cell) else cell


def write_row(cells: Sequence[str], delimiter: str) -> str:
    """Write a row by RFC 4180."""
    return delimiter.join(_write_cell(escape_formula(cell), delimiter) for cell in cells) + "\r\n"


def _write_cell(cell: str, delimiter: str) -> str:
    if any(special in cell for special in (delimiter, '"', "\n", "\r")):
        return '"' + cell.replace('"', '""') + '"'
    return cell
