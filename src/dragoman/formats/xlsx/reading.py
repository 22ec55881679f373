"""Reading a workbook: the one way for extraction and for rebuilding.

First what is around the cells (which of them stay, what charts copy, what formulas compare with), then the
cells of all sheets, then the shared strings that they use. Only strings that a translatable cell uses become
units; a string has one unit, whatever the number of its cells.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from dragoman.formats.families.ooxml.cell_ranges import Area
from dragoman.formats.families.ooxml.charts import CHARTS, find_texts
from dragoman.formats.families.ooxml.core_properties import find_core
from dragoman.formats.families.ooxml.format import Options
from dragoman.formats.families.ooxml.package import Package
from dragoman.formats.format import Reason
from dragoman.formats.paragraphs.options import check_count
from dragoman.formats.xlsx.cells import Cell, CellReader, Scheme
from dragoman.formats.xlsx.formulas import FormulaReader
from dragoman.formats.xlsx.literals import Literals
from dragoman.formats.xlsx.range_index import Areas
from dragoman.formats.xlsx.rich_text import RichText, TextReader, write_text
from dragoman.formats.xlsx.shared_strings import StringTable, Uses
from dragoman.formats.xlsx.sheet_settings import Edges, read_edges
from dragoman.formats.xlsx.workbook import PartRef, Sheet, Workbook, read_workbook
from dragoman.text_io.xml.blocks import XmlPart, cut, open_entry, open_part, whole
from dragoman.text_io.xml.prefixes import with_own_prefixes
from dragoman.text_io.xml.tags import XmlBlock, content

_LIST: Final = "list"  # marks cells that a rule takes allowed values from
_NEW: Final = -1  # in the order of a sheet: a text that stands in a cell


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A text that stands in a cell itself."""

    id: str
    text: RichText
    copied: set[str]  # formulas of charts that copy it, each behind "="


@dataclass(slots=True, eq=False, kw_only=True)
class SheetReading:
    """A sheet that is being read."""

    sheet: Sheet
    part: XmlPart
    edges: Edges = field(default_factory=Edges)
    order: array[int] = field(default_factory=lambda: array("q"))  # index, row, column of each first use
    written: dict[tuple[bool, bytes], Written] = field(default_factory=dict)  # may it have runs, bytes → text
    alike: dict[tuple[bool, bytes], Written] = field(default_factory=dict)  # the same in one way of writing
    kept: set[int] = field(default_factory=set)  # shared strings of cells that stay


@dataclass(slots=True, eq=False, kw_only=True)
class Reading:
    """A workbook that is being read, with the client's choices."""

    package: Package
    options: Options
    book: Workbook
    literals: Literals = field(default_factory=Literals)
    left_alone: Counter[Reason] = field(default_factory=Counter)
    sheets: list[SheetReading] = field(default_factory=list)
    uses: Uses = field(default_factory=Uses)
    areas: dict[str, dict[tuple[Area, str], None]] = field(
        default_factory=dict
    )  # part of a sheet → marked cells
    table: StringTable | None = None
    core: str = ""  # the part with the properties of the file, if they are to be translated
    found: int = 0  # different texts in translatable cells

    def chooses(self, option: str) -> bool:
        """Whether an option is on."""
        return self.options.get(option) is True

    def is_hidden(self, sheet: Sheet) -> bool:
        """Whether a sheet stays as it is because nobody sees it."""
        return sheet.hidden and not self.chooses("hidden")


def read_cells(package: Package, options: Options) -> Reading:
    """Read all sheets, but no shared strings yet."""
    reading = Reading(package=package, options=options, book=read_workbook(package))
    reading.core = find_core(package) if reading.chooses("properties") else ""
    for text in reading.book.filtered:
        reading.literals.add(text)
    for sheet in reading.book.sheets:
        part = open_clean(package, sheet.part)
        own = SheetReading(sheet=sheet, part=part)
        own.edges = read_edges(part, sheet.part, reading.literals)
        reading.sheets.append(own)
        for ref in sheet.parts:
            if ref.role in CHARTS:
                _mark_copied(reading, ref)
    for own in reading.sheets:
        for formula in own.edges.lists:
            _mark(reading, formula, _LIST)
    for own in reading.sheets:
        if own.sheet.cells:
            _read_sheet(reading, own)
    book = reading.book
    for formula in book.names.values():
        reading.literals.add_formula(formula)
    if book.strings:
        reading.table = StringTable(open_clean(package, book.strings))
    reading.literals.add_names((*book.tables, *book.names, *(sheet.name for sheet in book.sheets)))
    return reading


