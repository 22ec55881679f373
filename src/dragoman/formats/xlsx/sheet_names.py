"""Names of sheets, which formulas refer to: translated on request, everywhere they are used.

A workbook whose formulas build addresses from texts keeps its names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from dragoman.formats.families.ooxml.chart_workbooks import differing
from dragoman.formats.families.ooxml.format import Changes
from dragoman.formats.families.ooxml.package import OoxmlPackage
from dragoman.formats.format import Unit
from dragoman.formats.units.values import has_letters
from dragoman.formats.xlsx.reading import XlsxContext
from dragoman.segments import Segment, Text, keeps_codes, plain_text
from dragoman.text_io.errors import ConversionFailed
from dragoman.text_io.xml.blocks import encoded, open_part, whole
from dragoman.text_io.xml.tags import content, escaped, escaped_value, value
from dragoman.text_io.zip.directory import shown

_LONGEST: Final = 31  # characters of a name; Excel refuses more
_FORBIDDEN: Final = re.compile(r"[:\\/?*\[\]\x00-\x1f]+")
_FOLLOWED: Final = frozenset(  # types of parts with formulas
    {
        "chart",
        "chartEx",
        "chartUserShapes",
        "chartsheet",
        "ctrlProp",
        "dialogsheet",
        "drawing",
        "pivotCacheDefinition",
        "pivotTable",
        "table",
        "worksheet",
    }
)
_ATTRIBUTES_WITH_NAMES: Final = re.compile(  # an element with a formula (1), a tag with one in an attribute
    rb"<(?:[^\s<>/:]+:)?(?:(?:f|formula[12]?|definedName|calculatedColumnFormula|totalsRowFormula|sqref)"
    rb"(?:\s[^<>]*)?(?<!/)>([^<]+)<"
    rb"|(?:hyperlink|sp|cxnSp|pic|worksheetSource|rangeSet|dataRef|formControlPr|controlPr|sheet)\s[^<>]*>)"
)
_FORMULA: Final = re.compile(
    rb"""\s(?:location|textlink|fmlaLink|fmlaRange|linkedCell|listFillRange)\s*=\s*(?:"([^"]*)"|'([^']*)')"""
)
_NAME: Final = re.compile(  # of a sheet, as an attribute
    rb"""(?:<(?:[^\s<>/:]+:)?sheet\s(?:[^<>]*?\s)??name|\ssheet)\s*=\s*(?:"([^"]*)"|'([^']*)')"""
)
_QUALIFIER: Final = re.compile(  # a text, or the sheet (1, 2) of an address
    r""""(?:[^"]|"")*"|'((?:[^']|'')*)'!|(?<![\]!#\w.$'])([^\W\d][\w.]*(?::[^\W\d][\w.]*)?)!"""
)


def find_names(context: XlsxContext) -> Iterator[Unit]:
    """The names of sheets as units."""
    if not context.is_on("sheetNames") or context.literals.address:
        return
    main = context.package.main_part()
    for number, own in enumerate(context.sheets, start=1):
        name = own.sheet.name
        if has_letters(name) and not context.is_hidden(own.sheet):
            yield Unit(id=f"{main}#sheet{number}", segment=(Text(text=name),), prose=False, context=name)


@dataclass(frozen=True, slots=True)
class SheetRenames:
    """The sheets that get new names."""

    names: Mapping[str, str]  # folded name → new one

    def apply(self, block: bytes) -> bytes:
        """A block of a part with the new names in its formulas."""
        return _ATTRIBUTES_WITH_NAMES.sub(self._rename_attribute, block)

    def apply_all(self, package: OoxmlPackage, changes: Changes) -> None:
        """Rename in all parts except worksheets, which are written while they are read."""
        for name in _find_parts(package):
            written = changes.get(name) or package.archive.read(name)
            assert isinstance(written, bytes)  # only sheets and shared strings are streamed
            part = open_part(name, lambda data=written: (data,))  # type: ignore[misc]
            before = whole(part)
            after = self.apply(before)
            if after != before:
                changes[name] = b"".join(encoded(part, (after,)))

    def _rename_attribute(self, found: re.Match[bytes]) -> bytes:
        if found[1] is None:
            tag = _FORMULA.sub(lambda at: _replaced(at, self._formula), found[0])
            return _NAME.sub(
                lambda at: _replaced(at, lambda name: self.names.get(name.casefold(), name)), tag
            )
        before = content(found[1])
        after = self._formula(before)
        return found[0] if after == before else found[0].removesuffix(found[1] + b"<") + escaped(after) + b"<"

    def _name(self, name: str) -> str:
        return self.names.get(name.casefold(), name)

    def _formula(self, formula: str) -> str:
        return _QUALIFIER.sub(self._qualifier, formula)

    def _qualifier(self, found: re.Match[str]) -> str:
        name = found[2] if found[1] is None else found[1].replace("''", "'")
        if name is None or "[" in name:  # a text, or a sheet of another workbook
            return found[0]
        parts = name.split(":")  # from one sheet to another
        new = [self._name(part) for part in parts]
        return found[0] if new == parts else "'{}'!".format(":".join(new).replace("'", "''"))


def plan_renames(context: XlsxContext, targets: Mapping[str, Segment]) -> SheetRenames:
    """The new names in the form that Excel accepts: short and unique."""
    wanted: dict[str, str] = {}
    for unit in find_names(context):
        target = targets.get(unit.id, unit.segment)
        if not keeps_codes(unit.segment, target):
            message = f"The translation of {shown(unit.id)} does not have the codes of its source."
            raise ConversionFailed(message)
        name = " ".join(_FORBIDDEN.sub(" ", plain_text(target)).split()).strip(" '")
        if name and target != unit.segment:
            wanted[plain_text(unit.segment).casefold()] = name
    taken = {own.sheet.name.casefold() for own in context.sheets} - wanted.keys()
    numbers: dict[str, int] = {}
    names = {}
    for old, name in wanted.items():
        short = (
            name if len(name) <= _LONGEST and name.casefold() not in taken else name[: _LONGEST - 4].strip()
        )
        names[old] = differing(short, taken, numbers)
    return SheetRenames(names)


def _find_parts(package: OoxmlPackage) -> Iterator[str]:
    """The parts of a workbook, except worksheets, that may contain names of sheets."""
    main = package.main_part()
    waiting, seen = [(main, "")], {main}
    for name, kind in waiting:  # grows while it is read
        if kind != "worksheet":
            yield name
        for to in package.relationships(name):
            if to.kind in _FOLLOWED and to.target not in seen:
                seen.add(to.target)
                waiting.append((to.target, to.kind))


def _replaced(found: re.Match[bytes], change: Callable[[str], str]) -> bytes:
    """An attribute with a new value."""
    which = 1 if found[1] is not None else 2
    before = value(found[which])
    after = change(before)
    start, end = found.start(which) - found.start(), found.end(which) - found.start()
    return found[0] if after == before else found[0][:start] + escaped_value(after) + found[0][end:]
