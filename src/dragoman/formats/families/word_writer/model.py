"""The model of a new Word document. `package` writes it.

Measures are in points.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True, kw_only=True)
class WordRun:
    """Text of one formatting. A tab in it is a tab, a line end a line break."""

    text: str
    bold: bool | None = None  # None: by the paragraph's style
    italic: bool = False
    raised: int = 0  # 1: superscript, -1: subscript
    link: str = ""  # address
    field: str = ""  # "PAGE", "NUMPAGES": computed by Word; `text` is shown until then
    size: float | None = None
    note: int = 0  # the run is the mark of the footnote with this number, and has no text


@dataclass(frozen=True, slots=True, kw_only=True)
class WordLabel:
    """The label of a list item."""

    text: str  # a bullet, or a number's form: "%1." at depth 0, "%2)" or "%1.%2" at depth 1
    style: str = "bullet"  # Word's name: decimal, lowerLetter, upperLetter, lowerRoman, upperRoman
    value: int = 1  # of the first item of its depth; the others continue
    list: int = 0  # items of the same list continue its numbers; bullets need no list
    depth: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class WordTab:
    """A tab stop."""

    at: float  # from the margin
    to_right: bool = False  # text before it is aligned to the right
    dots: bool = False  # leader dots


@dataclass(frozen=True, slots=True, kw_only=True)
class WordParagraph:
    """A paragraph."""

    runs: tuple[WordRun, ...]
    heading: int = 0  # level; 0: no heading
    label: WordLabel | None = None
    alignment: str = ""  # center; right: at the end of lines in either direction; "": at the start
    indent: float = 0.0
    first_line: float = 0.0  # additional indentation of the first line
    before: float = 0.0  # empty space above
    new_page: bool = False
    tabs: tuple[WordTab, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WordCell:
    """A cell; the other positions that it covers have no cells."""

    row: int
    column: int
    rows: int = 1
    columns: int = 1
    paragraphs: tuple[WordParagraph, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WordTable:
    """A table. Its cells cover every position once, in rows from the left."""

    cells: tuple[WordCell, ...]
    widths: tuple[float, ...]
    borders: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WordPicture:
    """A picture in a paragraph of its own. Equal files are stored once."""

    data: bytes = field(repr=False)
    suffix: str  # jpeg, png
    width: float
    height: float
    mirrored: tuple[bool, bool] = (False, False)  # horizontally, vertically
    alignment: str = ""  # as of a paragraph
    before: float = 0.0  # empty space above
    new_page: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class WordNote:
    """A footnote."""

    number: int  # its id in `WordRun.note`
    mark: str = ""  # "": numbered by Word
    value: int = 0  # its number, if Word numbers it; the first one is the start
    runs: tuple[WordRun, ...] = ()


WordBlock: TypeAlias = WordParagraph | WordTable | WordPicture


@dataclass(frozen=True, slots=True, kw_only=True)
class WordPage:
    """The page size and margins."""

    width: float
    height: float
    left: float  # margins
    right: float
    top: float
    bottom: float


@dataclass(frozen=True, slots=True, kw_only=True)
class WordDocument:
    """A document with one section."""

    blocks: tuple[WordBlock, ...]
    page: WordPage
    language: str  # Office's name
    right_to_left: bool = False
    font: str = "Arial"
    size: float = 11.0
    headings: tuple[float, ...] = field(default=(20.0, 16.0, 13.0, 11.0))  # their sizes, by level
    header: tuple[WordParagraph, ...] = ()
    footer: tuple[WordParagraph, ...] = ()
    plain_first: bool = False  # the first page has neither header nor footer
    first_number: int = 1  # of the first page
    notes: tuple[WordNote, ...] = ()
    note_size: float = 9.0
