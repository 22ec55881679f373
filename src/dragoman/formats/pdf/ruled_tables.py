"""Tables that are drawn: a grid of lines on the page, and the text in its cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from dragoman.formats.pdf.page_content import Box, Piece, Rule

_TOUCH: Final = 3.0  # points: lines as near to each other meet
_SAME: Final = 3.0  # points: edges as near to each other are one
_MOST_RULES: Final = 1_200  # of a page, once pieces of one line are joined: more are a drawing
_MOST_PLACES: Final = 4_000
_COVERED: Final = 0.6  # of the side of a cell that a line must cover
_FILLED: Final = 0.2  # of the cells of a table have text
_NARROW: Final = 5.0  # points: a column or row without text that is narrower is the gap of a double line


@dataclass(slots=True)
class Grid:
    """The places of a table: edges from left to right and from top to bottom, and which places are one."""

    xs: list[float]
    ys: list[float]  # falling
    cells: list[tuple[int, int, int, int]]  # row, column, rows, columns
    pieces: dict[tuple[int, int], list[Piece]] = field(default_factory=dict)  # by the cell's row and column

    @property
    def box(self) -> Box:
        """What it covers."""
        return (self.xs[0], self.ys[-1], self.xs[-1], self.ys[0])


def find_grids(rules: Sequence[Rule], pieces: Sequence[Piece]) -> tuple[list[Grid], list[Piece]]:
    """The tables among the lines of a page with the text in them, and the text that is in none."""
    level = _joined([rule for rule in rules if rule.is_level], level=True)
    upright = _joined([rule for rule in rules if not rule.is_level], level=False)
    if not level or not upright or len(level) + len(upright) > _MOST_RULES:
        return [], list(pieces)
    grids = []
    rest = list(pieces)
    for rows, columns in _connected(level, upright):
        grid = _grid(rows, columns)
        if grid is None:
            continue
        inside, outside = _fill(grid, rest)
        if inside >= 2 and inside >= _FILLED * len(grid.cells):
            grids.append(grid)
            rest = outside
    return grids, rest


def _joined(rules: Iterable[Rule], *, level: bool) -> list[Rule]:
    """Lines that go on in each other as one."""
    joined: list[Rule] = []
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


def _connected(level: Sequence[Rule], upright: Sequence[Rule]) -> list[tuple[list[Rule], list[Rule]]]:
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
    groups: dict[int, tuple[list[Rule], list[Rule]]] = {}
    for index, rule in enumerate([*level, *upright]):
        group = groups.setdefault(find(index), ([], []))
        group[0 if index < len(level) else 1].append(rule)
    return sorted(
        (group for group in groups.values() if len(group[0]) >= 2 and group[1]),
        key=lambda group: -max(rule.top for rule in group[0]),
    )


def _grid(rows: Sequence[Rule], columns: Sequence[Rule]) -> Grid | None:
    lefts = [rule.left for rule in rows] + [rule.right for rule in rows]
    xs = _edges([rule.left for rule in columns] + [min(lefts), max(lefts)])
    ys = _edges(
        [rule.bottom for rule in rows] + [min(r.bottom for r in columns), max(r.top for r in columns)]
    )
    ys.reverse()
    places = (len(xs) - 1) * (len(ys) - 1)
    if places < 2 or places > _MOST_PLACES:
        return None
    return Grid(xs=xs, ys=ys, cells=_cells(xs, ys, rows, columns))


def _edges(places: Iterable[float]) -> list[float]:
    """Places from left to right, those that are nearly one joined."""
    edges: list[float] = []
    for place in sorted(places):
        if not edges or place - edges[-1] > _SAME:
            edges.append(place)
    return edges


def _cells(
    xs: Sequence[float], ys: Sequence[float], rows: Sequence[Rule], columns: Sequence[Rule]
) -> list[tuple[int, int, int, int]]:
    """Places between which there is no line are one cell, where that makes a box."""
    wide, high = len(xs) - 1, len(ys) - 1
    owner = list(range(wide * high))

    def find(index: int) -> int:
        while owner[index] != index:
            owner[index] = owner[owner[index]]
            index = owner[index]
        return index

    beside, below = _walls(xs, ys, rows, columns)
    for row in range(high):
        for column in range(wide):
            here = row * wide + column
            if column + 1 < wide and (row, column) not in beside:
                owner[find(here + 1)] = find(here)
            if row + 1 < high and (row, column) not in below:
                owner[find(here + wide)] = find(here)
    groups: dict[int, list[tuple[int, int]]] = {}
    for index in range(wide * high):
        groups.setdefault(find(index), []).append(divmod(index, wide))
    cells: list[tuple[int, int, int, int]] = []
    for places in groups.values():
        top, left = min(row for row, _ in places), min(column for _, column in places)
        tall = max(row for row, _ in places) - top + 1
        broad = max(column for _, column in places) - left + 1
        if tall * broad == len(places):
            cells.append((top, left, tall, broad))
        else:
            cells += [(row, column, 1, 1) for row, column in places]
    return sorted(cells)


def _walls(
    xs: Sequence[float], ys: Sequence[float], rows: Sequence[Rule], columns: Sequence[Rule]
) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """The places that have a line at their right, and those that have one below."""
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


def _fill(grid: Grid, pieces: Sequence[Piece]) -> tuple[int, list[Piece]]:
    """Put the pieces that lie in the grid into its cells; how many cells have some, and the other pieces."""
    owner = {
        (row + down, column + across): (row, column)
        for row, column, rows, columns in grid.cells
        for down in range(rows)
        for across in range(columns)
    }
    left, bottom, right, top = grid.box
    outside = []
    for piece in pieces:
        x, y = (piece.left + piece.right) / 2, piece.base + 0.3 * piece.size
        if not (left <= x <= right and bottom <= y <= top):
            outside.append(piece)
            continue
        column = max(0, sum(edge <= x for edge in grid.xs) - 1)
        row = max(0, sum(edge >= y for edge in grid.ys) - 1)
        place = owner[min(row, len(grid.ys) - 2), min(column, len(grid.xs) - 2)]
        grid.pieces.setdefault(place, []).append(piece)
    return len(grid.pieces), outside


def without_gaps(grid: Grid) -> Grid:
    """The grid without narrow rows and columns that hold nothing: the space between double lines."""
    used_columns = {column for (_, column) in grid.pieces}
    used_rows = {row for (row, _) in grid.pieces}
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
    pieces = {}
    for row, column, tall, broad in grid.cells:
        kept_rows = [rows.index(r) for r in range(row, row + tall) if r in rows]
        kept_columns = [columns.index(c) for c in range(column, column + broad) if c in columns]
        if kept_rows and kept_columns:
            place = (kept_rows[0], kept_columns[0])
            cells.append((*place, len(kept_rows), len(kept_columns)))
            if (row, column) in grid.pieces:
                pieces[place] = grid.pieces[row, column]
    return Grid(
        xs=[grid.xs[index] for index in columns] + [grid.xs[columns[-1] + 1]],
        ys=[grid.ys[index] for index in rows] + [grid.ys[rows[-1] + 1]],
        cells=cells,
        pieces=pieces,
    )
