"""A Word document that is made from nothing: what it may hold. `package` writes it.

Measures are in points.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True, kw_only=True)
class WordRun:
    """Text of one look. A tab in it is a tab, a line end a line break."""

    text: str
    bold: bool | None = None  # None: as the paragraph's style has it
    italic: bool = False
    raised: int = 0  # 1: superscript, -1: subscript
    link: str = ""  # address
    field: str = ""  # "PAGE", "NUMPAGES": what Word computes; `text` is what it shows until then
    size: float | None = None
    note: int = 0  # here the mark of the footnote of this number stands, whatever the text is


@dataclass(frozen=True, slots=True, kw_only=True)
class WordLabel:
    """The label of a list's item."""

    text: str  # a bullet, or a number's form: "%1." at depth 0, "%2)" or "%1.%2" at depth 1
    style: str = "bullet"  # as Word names it: decimal, lowerLetter, upperLetter, lowerRoman, upperRoman
    value: int = 1  # of the first item of its depth; the others count on
    list: int = 0  # items of the same list count on; those of bullets need none
    depth: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class WordTab:
    """Where text behind a tab begins, or ends."""

    at: float  # from the margin
    to_right: bool = False  # text ends here
    dots: bool = False  # that lead to it


@dataclass(frozen=True, slots=True, kw_only=True)
class WordParagraph:
    """A paragraph."""

    runs: tuple[WordRun, ...]
    heading: int = 0  # level; 0: it is none
    label: WordLabel | None = None
    alignment: str = ""  # center; right: at the end of lines, whichever side that is; "": at the start
    indent: float = 0.0
    first_line: float = 0.0  # how much further right the first line begins
    before: float = 0.0  # empty space above
    new_page: bool = False
    tabs: tuple[WordTab, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WordCell:
    """A cell; the places that it covers besides its own are left out."""

    row: int
    column: int
    rows: int = 1
    columns: int = 1
    paragraphs: tuple[WordParagraph, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WordTable:
    """A table. Its cells cover every place once, in rows from the left."""

    cells: tuple[WordCell, ...]
    widths: tuple[float, ...]
    borders: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WordPicture:
    """A picture in a paragraph of its own. Equal files are kept once."""

    data: bytes = field(repr=False)
    suffix: str  # jpeg, png
    width: float
    height: float
    mirrored: tuple[bool, bool] = (False, False)  # from side to side, upside down
    alignment: str = ""  # as of a paragraph
    before: float = 0.0  # empty space above
    new_page: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class WordNote:
    """A footnote."""

    number: int  # by which runs refer to it
    mark: str = ""  # "": Word counts it
    value: int = 0  # what Word is to count it as; the first one tells where to begin
    runs: tuple[WordRun, ...] = ()


WordBlock: TypeAlias = WordParagraph | WordTable | WordPicture


@dataclass(frozen=True, slots=True, kw_only=True)
class WordPage:
    """The paper."""

    width: float
    height: float
    left: float  # margins
    right: float
    top: float
    bottom: float


@dataclass(frozen=True, slots=True, kw_only=True)
class WordDocument:
    """A whole document of one section."""

    blocks: tuple[WordBlock, ...]
    page: WordPage
    language: str  # as Office names it
    right_to_left: bool = False
    font: str = "Arial"
    size: float = 11.0
    headings: tuple[float, ...] = field(default=(20.0, 16.0, 13.0, 11.0))  # their sizes, by level
    header: tuple[WordParagraph, ...] = ()
    footer: tuple[WordParagraph, ...] = ()
    plain_first: bool = False  # the first page has neither
    first_number: int = 1  # of the first page
    notes: tuple[WordNote, ...] = ()
    note_size: float = 9.0
