"""The content of a page: glyph runs, rules, pictures, links; in points, from the lower left corner."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from pdfminer.pdftypes import PDFStream

from dragoman.formats.pdf.font_styles import FontStyle

Matrix: TypeAlias = tuple[float, float, float, float, float, float]
Box: TypeAlias = tuple[float, float, float, float]  # left, bottom, right, top

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@dataclass(slots=True, eq=False)
class GlyphRun:
    """Adjacent letters, a word at most, on one baseline.

    `left`, `right` and `base` are measured on the page rotated so that the text is horizontal.
    """

    glyphs: list[str]
    left: float
    right: float
    base: float
    size: float  # of the letters, as displayed
    style: FontStyle
    angle: int  # of the text, in degrees counter-clockwise
    spaced: bool = False  # a blank is before it
    typed: bool = False  # exactly one blank, which fills the gap before it
    artifact: bool = False  # the file marks it as part of the page, not of the text
    hidden: bool = False  # invisible: text behind a scanned picture
    link: str = ""
    raised: int = 0  # 1: superscript, -1: subscript; set when lines are made

    @property
    def text(self) -> str:
        """Its letters."""
        return "".join(self.glyphs)


class RuleLine(NamedTuple):
    """A straight horizontal or vertical line, or the side of a box."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def is_level(self) -> bool:
        """Whether it is horizontal."""
        return self.right - self.left >= self.top - self.bottom


class Picture(NamedTuple):
    """A picture, which fills the unit square of its matrix."""

    matrix: Matrix
    stream: PDFStream | None = None  # None: an inline image

    @property
    def box(self) -> Box:
        """The box that it covers."""
        return transform_box(self.matrix, (0.0, 0.0, 1.0, 1.0))


@dataclass(slots=True)
class PageContent:
    """Everything on a page."""

    number: int
    width: float
    height: float
    glyph_runs: list[GlyphRun] = field(default_factory=list)
    rules: list[RuleLine] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)
    dots: list[Box] = field(default_factory=list)  # small round or square shapes, which may be bullets
    links: list[tuple[Box, str]] = field(default_factory=list)
    unknown: int = 0  # number of letters without a known text
    unseen: int = 0  # number of letters in hidden layers
    comments: int = 0
    broken: bool = False  # a part of it could not be read


def multiply(one: Matrix, other: Matrix) -> Matrix:
    """Apply `one`, then `other`."""
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (
        a * g + b * i,
        a * h + b * j,
        c * g + d * i,
        c * h + d * j,
        e * g + f * i + k,
        e * h + f * j + m,
    )


def transform_box(matrix: Matrix, box: Box) -> Box:
    """The bounding box of a transformed box."""
    a, b, c, d, e, f = matrix
    corners = [(x, y) for x in (box[0], box[2]) for y in (box[1], box[3])]
    xs = [a * x + c * y + e for x, y in corners]
    ys = [b * x + d * y + f for x, y in corners]
    return (min(xs), min(ys), max(xs), max(ys))


def rotated_box(box: Box, angle: int) -> Box:
    """A box measured along text of an angle; only for right angles."""
    left, bottom, right, top = box
    if angle == 90:
        return (bottom, -right, top, -left)
    if angle == 180:
        return (-right, -top, -left, -bottom)
    if angle == 270:
        return (-top, left, -bottom, right)
    return box