def open_clean(package: Package, name: str) -> XmlPart:
    """Inspect a part that is read by patterns: one with comments or CDATA is read as if it had none."""
    part = open_entry(package.archive, name)
    if not part.special:
        return part
    whole(part)  # or it is too large for that
    plain = b"".join(with_own_prefixes(package.archive.chunks(name)))
    return open_part(name, lambda: (plain,))


def cell_reader(reading: Reading, own: SheetReading, *, again: bool) -> CellReader:
    """A reader for the blocks of a sheet; `again`: it gives every text that stands in a cell."""
    sheet = own.sheet
    areas: list[tuple[Area, Reason | str]] = [*sheet.kept, *reading.areas.get(sheet.part, ())]
    scheme = Scheme(
        reason=Reason.HIDDEN if reading.is_hidden(sheet) else None,
        columns=own.edges.hidden,
        areas=Areas(areas),
        show_hidden=reading.chooses("hidden"),
    )
    names = own.part.names
    return CellReader(
        names,
        scheme,
        FormulaReader(names, reading.literals),
        reading.uses.flags,
        () if again else own.written,
    )


def blocks(own: SheetReading) -> Iterator[bytes]:
    """A sheet in blocks of whole rows."""
    return cut(own.part, "x:row")


def _mark_copied(reading: Reading, ref: PartRef) -> None:
    part = open_entry(reading.package.archive, ref.name)
    for formula in dict.fromkeys(said.formula for said in find_texts(XmlBlock(whole(part), part.names))):
        _mark(reading, formula, f"={formula}")


def _mark(reading: Reading, formula: str, mark: str) -> None:
    for sheet, area in reading.book.areas(formula):
        reading.areas.setdefault(sheet.part, {})[area, mark] = None


def _read_sheet(reading: Reading, own: SheetReading) -> None:
    reader = cell_reader(reading, own, again=False)
    texts = TextReader(own.part.names)
    uses, kept, order = reading.uses, own.kept, own.order
    for block in blocks(own):
        for cell in reader.read(block):
            if cell.reason is not None:
                reading.left_alone[cell.reason] += 1
                if cell.string >= 0:
                    uses.keep(cell.string, listed=_LIST in cell.marks)
                    kept.add(cell.string)
                elif _LIST in cell.marks:
                    _list_written(reading, texts, cell, block)
            elif cell.string < 0:
                _read_written(reading, own, texts, (cell, block))
            else:
                if uses.translate(cell.string):
                    order.extend((cell.string, cell.row, cell.column))
                    _count(reading)
                for mark in cell.marks:
                    if mark != _LIST:
                        uses.copied.setdefault(mark, set()).add(cell.string)
    if reader.computed:
        reading.left_alone[Reason.FIELD] += reader.computed


def _count(reading: Reading) -> None:
    reading.found += 1
    check_count(reading.found)


def _list_written(reading: Reading, texts: TextReader, cell: Cell, block: bytes) -> None:
    text = _read_text(texts, cell, block)
    if text is not None:
        reading.literals.add(text.whole)


def _read_written(reading: Reading, own: SheetReading, texts: TextReader, place: tuple[Cell, bytes]) -> None:
    cell, block = place
    key = (cell.rich, block[cell.start : cell.end])
    known = own.written.get(key)
    if known is None:
        text = _read_text(texts, cell, block)
        if text is None:
            return
        known = own.written[key] = _find_alike(reading, own, cell, text)
    known.copied.update(cell.marks)


def _find_alike(reading: Reading, own: SheetReading, cell: Cell, text: RichText) -> Written:
    """The same text, however it is written, as it was found before; or a new one."""
    key = (cell.rich, write_text(text, text.segment, b""))
    known = own.alike.get(key)
    if known is None:
        _count(reading)
        own.order.extend((_NEW - len(own.alike), cell.row, cell.column))
        known = Written(id=f"{own.sheet.part}#{cell.name}", text=text, copied=set())
        own.alike[key] = known
    return known


def _read_text(texts: TextReader, cell: Cell, block: bytes) -> RichText | None:
    raw = block[cell.start : cell.end]
    return texts.read(raw) if cell.rich else texts.plain(content(raw))
