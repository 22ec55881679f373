"""The blocks of a document: paragraphs, tables and figures, with the lines and measures of the pages."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from dragoman.formats.pdf.images import Image
from dragoman.formats.pdf.lines import PdfLine, PdfRun


class ListItem(NamedTuple):
    """The number of a paragraph in a numbered list."""

    list: int  # items of one list continue its numbers
    style: str  # Word's name: decimal, lowerRoman …
    around: str  # the text around the number: "(%1)"
    value: int
    levels: int = 1  # whose numbers are shown: 2 for "1.1" in the list of "1."


@dataclass(slots=True, eq=False)
class PdfParagraph:
    """Lines that form a paragraph."""

    lines: list[PdfLine]
    column: tuple[float, float]  # left and right edge of its column or cell
    runs: list[PdfRun] = field(default_factory=list)  # its text, lines joined; see `line_joining`
    level: int = 0  # of a heading: 1 is the highest; 0: no heading
    label: str = ""  # of a list item
    item: ListItem | None = None  # of a numbered list
    depth: int = 0  # of a list item: its level of indentation
    centred: bool = False
    new_page: bool = False  # starts a new page, because the previous one ended early
    aside: bool = False  # in the margin, or across the page

    @property
    def size(self) -> float:
        """The font size of its letters."""
        return max(self.lines, key=lambda line: line.letters).size

    @property
    def page(self) -> int:
        """The page on which it begins."""
        return self.lines[0].page


@dataclass(slots=True, eq=False)
class PdfCell:
    """A cell of a table, which may span several rows and columns."""

    row: int
    column: int
    rows: int = 1
    columns: int = 1
    paragraphs: list[PdfParagraph] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class PdfTable:
    """A table of cells in rows and columns."""

    cells: list[PdfCell]
    widths: list[float]  # of the columns, in points
    ruled: bool
    page: int
    new_page: bool = False


@dataclass(slots=True, eq=False)
class Figure:
    """A picture between paragraphs."""

    image: Image
    width: float  # on the page, in points
    height: float
    left: float
    right: float  # distance of its right side from the page's edge
    page: int
    mirrored: tuple[bool, bool] = (False, False)  # horizontally, vertically
    new_page: bool = False


Block: TypeAlias = PdfParagraph | PdfTable | Figure
