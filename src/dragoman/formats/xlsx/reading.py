"""Read a workbook, for extraction and for rebuilding.

First everything around the cells (which of them are left alone, what charts copy, what formulas compare
with), then the cells of all sheets, then the shared strings that they use. Only strings that a translatable
cell uses become units; a string has one unit, however many cells use it.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from dragoman.formats.families.ooxml.cell_ranges import CellRange
from dragoman.formats.families.ooxml.charts import CHARTS, find_texts
from dragoman.formats.families.ooxml.core_properties import find_core
from dragoman.formats.families.ooxml.format import Options
from dragoman.formats.families.ooxml.package import OoxmlPackage
from dragoman.formats.format import Reason
from dragoman.formats.paragraphs.options import check_count
from dragoman.formats.xlsx.cells import CellFilter, CellReader, XlsxCell
from dragoman.formats.xlsx.formulas import FormulaReader
from dragoman.formats.xlsx.literals import Literals
from dragoman.formats.xlsx.range_index import RangeIndex
from dragoman.formats.xlsx.rich_text import RichText, RichTextReader, write_text
from dragoman.formats.xlsx.shared_strings import SharedStringTable, SharedStringUses
from dragoman.formats.xlsx.sheet_settings import SheetSettings, read_settings
from dragoman.formats.xlsx.workbook import SheetPartRef, Workbook, WorkbookSheet, read_workbook
from dragoman.text_io.xml.blocks import XmlPart, cut, open_entry, open_part, whole
from dragoman.text_io.xml.prefixes import with_own_prefixes
from dragoman.text_io.xml.tags import XmlBlock, content

_LIST: Final = "list"  # marks cells that a rule takes allowed values from
_NEW: Final = -1  # in `SheetContext.order`: a text in the cell itself


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenCell:
    """A text in a cell itself."""

    id: str
    text: RichText
    copied: set[str]  # formulas of charts that copy it, each after "="


@dataclass(slots=True, eq=False, kw_only=True)
class SheetContext:
    """A sheet that is being read."""

    sheet: WorkbookSheet
    part: XmlPart
    settings: SheetSettings = field(default_factory=SheetSettings)
    order: array[int] = field(default_factory=lambda: array("q"))  # index, row, column of each first use
    # (may have runs, bytes) → text; `equal`: equal texts, however written
    written: dict[tuple[bool, bytes], WrittenCell] = field(default_factory=dict)
    equal: dict[tuple[bool, bytes], WrittenCell] = field(default_factory=dict)
    kept: set[int] = field(default_factory=set)  # shared strings of cells that are left alone


@dataclass(slots=True, eq=False, kw_only=True)
class XlsxContext:
    """A workbook that is being read, with the client's options."""

    package: OoxmlPackage
    options: Options
    book: Workbook
    literals: Literals = field(default_factory=Literals)
    left_alone: Counter[Reason] = field(default_factory=Counter)
    sheets: list[SheetContext] = field(default_factory=list)
    uses: SharedStringUses = field(default_factory=SharedStringUses)
    # part of a sheet → marked cells
    areas: dict[str, dict[tuple[CellRange, str], None]] = field(default_factory=dict)
    table: SharedStringTable | None = None
    core: str = ""  # the part with the properties of the file, if they are translated
    found: int = 0  # number of different texts in translatable cells

    def is_on(self, option: str) -> bool:
        """Whether an option is on."""
        return self.options.get(option) is True

    def is_hidden(self, sheet: WorkbookSheet) -> bool:
        """Whether a sheet is left alone because it is hidden."""
        return sheet.hidden and not self.is_on("hidden")


def read_cells(package: OoxmlPackage, options: Options) -> XlsxContext:
    """Read all sheets, without the shared strings."""
    context = XlsxContext(package=package, options=options, book=read_workbook(package))
    context.core = find_core(package) if context.is_on("properties") else ""
    for text in context.book.filtered:
        context.literals.add(text)
    for sheet in context.book.sheets:
        part = open_clean(package, sheet.part)
        own = SheetContext(sheet=sheet, part=part)
        own.settings = read_settings(part, sheet.part, context.literals)
        context.sheets.append(own)
        for ref in sheet.parts:
            if ref.role in CHARTS:
                _add_copied_ranges(context, ref)
    for own in context.sheets:
        for formula in own.settings.lists:
            _add_payload(context, formula, _LIST)
    for own in context.sheets:
        if own.sheet.cells:
            _read_sheet(context, own)
    book = context.book
    for formula in book.names.values():
        context.literals.add_formula(formula)
    if book.strings:
        context.table = SharedStringTable(open_clean(package, book.strings))
    context.literals.add_names((*book.tables, *book.names, *(sheet.name for sheet in book.sheets)))
    return context


