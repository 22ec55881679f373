"""Workbooks embedded behind charts: the cells whose texts a chart repeats change together with the chart.

A workbook that is not simple enough stays unchanged, and so does its chart: one with formulas that may depend
on texts, with pivot tables or macros, damaged or large. Only its sheets, their strings and tables are read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from dragoman.formats.families.ooxml.cell_ranges import parse_qualified, parse_range
from dragoman.formats.families.ooxml.embedded_cells import (
    CellText,
    PartText,
    SharedString,
    read_string,
    write_cell,
    write_text,
)
from dragoman.formats.families.ooxml.embedded_tables import EmbeddedTable, read_tables, rename_columns
from dragoman.formats.families.ooxml.package import OoxmlPackage, open_package
from dragoman.formats.paragraphs.text_locations import Edit, splice
from dragoman.text_io.errors import DocumentError
from dragoman.text_io.xml.blocks import encoded, open_entry, whole
from dragoman.text_io.xml.tags import TagKind, XmlBlock, XmlTag, content, finder
from dragoman.text_io.zip.archive import rewrite

_MAIN: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
_LARGEST: Final = 4 * 1024 * 1024  # bytes of all parts that are read
_MOST_EQUAL: Final = 1000  # cells with the same text
_FUNCTION: Final = re.compile(r"(?<![\w.])([A-Za-z_.][\w.]*+)\(")
_TYPED: Final = re.compile(rb"\st\s*=")
_HARMLESS: Final = frozenset(  # functions whose results do not depend on texts
    {
        "SUM",
        "AVERAGE",
        "MIN",
        "MAX",
        "ROUND",
        "ROUNDUP",
        "ROUNDDOWN",
        "ABS",
        "COUNT",
        "COUNTA",
        "PRODUCT",
        "MEDIAN",
    }
)
_DIGITS: Final = 8  # of the number of a string
_LONGEST: Final = 32_767  # characters in a cell
_LONGEST_NAME: Final = 240  # of a table's column; a number may be added to it


class CellRef(NamedTuple):
    """A cell of a workbook; rows and columns count from 1."""

    sheet: str  # the name of its part
    row: int
    column: int


@dataclass(slots=True, eq=False)
class ChartWorkbook:
    """A workbook with its texts."""

    package: OoxmlPackage
    sheets: dict[str, str] = field(default_factory=dict)  # folded name of a sheet → its part
    parts: dict[str, PartText] = field(default_factory=dict)  # sheets, and the shared strings
    strings: list[SharedString] = field(default_factory=list)
    strings_part: str = ""
    users: dict[int, set[CellRef]] = field(default_factory=dict)  # number of a shared string → its cells
    cells: dict[CellRef, CellText] = field(default_factory=dict)
    cells_by_text: dict[str, list[CellRef]] = field(default_factory=dict)  # text → cells with it
    tables: list[EmbeddedTable] = field(default_factory=list)
    wanted: dict[str, set[CellRef]] = field(default_factory=dict)  # texts that charts repeat → their cells

    def claim(self, formula: str, text: str) -> bool:
        """Whether a text that a chart repeats from the cells of `formula` can change together with them."""
        known = self.cells_by_text.get(text, ())
        areas = list(parse_qualified(formula))
        if _FUNCTION.match(formula) or len(known) * len(areas) > _MOST_EQUAL:
            return False
        found = {
            cell
            for name, area in areas
            for cell in known
            if cell.sheet == self.sheets.get(name.casefold()) and area.holds(cell.row, cell.column)
        }
        if not found or any(self._is_locked(cell) for cell in found):
            return False
        self.wanted.setdefault(text, set()).update(found)
        return True

    def finalize(self, texts: Mapping[str, str]) -> dict[str, str]:
        """New texts as the workbook accepts them: names of table columns differ, and none is empty."""
        final = {old: new[:_LONGEST] for old, new in texts.items() if old in self.wanted and new.strip()}
        for table in self.tables:
            taken = {name.casefold() for name in table.names if name not in final}
            numbers: dict[str, int] = {}
            for name in dict.fromkeys(table.names):
                if name in final:
                    final[name] = differing(final[name][:_LONGEST_NAME], taken, numbers)
        return final

    def write(self, texts: Mapping[str, str]) -> bytes | None:
        """The workbook with new texts from `finalize`; None when nothing changes."""
        changed = {cell: new for old, new in texts.items() for cell in self.wanted[old] if new != old}
        if not changed:
            return None
        edits: dict[str, set[Edit]] = {}
        for cell, new in changed.items():
            found = self.cells[cell]
            if found.string >= 0 and self.users[found.string] <= changed.keys():
                edits.setdefault(self.strings_part, set()).add(self._string(found.string, new))
            else:
                edits.setdefault(cell.sheet, set()).add(write_cell(self.parts[cell.sheet], found, new))
        replacements: dict[str, bytes | Iterable[bytes]] = {
            name: b"".join(encoded(self.parts[name].part, (splice(self.parts[name].data, sorted(found)),)))
            for name, found in edits.items()
        }
        for table in self.tables:
            names = {c.column: new for c, new in changed.items() if table.names_columns(c.sheet, c.row)}
            if (renamed := rename_columns(table, names)) is not None:
                replacements[table.part] = renamed
        return rewrite(self.package.archive, replacements)

    def _string(self, number: int, text: str) -> Edit:
        """A shared string with a new text."""
        names, data = self.parts[self.strings_part].part.names, self.parts[self.strings_part].data
        _, start, end = self.strings[number]
        tag = XmlBlock(data, names).expect(start)
        return start, end, write_text(XmlBlock(data, names).written(tag), text)

    def _is_locked(self, cell: CellRef) -> bool:
        return any(table.locks(cell.sheet, cell.row, cell.column) for table in self.tables)


def differing(name: str, taken: set[str], numbers: dict[str, int]) -> str:
    """Make a name unique with a number if needed; `numbers`: the latest number of each name."""
    new, folded = name, name.casefold()
    while new.casefold() in taken:
        numbers[folded] = numbers.get(folded, 1) + 1
        new = f"{name} {numbers[folded]}"
    taken.add(new.casefold())
    return new


def open_book(data: bytes) -> ChartWorkbook | None:
    """Read a workbook; None if it is not simple enough or not readable."""
    try:
        package = open_package(data)
        main = package.main_part()
        if package.content_type(main) != _MAIN or any("pivot" in name.casefold() for name in package.entries):
            return None
        return _read(package, main)
    except (DocumentError, _TooComplex):
        return None


class _TooComplex(Exception):
    pass


def _read(package: OoxmlPackage, main: str) -> ChartWorkbook:
    book = ChartWorkbook(package=package)
    relationships = tuple(package.relationships(main))
    parts = {to.id: to.target for to in relationships if to.kind == "worksheet"}
    names = [main, *(to.target for to in relationships if to.kind in {"worksheet", "sharedStrings"})]
    if sum(package.archive.entries[name].size for name in names) > _LARGEST:
        raise _TooComplex
    for tag, block in _tags(book, main, "x:sheet"):
        attributes = block.attributes(tag)
        if (part := parts.get(attributes.get("r:id", ""))) is not None:
            book.sheets[attributes.get("name", "").casefold()] = part
    for to in relationships:
        if to.kind == "sharedStrings":
            book.strings_part = to.target
            book.strings = [read_string(block, tag) for tag, block in _tags(book, to.target, "x:si")]
    for name in sorted(set(book.sheets.values())):
        _read_sheet(book, name)
        book.tables += read_tables(package, name)
    for table in book.tables:
        table.compare(
            {c.column: f.text for c, f in book.cells.items() if table.names_columns(c.sheet, c.row)}
        )
    return book


def _tags(book: ChartWorkbook, name: str, wanted: str) -> Iterator[tuple[XmlTag, XmlBlock]]:
    block = _open(book, name)
    for tag in block.tags(0, len(block.data)):
        if tag.name == wanted and tag.kind is not TagKind.END:
            yield tag, block


def _open(book: ChartWorkbook, name: str) -> XmlBlock:
    part = open_entry(book.package.archive, name)
    book.parts[name] = PartText(part, whole(part))
    return XmlBlock(book.parts[name].data, part.names)


def _read_sheet(book: ChartWorkbook, name: str) -> None:
    block = _open(book, name)
    data = block.data
    for match in finder(block.names, ("x:c", "x:f")).finditer(data):
        if data[match.start() + 1] in b"!?/":
            continue
        tag = block.expect(match.start())
        if tag.name == "x:f":
            _check_formula(content(block.inside(tag)))
        elif tag.kind is TagKind.START and _TYPED.search(data, tag.start, tag.end):
            attributes = block.attributes(tag)
            area = parse_range(attributes.get("r", ""))
            if area is None:
                raise _TooComplex
            found = _read_cell(book, block, tag, attributes.get("t", "n"))
            cell = CellRef(name, area.top, area.left)
            if found.string >= 0:
                book.users.setdefault(found.string, set()).add(cell)
            if found.text:
                book.cells[cell] = found
                book.cells_by_text.setdefault(found.text, []).append(cell)


def _read_cell(book: ChartWorkbook, block: XmlBlock, cell: XmlTag, kind: str) -> CellText:
    """Read the typed text of a cell; without a text if its content is of another kind."""
    end = block.end_of(cell)
    nothing = CellText("", cell.start, end, -1)
    value = ""
    for tag in block.tags(cell.end, end):
        if tag.kind is TagKind.END:
            continue
        if tag.name == "x:f":
            return nothing
        if tag.name == "x:v":
            value = content(block.inside(tag))
        elif tag.name == "x:is" and kind == "inlineStr":
            return nothing._replace(text=read_string(block, tag).text or "")
    if kind == "s" and value.strip().isascii() and value.strip().isdigit() and len(value) < _DIGITS:
        number = int(value)
        known = book.strings[number].text if number < len(book.strings) else None
        return nothing._replace(text=known or "", string=number)
    return nothing._replace(text=value) if kind == "str" else nothing


def _check_formula(formula: str) -> None:
    """Raise for a formula whose result may depend on texts."""
    if any(sign in formula for sign in "\"'[]{}&=<>"):
        raise _TooComplex
    if any(found[1].upper() not in _HARMLESS for found in _FUNCTION.finditer(formula)):
        raise _TooComplex
