"""Tables as in GitHub's Markdown: one token for each row, with the texts of its cells.

The library's own rule makes three tokens of each cell, a gigabyte of them for a megabyte of table. It still
decides whether a table begins; rows are split as it splits them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from markdown_it.common.utils import mdTrim
from markdown_it.rules_block import StateBlock
from markdown_it.rules_block import table as library_table

ROW: Final = "table_row"  # the type of the tokens of rows
LINE: Final = "line"  # keys of a row's meta: the offsets of its line, as (start, end) in the source
CELLS: Final = "cells"  # the texts of its cells, as many as the header has

_BORDER: Final = re.compile(r"(?<!\\)\|")
_MOST_COMPLETED: Final = 0x10000  # cells that short rows lack; the library's


def table(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Parse a table that begins at a line."""
    if not library_table(state, start_line, end_line, True):
        return False
    if silent:
        return True
    around, state.parentType = state.parentType, "table"
    ends_it = state.md.block.ruler.getRules("blockquote")  # what ends a quotation ends a table
    state.push("table_open", "table", 1)
    header = _cut(_text(state, start_line))
    count, completed = len(header), 0
    _push(state, start_line, "th", header)
    line = start_line + 2
    while line < end_line and state.sCount[line] >= state.blkIndent:
        if any(rule(state, line, end_line, True) for rule in ends_it):
            break
        text = _text(state, line)
        if not text or state.is_code_block(line):
            break
        cells = _cut(text)
        completed += count - len(cells)
        if completed > _MOST_COMPLETED:
            break
        _push(state, line, "td", [*cells[:count], *[""] * (count - len(cells))])
        line += 1
    state.push("table_close", "table", -1)
    state.parentType, state.line = around, line
    return True


def _text(state: StateBlock, line: int) -> str:
    return mdTrim(state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]])


def _cut(text: str) -> list[str]:
    """The texts of a row's cells."""
    cells = _BORDER.split(text)
    if cells[0] == "":
        del cells[0]
    if cells and cells[-1] == "":
        del cells[-1]
    return [mdTrim(cell.replace("\\|", "|")) for cell in cells]


def _push(state: StateBlock, line: int, tag: str, cells: Sequence[str]) -> None:
    token = state.push(ROW, f"{tag}{len(cells)}", 0)
    token.meta[LINE] = (state.bMarks[line] + state.tShift[line], state.eMarks[line])
    token.meta[CELLS] = cells
