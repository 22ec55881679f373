"""The graphics of a page: lines that may belong to tables, drawn bullets, and positions of pictures."""

from __future__ import annotations

from math import isfinite
from typing import Final

from pdfminer.pdftypes import PDFStream

from dragoman.formats.pdf.instructions import Operand
from dragoman.formats.pdf.page_content import Matrix, PageContent, Picture, RuleLine, transform_box

MOST_RULES: Final = 6_000  # of a page: more are a drawing
_MOST_STEPS: Final = 2_000  # of a path
_THIN: Final = 3.0  # points: a thinner filled box is a line
_SHORTEST: Final = 4.0
_STROKES: Final = frozenset({b"S", b"s", b"B", b"B*", b"b", b"b*"})
_FILLS: Final = frozenset({b"f", b"F", b"f*"})
_MOST_PICTURES: Final = 10_000
MOST_DOTS: Final = 300  # of a page: more are a drawing
_DOT: Final = (1.5, 8.0)  # points: sides of a bullet
_ROUND: Final = 0.7  # minimum ratio of the shorter side to the longer side


class GraphicsCollector:
    """Collects the paths of a page."""

    def __init__(self, page: PageContent) -> None:
        self.page = page
        self._lines: list[tuple[float, float, float, float]] = []
        self._boxes: list[tuple[float, float, float, float]] = []
        self._start = self._at = (0.0, 0.0)
        self._curved = False
        self._points: list[tuple[float, float]] = []  # control points of curves

    def execute(self, operator: bytes, operands: list[Operand], matrix: Matrix) -> None:
        """Follow an instruction of path construction or painting; others are ignored."""
        if operator == b"re":
            if numbers := _numbers(operands, 4):
                x, y, width, height = numbers
                self._boxes.append((x, y, x + width, y + height))
        elif operator == b"m":
            if numbers := _numbers(operands, 2):
                self._start = self._at = (numbers[0], numbers[1])
                self._points.append(self._at)
                del self._points[_MOST_STEPS:]
        elif operator == b"l":
            if numbers := _numbers(operands, 2):
                self._line((numbers[0], numbers[1]))
        elif operator == b"h":
            self._line(self._start)
        elif operator in {b"c", b"v", b"y"}:
            self._curved = True
            if numbers := _numbers(operands, 6 if operator == b"c" else 4):
                self._at = (numbers[-2], numbers[-1])
                self._points += zip(numbers[::2], numbers[1::2], strict=True)
                del self._points[_MOST_STEPS:]
        elif operator in _STROKES or operator in _FILLS or operator == b"n":
            self._paint(operator, matrix)
        elif operator == b"EI":
            self.picture(matrix)

    def picture(self, matrix: Matrix, stream: PDFStream | None = None) -> None:
        """Add a picture; without `stream`, it is an inline image."""
        if len(self.page.pictures) < _MOST_PICTURES:
            self.page.pictures.append(Picture(matrix, stream))

    def _line(self, to: tuple[float, float]) -> None:
        if len(self._lines) < _MOST_STEPS:
            self._lines.append((*self._at, *to))
        self._at = to

    def _paint(self, operator: bytes, matrix: Matrix) -> None:
        lines, boxes, curved = self._lines, self._boxes, self._curved
        points, self._points = self._points, []
        self._lines, self._boxes, self._curved = [], [], False
        if points and curved and operator != b"n":
            xs, ys = [x for x, _ in points], [y for _, y in points]
            self._dot(transform_box(matrix, (min(xs), min(ys), max(xs), max(ys))))
        if operator == b"n" or len(self.page.rules) >= MOST_RULES:
            return
        for box in boxes[:_MOST_STEPS]:
            self._box(transform_box(matrix, _sorted(box)), stroked=operator in _STROKES)
        if operator in _STROKES:
            for line in lines:
                self._rule(transform_box(matrix, _sorted(line)))
        elif not curved and 3 <= len(lines) <= 5:  # a box drawn as a polygon
            xs, ys = [n for line in lines for n in line[::2]], [n for line in lines for n in line[1::2]]
            self._box(transform_box(matrix, (min(xs), min(ys), max(xs), max(ys))), stroked=False)

    def _box(self, box: tuple[float, float, float, float], *, stroked: bool) -> None:
        left, bottom, right, top = box
        if not stroked:
            self._dot(box)
        if min(right - left, top - bottom) <= _THIN:
            self._rule(box)
        elif stroked:
            self._rule((left, bottom, right, bottom))
            self._rule((left, top, right, top))
            self._rule((left, bottom, left, top))
            self._rule((right, bottom, right, top))

    def _dot(self, box: tuple[float, float, float, float]) -> None:
        """Add a shape that may be a bullet."""
        short, long = sorted((box[2] - box[0], box[3] - box[1]))
        if _DOT[0] <= short and _ROUND * long <= short <= _DOT[1] and len(self.page.dots) <= MOST_DOTS:
            self.page.dots.append(box)

    def _rule(self, box: tuple[float, float, float, float]) -> None:
        left, bottom, right, top = box
        wide, high = right - left, top - bottom
        if min(wide, high) <= _THIN and max(wide, high) >= _SHORTEST and all(map(isfinite, box)):
            self.page.rules.append(RuleLine(left, bottom, right, top))


def _sorted(box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = box
    return (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))


def _numbers(operands: list[Operand], count: int) -> list[float] | None:
    found = [value for value in operands[-count:] if isinstance(value, float) and abs(value) < 1e9]
    return found if len(found) == count else None
