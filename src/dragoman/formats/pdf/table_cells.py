"""Tables with their texts, from ruled grids and from aligned rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from dragoman.formats.pdf.aligned_tables import AlignedRows, rows_of
from dragoman.formats.pdf.blocks import PdfCell, PdfParagraph, PdfTable
from dragoman.formats.pdf.lines import PdfLine, PdfRun, make_lines
from dragoman.formats.pdf.list_labels import find_labels
from dragoman.formats.pdf.paragraphs import make_paragraphs
from dragoman.formats.pdf.ruled_tables import Grid

_TELLING_GAPS: Final = 2
_EQUAL: Final = 1.15  # times the smallest: gaps that count as equal


def ruled_table(grid: Grid, page: int) -> PdfTable:
    """The table of a ruled grid."""
    cells = []
    for row, column, rows, columns in grid.cells:
        edges = (grid.xs[column], grid.xs[column + columns])
        lines = make_lines(grid.glyph_runs.get((row, column), ()), page)
        paragraphs = [replace(one, column=edges) for one in _cell_paragraphs(lines, edges)]
        cells.append(PdfCell(row=row, column=column, rows=rows, columns=columns, paragraphs=paragraphs))
    widths = [right - left for left, right in pairwise(grid.xs)]
    return PdfTable(cells=cells, widths=widths, ruled=True, page=page)


def _cell_paragraphs(lines: Sequence[PdfLine], edges: tuple[float, float]) -> list[PdfParagraph]:
    """The paragraphs of a cell. Its text may be a little off its edges."""
    if not lines:
        return []
    inner = (min(line.left for line in lines), edges[1] - 0.4 * lines[0].size)
    rows = [one_line(row) for row in rows_of(lines)]
    find_labels(rows, inner[1])
    return make_paragraphs(rows, inner)


def one_line(row: Sequence[PdfLine]) -> PdfLine:
    """Join the parts of a row to one line, with tabs between them; justified words keep blanks."""
    first = row[0]
    spread = _is_spread(row)
    for line in row[1:]:
        first.runs = [*first.runs, PdfRun(" " if spread else "\t"), *line.runs]
        first.right = line.right
        first.leader = first.leader or line.leader
        if not spread:
            first.tabs.append(line.left)
    if len(row) > 1:
        first.read_runs()
    return first


def _is_spread(row: Sequence[PdfLine]) -> bool:
    """Whether parts are words of a justified line: all gaps are equal."""
    gaps = [two.left - one.right for one, two in pairwise(row)]
    if len(gaps) < _TELLING_GAPS:
        return False
    return max(gaps) < _EQUAL * min(gaps) and sum(" " in line.text for line in row) <= len(row) // 4


def aligned_table(rows: AlignedRows) -> PdfTable:
    """The table of aligned rows."""
    edges = rows.edges
    cells = []
    for number, row in enumerate(rows.rows):
        first, across = rows.across.get(number, (0, 1))
        for column in range(len(edges) - 1):
            if first < column < first + across:
                continue
            wide = across if column == first else 1
            paragraphs = _cell_paragraphs(row.get(column, []), (edges[column], edges[column + wide]))
            cells.append(PdfCell(row=number, column=column, columns=wide, paragraphs=paragraphs))
    widths = [right - left for left, right in pairwise(edges)]
    page = next(line.page for row in rows.rows for lines in row.values() for line in lines)
    return PdfTable(cells=cells, widths=widths, ruled=False, page=page)
