"""Settings before and after the rows of a sheet: hidden columns, rules, prompts, headers and footers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from dragoman.formats.format import Unit
from dragoman.formats.paragraphs.text_locations import Edit
from dragoman.formats.units.values import has_letters
from dragoman.formats.xlsx.headers_footers import (
    HeaderFooterSection,
    has_words,
    read_header_footer,
    write_header_footer,
)
from dragoman.formats.xlsx.literals import Literals
from dragoman.segments import Segment, Text, plain_text
from dragoman.text_io.errors import ConversionFailed
from dragoman.text_io.xml.blocks import LARGEST_BLOCK, XmlPart
from dragoman.text_io.xml.tags import TagKind, XmlBlock, XmlTag, content, escaped, escaped_value

_HEADERS_FOOTERS: Final = frozenset(
    {"oddHeader", "oddFooter", "evenHeader", "evenFooter", "firstHeader", "firstFooter"}
)
_LIMITS: Final = {"promptTitle": 32, "errorTitle": 32, "prompt": 255, "error": 255, "tooltip": 255}
_WANTED: Final = re.compile(
    rb"<(?:[^\s<>/:]+:)?(?:col|dataValidation|hyperlink|filter|customFilter|formula[12]?|f|"
    + "|".join(sorted(_HEADERS_FOOTERS)).encode()
    + rb")(?=[\s/>])"
)
_LONGEST_TAG: Final = 8192
_LONGEST_HEADER: Final = 4096  # characters; Excel allows 255
_TRIES: Final = 4
_MOST_COLUMNS: Final = 16_384
_ON: Final = frozenset({"1", "true"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ValidationMessage:
    """A title or text of a validation rule, in an attribute."""

    id: str
    start: int
    end: int
    text: str
    limit: int
    cell: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedHeaderFooter:
    """A header or footer."""

    start: int
    end: int
    name: str
    sections: list[HeaderFooterSection]


@dataclass(slots=True, eq=False)
class SheetSettings:
    """The settings of one sheet; offsets count from the end of the last row."""

    behind: int = 0  # number of bytes after the last row
    hidden: list[tuple[int, int]] = field(default_factory=list)  # columns
    lists: list[str] = field(default_factory=list)  # formulas for the cells with allowed values
    tips: list[ValidationMessage] = field(default_factory=list)
    printed: list[PrintedHeaderFooter] = field(default_factory=list)


def read_settings(part: XmlPart, name: str, literals: Literals) -> SheetSettings:
    """Read the settings. Texts that rules compare with are added to `literals`."""
    before, behind = _bytes_around_rows(part)
    settings = SheetSettings(behind=len(behind))
    for data in (before, behind):
        reader = _SettingsReader(XmlBlock(data, part.names), name, settings, literals)
        reader.read(units=data is behind)
    return settings


def units_of_settings(settings: SheetSettings, sheet: str) -> list[Unit]:
    """The units of the settings."""
    units = [
        Unit(id=tip.id, segment=(Text(text=tip.text),), context=f"{sheet}!{tip.cell}")
        for tip in settings.tips
    ]
    for printed in settings.printed:
        units += (
            Unit(
                id=margin.id,
                segment=margin.mapped.segment,
                prose=False,
                context=f"{sheet}, {printed.name}, {margin.name}",
            )
            for margin in printed.sections
            if margin.mapped is not None and has_words(margin)
        )
    return units


def edit_settings(settings: SheetSettings, targets: Mapping[str, Segment], offset: int) -> list[Edit]:
    """The edits after the rows, which end at `offset`. A text too long for Excel stays unchanged."""
    edits: list[Edit] = []
    for tip in settings.tips:
        target = targets.get(tip.id)
        new = plain_text(target) if target is not None else tip.text
        if new != tip.text and not len(tip.text) <= tip.limit < len(new):
            edits.append((offset + tip.start, offset + tip.end, escaped_value(new)))
    for printed in settings.printed:
        written = write_header_footer(printed.sections, targets)
        if written is not None:
            edits.append((offset + printed.start, offset + printed.end, escaped(written)))
    return sorted(edits)


def _bytes_around_rows(part: XmlPart) -> tuple[bytes, bytes]:
    """The bytes before the first row and after the last; without rows everything is after them."""
    ways = part.names.written("x:row")
    row = re.compile(rb"</?" + part.names.pattern("x:row") + rb"(?=[\s/>])[^<>]*>")
    marks = [mark + way for way in ways for mark in (b"<", b"</")]
    before, seen = b"", False
    rest = bytearray()
    for chunk in part.read():
        low = max(0, len(rest) - _LONGEST_TAG)  # no row starts before this offset
        rest += chunk
        if not seen and (first := row.search(rest, low)):
            before, seen = bytes(rest[: first.start()]), True
        if (end := _last_row(row, marks, rest, low)) is not None:
            del rest[:end]
        if len(rest) > LARGEST_BLOCK:
            raise ConversionFailed("A sheet of the workbook is too large outside its rows.")
    return before, bytes(rest)


def _last_row(row: re.Pattern[bytes], marks: list[bytes], data: bytearray, low: int) -> int | None:
    """Where the last tag of a row after `low` ends; None: there is none."""
    position = len(data)
    for _ in range(_TRIES):  # the last one may be incomplete, or of another element
        position = max((data.rfind(mark, low, position) for mark in marks), default=-1)
        if position < 0:
            return None
        if last := row.match(data, position):
            return last.end()
    ends = [found.end() for found in row.finditer(data, low)]
    return ends[-1] if ends else None


class _SettingsReader:
    """Reads a part of a sheet outside its rows."""

    def __init__(self, block: XmlBlock, part: str, settings: SheetSettings, literals: Literals) -> None:
        self.block = block
        self.part = part
        self.settings = settings
        self.literals = literals
        self.rule: dict[str, str] = {}  # attributes of the last validation
        self.count = 0
        self.passed = 0  # end of the last header or footer: they are not nested

    def read(self, *, units: bool) -> None:
        """Read all settings; `units`: with those to translate."""
        for found in _WANTED.finditer(self.block.data):
            tag = self.block.expect(found.start())
            if tag.start != found.start():
                continue
            name = tag.name.rpartition(":")[2]
            if name in _HEADERS_FOOTERS:
                self._read_header_footer(tag, name, units=units)
            elif name in {"formula", "formula1", "formula2", "f"}:
                self._read_formula(tag, name)
            else:
                self._read_attributes(tag, name, units=units)

    def _read_attributes(self, tag: XmlTag, name: str, *, units: bool) -> None:
        attributes = self.block.attributes(tag)
        if name == "col":
            if attributes.get("hidden", "") in _ON:
                first, last = attributes.get("min", ""), attributes.get("max", "")
                if first.isdecimal() and last.isdecimal() and len(self.settings.hidden) < _MOST_COLUMNS:
                    self.settings.hidden.append((int(first[:7]), int(last[:7])))
        elif name in {"filter", "customFilter"}:
            self.literals.add(attributes.get("val", ""))
        else:
            if name == "dataValidation":
                self.rule = attributes
            if units:
                self._read_tips(tag, attributes)

    def _read_tips(self, tag: XmlTag, attributes: Mapping[str, str]) -> None:
        cell = (attributes.get("ref") or attributes.get("sqref") or "").partition(" ")[0]
        for name, start, end in self.block.spans(tag):
            text = attributes.get(name, "") if name in _LIMITS else ""
            if has_letters(text):
                self.count += 1
                identity = f"{self.part}#tip{self.count}"
                limit = _LIMITS[name]
                self.settings.tips.append(
                    ValidationMessage(id=identity, start=start, end=end, text=text, limit=limit, cell=cell)
                )

    def _read_formula(self, tag: XmlTag, name: str) -> None:
        close = self.block.data.find(b"<", tag.end)
        written = self.block.data[tag.end : close]
        if tag.kind is not TagKind.START or not written.strip():
            return
        if not self.block.data.startswith(b"</", close):  # it is an element of its own
            return
        formula = content(written)
        if self.rule.get("type") == "list" and name in {"formula1", "f"}:
            if formula.startswith('"'):
                self.literals.add_list(formula.strip('"'))
            else:
                self.settings.lists.append(formula)
        self.literals.add_formula(formula)

    def _read_header_footer(self, tag: XmlTag, name: str, *, units: bool) -> None:
        if tag.kind is not TagKind.START or not units or tag.start < self.passed:
            return
        self.passed = end = self.block.end_of(tag)
        close = self.block.data.rindex(b"<", tag.end, end)
        text = content(self.block.data[tag.end : close])
        if len(text) > _LONGEST_HEADER:
            return
        sections = read_header_footer(text, f"{self.part}#{name}")
        self.settings.printed.append(
            PrintedHeaderFooter(start=tag.end, end=close, name=name, sections=sections)
        )
