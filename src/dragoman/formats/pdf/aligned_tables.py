"""Tables without ruling lines: rows whose parts are aligned below each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Final

from dragoman.formats.pdf.lines import PdfLine
from dragoman.formats.pdf.list_labels import join_labels

_SAME_ROW: Final = 0.35  # of the size: maximum difference of baselines within a row
_FARTHEST: Final = 3.5  # of the size: maximum distance between rows of one table
_TIGHT: Final = 1.4  # of the size: maximum distance between lines of one cell
_CROSSING: Final = 0.12  # share of the rows that may cross the gap between two columns
_MOST_ROWS: Final = 1_000  # of a page on which tables are searched
_MOST_COLUMNS: Final = 40


@dataclass(slots=True)
class AlignedRows:
    """Rows that form a table: for each row the lines of its cells, by column."""

    edges: list[float]  # of the columns, from left to right
    rows: list[dict[int, list[PdfLine]]]
    across: dict[int, tuple[int, int]]  # row → first column and number of columns of its wide cell


def rows_of(lines: Sequence[PdfLine]) -> list[list[PdfLine]]:
    """Group lines into rows from top to bottom; list labels are joined with their texts."""
    rows: list[list[PdfLine]] = []
    for line in sorted(lines, key=lambda line: (-line.base, line.left)):
        if rows and rows[-1][0].base - line.base <= _SAME_ROW * min(line.size, rows[-1][0].size):
            rows[-1].append(line)
        else:
            rows.append([line])
    return [join_labels(sorted(row, key=lambda line: line.left)) for row in rows]


def find_rows(rows: Sequence[list[PdfLine]]) -> list[AlignedRows | list[PdfLine]]:
    """The rows of a region; those that form tables are grouped, all others are returned unchanged."""
    found: list[AlignedRows | list[PdfLine]] = []
    if len(rows) > _MOST_ROWS:
        return [*rows]
    position = 0
    while position < len(rows):
        end = _reach(rows, position)
        table = _table(rows[position:end]) if end - position >= 2 else None
        if table is None:
            found.append(rows[position])
            position += 1
        else:
            found.append(table)
            position = end
    return found


def _reach(rows: Sequence[list[PdfLine]], start: int) -> int:
    """The end of the rows that may form a table with the first one."""
    if len(rows[start]) < 2:
        return start + 1
    end, alone = start + 1, 0
    for index in range(start + 1, len(rows)):
        above, row = rows[index - 1][0], rows[index][0]
        distance = above.base - row.base
        if not 0 < distance <= _FARTHEST * max(row.size, above.size):
            break
        if len(rows[index]) > 1:
            end, alone = index + 1, 0
            continue
        alone += 1
        usual = median(
            [
                one[0].base - two[0].base
                for one, two in zip(rows[start:end], rows[start + 1 : end], strict=False)
            ]
            or [_TIGHT * row.size]
        )
        is_continued = row.left > min(line.left for line in rows[start]) + 2 * row.size
        if alone > 2 or distance > max(1.3 * usual, _TIGHT * row.size):
            break
        if is_continued and distance <= _TIGHT * max(row.size, above.size):
            end = index + 1
    return end


def _table(rows: Sequence[list[PdfLine]]) -> AlignedRows | None:
    several = [row for row in rows if len(row) > 1]
    if len(several) < 2:
        return None
    gaps = _free(several)
    if not gaps or len(gaps) >= _MOST_COLUMNS:
        return None
    lines = [line for row in rows for line in row]
    edges = [min(line.left for line in lines), *gaps, max(line.right for line in lines)]
    used = {_column(line, gaps) for row in several for line in row}
    if len(used) < 2 or not _agree(several, gaps):
        return None
    return _fill(rows, edges, gaps)


def _free(rows: Sequence[Sequence[PdfLine]]) -> list[float]:
    """The middles of the gaps between columns, where almost no row has text."""
    allowed = int(_CROSSING * len(rows))
    events = sorted(
        [(line.left, 1) for row in rows for line in row] + [(line.right, -1) for row in rows for line in row]
    )
    free: list[float] = []
    count = 0
    least = 0.6 * median(line.size for row in rows for line in row)
    for index, (position, change) in enumerate(events[:-1]):
        count += change
        following = events[index + 1][0]
        if count <= allowed and following - position > least:
            free.append((position + following) / 2)
    return free


def _column(line: PdfLine, gaps: Sequence[float]) -> int:
    middle = (line.left + line.right) / 2
    return sum(gap < middle for gap in gaps)


def _agree(rows: Sequence[Sequence[PdfLine]], gaps: Sequence[float]) -> bool:
    """Whether the parts of rows are in the same columns consistently, not by chance."""
    if len(rows) > 2:
        columns = [{_column(line, gaps) for line in row} for row in rows]
        return sum(len(found) >= 2 for found in columns) >= 0.8 * len(rows)
    for one in rows[0]:
        for two in rows[1]:
            if _column(one, gaps) == _column(two, gaps):
                near = 0.8 * max(one.size, two.size)
                sides = (
                    one.left - two.left,
                    one.right - two.right,
                    one.left + one.right - two.left - two.right,
                )
                if min(map(abs, sides)) > near:
                    return False
    return len(rows[0]) == len(rows[1])


def _fill(rows: Sequence[list[PdfLine]], edges: list[float], gaps: Sequence[float]) -> AlignedRows:
    table = AlignedRows(edges=edges, rows=[], across={})
    tight = _tight_distance(rows)
    above: PdfLine | None = None
    for row in rows:
        cells: dict[int, list[PdfLine]] = {}
        for line in row:
            cells.setdefault(_column(line, gaps), []).append(line)
        crosses = len(row) == 1 and any(row[0].left < gap < row[0].right for gap in gaps)
        distance = above.base - row[0].base if above is not None else 1e9
        above_size = above.size if above is not None else 0.0
        goes_on = 0 not in cells and len(row) == 1 and distance <= _TIGHT * max(row[0].size, above_size)
        if table.rows and not crosses and (goes_on or distance <= tight):
            for column, lines in cells.items():
                table.rows[-1].setdefault(column, []).extend(lines)
        else:
            if crosses:
                first = sum(gap < row[0].left for gap in gaps)
                last = sum(gap < row[0].right for gap in gaps)
                table.across[len(table.rows)] = (first, last - first + 1)
                cells = {first: row}
            table.rows.append(cells)
        above = row[0]
    return table


def _tight_distance(rows: Sequence[list[PdfLine]]) -> float:
    """The maximum distance of lines of one row, if rows are clearly further apart; else 0."""
    distances = [one[0].base - two[0].base for one, two in pairwise(rows)]
    if len(distances) < 3:
        return 0.0
    least, size = min(distances), median(row[0].size for row in rows)
    wide = sum(distance > 1.35 * least for distance in distances)
    if least > _TIGHT * size or wide < 2 or wide < 0.3 * len(distances):
        return 0.0
    return 1.15 * least