def open_clean(package: OoxmlPackage, name: str) -> XmlPart:
    """Open a part for regular expressions; comments and CDATA sections are resolved first."""
    part = open_entry(package.archive, name)
    if not part.special:
        return part
    whole(part)  # raises if it is too large for that
    plain = b"".join(with_own_prefixes(package.archive.chunks(name)))
    return open_part(name, lambda: (plain,))


def cell_reader(context: XlsxContext, own: SheetContext, *, again: bool) -> CellReader:
    """A reader for the blocks of a sheet; `again`: it returns every text in a cell, known or not."""
    sheet = own.sheet
    areas: list[tuple[CellRange, Reason | str]] = [*sheet.kept, *context.areas.get(sheet.part, ())]
    scheme = CellFilter(
        reason=Reason.HIDDEN if context.is_hidden(sheet) else None,
        columns=own.settings.hidden,
        areas=RangeIndex(areas),
        show_hidden=context.is_on("hidden"),
    )
    names = own.part.names
    return CellReader(
        names,
        scheme,
        FormulaReader(names, context.literals),
        context.uses.flags,
        () if again else own.written,
    )


def blocks(own: SheetContext) -> Iterator[bytes]:
    """A sheet in blocks of complete rows."""
    return cut(own.part, "x:row")


def _add_copied_ranges(context: XlsxContext, ref: SheetPartRef) -> None:
    part = open_entry(context.package.archive, ref.name)
    for formula in dict.fromkeys(text.formula for text in find_texts(XmlBlock(whole(part), part.names))):
        _add_payload(context, formula, f"={formula}")


def _add_payload(context: XlsxContext, formula: str, mark: str) -> None:
    for sheet, area in context.book.areas(formula):
        context.areas.setdefault(sheet.part, {})[area, mark] = None


def _read_sheet(context: XlsxContext, own: SheetContext) -> None:
    reader = cell_reader(context, own, again=False)
    texts = RichTextReader(own.part.names)
    uses, kept, order = context.uses, own.kept, own.order
    for block in blocks(own):
        for cell in reader.read(block):
            if cell.reason is not None:
                context.left_alone[cell.reason] += 1
                if cell.string >= 0:
                    uses.leave(cell.string, listed=_LIST in cell.marks)
                    kept.add(cell.string)
                elif _LIST in cell.marks:
                    _list_written(context, texts, cell, block)
            elif cell.string < 0:
                _read_written(context, own, texts, (cell, block))
            else:
                if uses.translate(cell.string):
                    order.extend((cell.string, cell.row, cell.column))
                    _count(context)
                for mark in cell.marks:
                    if mark != _LIST:
                        uses.copied.setdefault(mark, set()).add(cell.string)
    if reader.computed:
        context.left_alone[Reason.FIELD] += reader.computed


def _count(context: XlsxContext) -> None:
    context.found += 1
    check_count(context.found)


def _list_written(context: XlsxContext, texts: RichTextReader, cell: XlsxCell, block: bytes) -> None:
    text = _read_text(texts, cell, block)
    if text is not None:
        context.literals.add(text.whole)


def _read_written(
    context: XlsxContext, own: SheetContext, texts: RichTextReader, cell_in_block: tuple[XlsxCell, bytes]
) -> None:
    cell, block = cell_in_block
    key = (cell.rich, block[cell.start : cell.end])
    known = own.written.get(key)
    if known is None:
        text = _read_text(texts, cell, block)
        if text is None:
            return
        known = own.written[key] = _find_equal(context, own, cell, text)
    known.copied.update(cell.marks)


def _find_equal(context: XlsxContext, own: SheetContext, cell: XlsxCell, text: RichText) -> WrittenCell:
    """The first equal text, however it is written; or a new one."""
    key = (cell.rich, write_text(text, text.segment, b""))
    known = own.equal.get(key)
    if known is None:
        _count(context)
        own.order.extend((_NEW - len(own.equal), cell.row, cell.column))
        known = WrittenCell(id=f"{own.sheet.part}#{cell.name}", text=text, copied=set())
        own.equal[key] = known
    return known


def _read_text(texts: RichTextReader, cell: XlsxCell, block: bytes) -> RichText | None:
    raw = block[cell.start : cell.end]
    return texts.read(raw) if cell.rich else texts.plain(content(raw))
