"""Tables of embedded workbooks: their columns are named by the texts of their header cells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from dragoman.formats.families.ooxml.cell_ranges import CellRange, parse_range
from dragoman.formats.families.ooxml.package import OoxmlPackage
from dragoman.formats.paragraphs.text_locations import Edit, splice
from dragoman.text_io.errors import DocumentCorrupt
from dragoman.text_io.xml.blocks import XmlPart, encoded, open_entry, whole
from dragoman.text_io.xml.tags import TagKind, XmlBlock, escaped_value
from dragoman.text_io.zip.directory import shown

_SIGN: Final = re.compile(r"_x([0-9A-Fa-f]{4})_")
_MENTIONS: Final = frozenset({"x:calculatedColumnFormula", "x:totalsRowFormula", "x:queryTable"})


@dataclass(slots=True, eq=False)
class EmbeddedTable:
    """A table of a sheet."""

    part: str
    sheet: str
    read: XmlPart
    data: bytes = field(repr=False)  # in UTF-8
    area: CellRange
    header: int  # the row of its header; 0: none
    totals: int  # number of total rows
    names: list[str]
    spans: list[tuple[int, int]]  # offsets of the names
    simple: bool  # no formula or filter uses the names of its columns

    def compare(self, header: Mapping[int, str]) -> None:
        """Raise unless the columns are named like the header cells."""
        expected = [header.get(self.area.left + index, "") for index in range(len(self.names))]
        self.simple = self.simple and expected == self.names

    def names_columns(self, sheet: str, row: int) -> bool:
        """Whether the cells of a row are the names of its columns."""
        return (sheet, row) == (self.sheet, self.header)

    def locks(self, sheet: str, row: int, column: int) -> bool:
        """Whether a cell of this table must stay unchanged."""
        if sheet != self.sheet or not self.area.holds(row, column):
            return False
        return (row == self.header and not self.simple) or self.area.bottom - self.totals < row


def read_tables(package: OoxmlPackage, sheet: str) -> Iterator[EmbeddedTable]:
    """The tables of a sheet."""
    for to in package.relationships(sheet):
        if to.kind == "table":
            yield _read_table(package, sheet, to.target)


def rename_columns(table: EmbeddedTable, names: Mapping[int, str]) -> bytes | None:
    """The table's part with new names for some columns of the sheet; None if it has none of them."""
    edits: list[Edit] = []
    for index, (start, end) in enumerate(table.spans):
        if (new := names.get(table.area.left + index)) is not None:
            edits.append((start, end, escaped_value(_encoded(new))))
    return b"".join(encoded(table.read, (splice(table.data, edits),))) if edits else None


def _read_table(package: OoxmlPackage, sheet: str, name: str) -> EmbeddedTable:
    part = open_entry(package.archive, name)
    data = whole(part)
    block = XmlBlock(data, part.names)
    reference = header = totals = ""
    names: list[str] = []
    spans: list[tuple[int, int]] = []
    simple = True
    for tag in block.tags(0, len(data)):
        if tag.kind is TagKind.END:
            continue
        if tag.name == "x:table":
            attributes = block.attributes(tag)
            reference = attributes.get("ref", "")
            header, totals = attributes.get("headerRowCount", "1"), attributes.get("totalsRowCount", "0")
        elif tag.name == "x:tableColumn":
            for key, start, end in block.spans(tag):
                if key == "name":
                    names.append(_decoded(block.attributes(tag)["name"]))
                    spans.append((start, end))
        simple = simple and tag.name not in _MENTIONS
    area = parse_range(reference)
    if area is None:
        raise DocumentCorrupt(f"The table {shown(name)} has no range of cells.")
    return EmbeddedTable(
        part=name,
        sheet=sheet,
        read=part,
        data=data,
        area=area,
        header=area.top if header != "0" else 0,
        totals=int(totals) if totals.isascii() and totals.isdigit() and len(totals) < 4 else 0,
        names=names,
        spans=spans,
        simple=simple,
    )


def _decoded(name: str) -> str:
    return _SIGN.sub(lambda found: chr(int(found[1], 16)), name)


def _encoded(name: str) -> str:
    """Escape line breaks, and text that reads as such an escape, as Excel does in names."""
    name = _SIGN.sub(lambda found: "_x005F" + found[0], name)
    return name.replace("\r", "_x000D_").replace("\n", "_x000A_")
