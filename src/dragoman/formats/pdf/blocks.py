"""What a page holds once it is understood: paragraphs, tables and figures, still in the words of the page."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from dragoman.formats.pdf.images import Image
from dragoman.formats.pdf.lines import PdfLine, PdfRun


class ListItem(NamedTuple):
    """What a numbered paragraph is in its list."""

    list: int  # items of one list count on
    style: str  # as Word names it: decimal, lowerRoman …
    around: str  # as the number is written: "(%1)"
    value: int
    levels: int = 1  # whose numbers are shown: 2 for "1.1" in the list of "1."


@dataclass(slots=True, eq=False)
class PdfParagraph:
    """Lines that are read as one."""

    lines: list[PdfLine]
    column: tuple[float, float]  # left and right edge of what it stands in
    runs: list[PdfRun] = field(default_factory=list)  # its text, lines joined; see `line_joining`
    level: int = 0  # of a heading: 1 is the highest; 0: it is none
    label: str = ""  # of a list's item
    item: ListItem | None = None  # of a numbered list
    depth: int = 0  # of a list's item: how far it is set in
    centred: bool = False
    new_page: bool = False  # the page before ended early
    aside: bool = False  # it stands along an edge, or across the page

    @property
    def size(self) -> float:
        """The size of its letters."""
        return max(self.lines, key=lambda line: line.letters).size

    @property
    def page(self) -> int:
        """The page it begins on."""
        return self.lines[0].page


@dataclass(slots=True, eq=False)
class PdfCell:
    """A cell of a table, which may cover several of its places."""

    row: int
    column: int
    rows: int = 1
    columns: int = 1
    paragraphs: list[PdfParagraph] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class PdfTable:
    """Cells in rows and columns."""

    cells: list[PdfCell]
    widths: list[float]  # of the columns, in points
    height: int  # rows
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
    right: float  # how far its right side is from the page's edge
    page: int
    mirrored: tuple[bool, bool] = (False, False)  # from side to side, upside down
    new_page: bool = False


Block: TypeAlias = PdfParagraph | PdfTable | Figure
