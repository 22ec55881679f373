"""The structure of a workbook: sheets, names, tables and pivot tables, found by relationships."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from lxml import etree

from dragoman.formats.families.ooxml.cell_ranges import CellRange, parse_qualified, parse_range
from dragoman.formats.families.ooxml.content_types import main_types
from dragoman.formats.families.ooxml.package import OoxmlPackage, Relationship
from dragoman.formats.format import Reason
from dragoman.text_io.errors import ConversionFailed
from dragoman.text_io.xml.namespaces import ElementNames
from dragoman.text_io.xml.parsing import local_name, parse_xml
from dragoman.text_io.xml.tags import XmlBlock
from dragoman.text_io.zip.directory import shown

MAIN_TYPES: Final = main_types("xlsx", "xltx", "xlsm", "xltm")
_LARGEST_TREE: Final = 12 * 1024 * 1024  # bytes of a part that is parsed to a tree: the workbook, a table
_SHEETS: Final = frozenset({"worksheet", "chartsheet", "dialogsheet"})
COMMENTS: Final = frozenset({"comments", "threadedComment"})
_FOLLOWED: Final = {
    "drawing": ("chart", "chartEx", "diagramData", "diagramDrawing"),
    "chart": ("chartUserShapes",),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPartRef:
    """A part that belongs to a sheet."""

    name: str
    role: str  # the kind of its relationship: "drawing", "chart", "comments", …


@dataclass(slots=True, eq=False, kw_only=True)
class WorkbookSheet:
    """A sheet of the workbook."""

    name: str
    part: str
    hidden: bool
    cells: bool  # whether it is a worksheet
    kept: list[tuple[CellRange, Reason]] = field(default_factory=list)  # cells that are left alone, and why
    parts: list[SheetPartRef] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Workbook:
    """Everything that is known before cells are read."""

    sheets: tuple[WorkbookSheet, ...]
    strings: str  # the part with the shared strings; "": there is none
    names: dict[str, str]  # folded name → its formula
    tables: tuple[str, ...]  # names of tables
    filtered: frozenset[str]  # texts that filters of tables select
    pivots: int

    def find(self, name: str) -> WorkbookSheet | None:
        """The sheet with this name."""
        folded = name.casefold()
        return next((sheet for sheet in self.sheets if sheet.name.casefold() == folded), None)

    def areas(self, formula: str) -> Iterator[tuple[WorkbookSheet, CellRange]]:
        """The ranges in a formula, also through a defined name, with their sheets."""
        text = formula.strip().removeprefix("=")
        text = self.names.get(text.rpartition("!")[2].casefold(), text)
        for name, area in parse_qualified(text):
            if (sheet := self.find(name)) is not None:
                yield sheet, area


def read_workbook(package: OoxmlPackage) -> Workbook:
    """Read the structure."""
    main = package.main_part()
    related = list(package.relationships(main))
    root = read_tree(package, main)
    by_id = {found.id: found for found in related}
    sheets = tuple(_sheets(root, by_id))
    names = {
        node.get("name", "").casefold(): node.text or ""
        for node in root.iter()
        if local_name(node) == "definedName"
    }
    return _WorkbookReader(package, sheets, names, related).finish()


def read_tree(package: OoxmlPackage, name: str) -> etree._Element:
    """Parse a small part. Raises `ConversionFailed` if it is large."""
    if package.archive.entries[name].size > _LARGEST_TREE:
        raise ConversionFailed(f"The part {shown(name)} is too large to be read.")
    return parse_xml(package.archive.read(name))


def _sheets(root: etree._Element, by_id: dict[str, Relationship]) -> Iterator[WorkbookSheet]:
    seen: set[str] = set()
    for node in root.iter():
        if local_name(node) != "sheet":
            continue
        identity = next((str(text) for key, text in node.attrib.items() if str(key).endswith("}id")), "")
        found = by_id.get(identity)
        if found is None or found.kind not in _SHEETS or found.target in seen:
            continue
        seen.add(found.target)
        yield WorkbookSheet(
            name=node.get("name", ""),
            part=found.target,
            hidden=node.get("state", "visible") != "visible",
            cells=found.kind == "worksheet",
        )


class _WorkbookReader:
    """Collects the parts and cells of the sheets."""

    def __init__(
        self,
        package: OoxmlPackage,
        sheets: tuple[WorkbookSheet, ...],
        names: dict[str, str],
        related: list[Relationship],
    ) -> None:
        self.package = package
        self.sheets = sheets
        self.names = names
        self.strings = next((found.target for found in related if found.kind == "sharedStrings"), "")
        self.tables: dict[str, tuple[WorkbookSheet, CellRange]] = {}
        self.filtered: set[str] = set()
        self.caches = [found.target for found in related if found.kind == "pivotCacheDefinition"]
        self.seen: set[str] = set()
        self.pivots = 0

    def finish(self) -> Workbook:
        """Follow the relationships of all sheets."""
        for sheet in self.sheets:
            for found in self.package.relationships(sheet.part):
                self._read_related(sheet, found)
        book = Workbook(
            sheets=self.sheets,
            strings=self.strings,
            names=self.names,
            tables=tuple(self.tables),
            filtered=frozenset(self.filtered),
            pivots=self.pivots,
        )
        for name in dict.fromkeys(self.caches):
            self._read_cache(book, name)
        return book

    def _read_related(self, sheet: WorkbookSheet, found: Relationship) -> None:
        if found.kind == "table":
            self._read_table(sheet, read_tree(self.package, found.target))
        elif found.kind == "pivotTable":
            self._read_pivot(sheet, found.target)
        elif found.kind in COMMENTS:
            self._add(sheet, found)
        elif found.kind == "drawing":
            self._follow(sheet, found)

    def _follow(self, sheet: WorkbookSheet, found: Relationship) -> None:
        """Add a drawing with its charts and diagrams."""
        waiting = [found]
        while waiting:
            part = waiting.pop(0)
            if self._add(sheet, part):
                followed = _FOLLOWED.get(part.kind, ())
                inner = [to for to in self.package.relationships(part.target) if to.kind in followed]
                waiting += sorted(inner, key=lambda to: followed.index(to.kind))

    def _add(self, sheet: WorkbookSheet, found: Relationship) -> bool:
        if found.target in self.seen:
            return False
        self.seen.add(found.target)
        sheet.parts.append(SheetPartRef(name=found.target, role=found.kind))
        return True

    def _read_table(self, sheet: WorkbookSheet, root: etree._Element) -> None:
        """Keep the header cells of a table, which name its columns in formulas and filters."""
        area = parse_range(root.get("ref", ""))
        if area is None:
            return
        for key in ("name", "displayName"):
            if name := root.get(key):
                self.tables[name] = (sheet, area)
        headers, totals = _count(root, "headerRowCount", 1), _count(root, "totalsRowCount", 0)
        if headers:
            sheet.kept.append((area._replace(bottom=area.top + headers - 1), Reason.KEY))
        if totals:
            sheet.kept.append((area._replace(top=area.bottom - totals + 1), Reason.KEY))
        for node in root.iter():
            if local_name(node) in {"filter", "customFilter"}:
                self.filtered.add(node.get("val", ""))

    def _read_pivot(self, sheet: WorkbookSheet, name: str) -> None:
        """Keep the cells of a pivot table, which Excel computes; its page fields are above it."""
        self.pivots += 1
        found = _find_first(self.package, name, b"location")
        area = parse_range(found.get("ref", ""))
        if area is not None:
            pages = _number(found.get("rowPageCount", ""), 0)
            top = max(1, area.top - pages - 1) if pages else area.top
            sheet.kept.append((area._replace(top=top), Reason.FIELD))
        self.caches += (
            to.target for to in self.package.relationships(name) if to.kind == "pivotCacheDefinition"
        )

    def _read_cache(self, book: Workbook, name: str) -> None:
        """Keep the first row of the source of a pivot table, which names its fields."""
        found = _find_first(self.package, name, b"worksheetSource")
        source, area = found.get("name", ""), parse_range(found.get("ref", ""))
        ranges = list(book.areas(source)) if source else []
        if source in self.tables:
            ranges = [self.tables[source]]
        elif area is not None and (sheet := book.find(found.get("sheet", ""))) is not None:
            ranges = [(sheet, area)]
        for sheet, cells in ranges:
            sheet.kept.append((cells._replace(bottom=cells.top), Reason.KEY))


def _find_first(package: OoxmlPackage, name: str, element: bytes) -> dict[str, str]:
    """The attributes of an element at the start of a part of any size; none: it is missing."""
    beginning = next(iter(package.archive.chunks(name)), b"")
    found = re.search(rb"<(?:[^\s<>/:]+:)?" + element + rb"[\s/>]", beginning)
    block = XmlBlock(beginning, ElementNames({}))
    tag = block.tag(found.start()) if found else None
    return block.attributes(tag) if tag is not None else {}


def _count(node: etree._Element, name: str, default: int) -> int:
    return _number(node.get(name, ""), default)


def _number(written: str, default: int) -> int:
    return int(written) if written.isdecimal() and len(written) < 8 else default
