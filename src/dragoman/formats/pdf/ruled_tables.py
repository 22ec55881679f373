"""Ruled tables: a grid of lines on the page, and the text in its cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from dragoman.formats.pdf.page_content import Box, GlyphRun, RuleLine

_TOUCH: Final = 3.0  # points: maximum gap between lines that meet
_SAME: Final = 3.0  # points: maximum distance between edges that are one
_MOST_RULES: Final = 1_200  # of a page, after joining: more are a drawing
_MOST_POSITIONS: Final = 4_000
_COVERED: Final = 0.6  # of the side of a cell: minimum length of its line
_FILLED: Final = 0.2  # minimum share of cells with text
_NARROW: Final = 5.0  # points: a narrower column or row without text is the gap of a double line


@dataclass(slots=True)
class Grid:
    """The grid of a table: edges from left to right and from top to bottom, and the cells between them."""

    xs: list[float]
    ys: list[float]  # descending
    cells: list[tuple[int, int, int, int]]  # row, column, rows, columns
    # by row and column of their cell
    glyph_runs: dict[tuple[int, int], list[GlyphRun]] = field(default_factory=dict)

    @property
    def box(self) -> Box:
        """The box that it covers."""
        return (self.xs[0], self.ys[-1], self.xs[-1], self.ys[0])


def find_grids(
    rules: Sequence[RuleLine], glyph_runs: Sequence[GlyphRun]
) -> tuple[list[Grid], list[GlyphRun]]:
    """Find the tables among the lines of a page. Returns them with their text, and the other text."""
    level = _joined([rule for rule in rules if rule.is_level], level=True)
    upright = _joined([rule for rule in rules if not rule.is_level], level=False)
    if not level or not upright or len(level) + len(upright) > _MOST_RULES:
        return [], list(glyph_runs)
    grids = []
    rest = list(glyph_runs)
    for rows, columns in _connected(level, upright):
        grid = _grid(rows, columns)
        if grid is None:
            continue
        inside, outside = _fill(grid, rest)
        if inside >= 2 and inside >= _FILLED * len(grid.cells):
            grids.append(grid)
            rest = outside
    return grids, rest


def _joined(rules: Iterable[RuleLine], *, level: bool) -> list[RuleLine]:
    """Join lines that continue each other."""
    joined: list[RuleLine] = []
    key = (
        (lambda rule: (round(rule.bottom), rule.left))
        if level
        else (lambda rule: (round(rule.left), rule.bottom))
    )
    for rule in sorted(rules, key=key):
        last = joined[-1] if joined else None
        if (
            last is not None
            and level
            and abs(last.bottom - rule.bottom) < 1.5
            and rule.left <= last.right + 1.5
        ):
            joined[-1] = last._replace(right=max(last.right, rule.right))
        elif (
            last is not None
            and not level
            and abs(last.left - rule.left) < 1.5
            and rule.bottom <= last.top + 1.5
        ):
            joined[-1] = last._replace(top=max(last.top, rule.top))
        else:
            joined.append(rule)
    return joined


def _connected(
    level: Sequence[RuleLine], upright: Sequence[RuleLine]
) -> list[tuple[list[RuleLine], list[RuleLine]]]:
    """Groups of lines that touch each other."""
    owner = list(range(len(level) + len(upright)))

    def find(index: int) -> int:
        while owner[index] != index:
            owner[index] = owner[owner[index]]
            index = owner[index]
        return index

    for number, column in enumerate(upright, start=len(level)):
        for index, row in enumerate(level):
            if (
                row.left - _TOUCH <= column.left <= row.right + _TOUCH
                and column.bottom - _TOUCH <= row.bottom <= column.top + _TOUCH
            ):
                owner[find(number)] = find(index)
    groups: dict[int, tuple[list[RuleLine], list[RuleLine]]] = {}
    for index, rule in enumerate([*level, *upright]):
        group = groups.setdefault(find(index), ([], []))
        group[0 if index < len(level) else 1].append(rule)
    return sorted(
        (group for group in groups.values() if len(group[0]) >= 2 and group[1]),
        key=lambda group: -max(rule.top for rule in group[0]),
    )


def _grid(rows: Sequence[RuleLine], columns: Sequence[RuleLine]) -> Grid | None:
    lefts = [rule.left for rule in rows] + [rule.right for rule in rows]
    xs = _edges([rule.left for rule in columns] + [min(lefts), max(lefts)])
    ys = _edges(
        [rule.bottom for rule in rows] + [min(r.bottom for r in columns), max(r.top for r in columns)]
    )
    ys.reverse()
    positions = (len(xs) - 1) * (len(ys) - 1)
    if positions < 2 or positions > _MOST_POSITIONS:
        return None
    return Grid(xs=xs, ys=ys, cells=_cells(xs, ys, rows, columns))


def _edges(positions: Iterable[float]) -> list[float]:
    """Positions from left to right; almost equal ones are joined."""
    edges: list[float] = []
    for position in sorted(positions):
        if not edges or position - edges[-1] > _SAME:
            edges.append(position)
    return edges


def _cells(
    xs: Sequence[float], ys: Sequence[float], rows: Sequence[RuleLine], columns: Sequence[RuleLine]
) -> list[tuple[int, int, int, int]]:
    """Join positions without a line between them to one cell, if that is a rectangle."""
    wide, high = len(xs) - 1, len(ys) - 1
    owner = list(range(wide * high))

    def find(index: int) -> int:
        while owner[index] != index:
            owner[index] = owner[owner[index]]
            index = owner[index]
        return index

    beside, below = _borders(xs, ys, rows, columns)
    for row in range(high):
        for column in range(wide):
            rule = row * wide + column
            if column + 1 < wide and (row, column) not in beside:
                owner[find(rule + 1)] = find(rule)
            if row + 1 < high and (row, column) not in below:
                owner[find(rule + wide)] = find(rule)
    groups: dict[int, list[tuple[int, int]]] = {}
    for index in range(wide * high):
        groups.setdefault(find(index), []).append(divmod(index, wide))
    cells: list[tuple[int, int, int, int]] = []
    for positions in groups.values():
        top, left = min(row for row, _ in positions), min(column for _, column in positions)
        tall = max(row for row, _ in positions) - top + 1
        broad = max(column for _, column in positions) - left + 1
        if tall * broad == len(positions):
            cells.append((top, left, tall, broad))
        else:
            cells += [(row, column, 1, 1) for row, column in positions]
    return sorted(cells)


def _borders(
    xs: Sequence[float], ys: Sequence[float], rows: Sequence[RuleLine], columns: Sequence[RuleLine]
) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """The positions that have a line at their right, and those that have one below."""
    beside: set[tuple[int, int]] = set()
    below: set[tuple[int, int]] = set()
    for column in range(1, len(xs) - 1):
        near = [rule for rule in columns if abs(rule.left - xs[column]) <= _SAME]
        for row in range(len(ys) - 1):
            wanted = _COVERED * (ys[row] - ys[row + 1])
            covered = sum(max(0.0, min(r.top, ys[row]) - max(r.bottom, ys[row + 1])) for r in near)
            if covered >= wanted:
                beside.add((row, column - 1))
    for row in range(1, len(ys) - 1):
        near = [rule for rule in rows if abs(rule.bottom - ys[row]) <= _SAME]
        for column in range(len(xs) - 1):
            wanted = _COVERED * (xs[column + 1] - xs[column])
            covered = sum(max(0.0, min(r.right, xs[column + 1]) - max(r.left, xs[column])) for r in near)
            if covered >= wanted:
                below.add((row - 1, column))
    return beside, below


def _fill(grid: Grid, glyph_runs: Sequence[GlyphRun]) -> tuple[int, list[GlyphRun]]:
    """Put the glyph runs inside a grid into its cells. Returns the number of filled cells, and the rest."""
    owner = {
        (row + down, column + across): (row, column)
        for row, column, rows, columns in grid.cells
        for down in range(rows)
        for across in range(columns)
    }
    left, bottom, right, top = grid.box
    outside = []
    for glyph_run in glyph_runs:
        x, y = (glyph_run.left + glyph_run.right) / 2, glyph_run.base + 0.3 * glyph_run.size
        if not (left <= x <= right and bottom <= y <= top):
            outside.append(glyph_run)
            continue
        column = max(0, sum(edge <= x for edge in grid.xs) - 1)
        row = max(0, sum(edge >= y for edge in grid.ys) - 1)
        position = owner[min(row, len(grid.ys) - 2), min(column, len(grid.xs) - 2)]
        grid.glyph_runs.setdefault(position, []).append(glyph_run)
    return len(grid.glyph_runs), outside


def without_gaps(grid: Grid) -> Grid:
    """The grid without narrow empty rows and columns: the space between double lines."""
    used_columns = {column for (_, column) in grid.glyph_runs}
    used_rows = {row for (row, _) in grid.glyph_runs}
    columns = [
        index
        for index in range(len(grid.xs) - 1)
        if index in used_columns or grid.xs[index + 1] - grid.xs[index] > _NARROW
    ]
    rows = [
        index
        for index in range(len(grid.ys) - 1)
        if index in used_rows or grid.ys[index] - grid.ys[index + 1] > _NARROW
    ]
    if len(columns) == len(grid.xs) - 1 and len(rows) == len(grid.ys) - 1:
        return grid
    cells = []
    glyph_runs = {}
    for row, column, tall, broad in grid.cells:
        kept_rows = [rows.index(r) for r in range(row, row + tall) if r in rows]
        kept_columns = [columns.index(c) for c in range(column, column + broad) if c in columns]
        if kept_rows and kept_columns:
            position = (kept_rows[0], kept_columns[0])
            cells.append((*position, len(kept_rows), len(kept_columns)))
            if (row, column) in grid.glyph_runs:
                glyph_runs[position] = grid.glyph_runs[row, column]
    return Grid(
        xs=[grid.xs[index] for index in columns] + [grid.xs[columns[-1] + 1]],
        ys=[grid.ys[index] for index in rows] + [grid.ys[rows[-1] + 1]],
        cells=cells,
        glyph_runs=glyph_runs,
    )
