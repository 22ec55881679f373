"""Split and join the values of a cell.

Values are separated by `|`, the forms of one term by `;`. A backslash escapes a separator; backslashes
directly before a separator are doubled. Elsewhere a backslash is an ordinary character.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

VALUES: Final = "|"
FORMS: Final = ";"


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
