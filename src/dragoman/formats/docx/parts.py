"""Which parts of a Word package hold text, found by following its relationships."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Final

from dragoman.formats.families.ooxml.content_types import main_types
from dragoman.formats.families.ooxml.core_properties import find_core
from dragoman.formats.families.ooxml.package import Package

MAIN_TYPES: Final = main_types("docx", "dotx", "docm", "dotm")


class PartKind(enum.Enum):
    """How a part is read."""

    TEXT = "text"  # paragraphs of Word
    DRAWING = "drawing"  # paragraphs of DrawingML
    PROPERTIES = "properties"  # title and subject of the document
    STYLES = "styles"
    DATA = "data"  # what content controls may show copies of
    FOREIGN = "foreign"  # a document in another format, inserted as it is


@dataclass(frozen=True, slots=True, kw_only=True)
class PartRef:
    """A part to read."""

    name: str
    kind: PartKind
    role: str  # the kind of its relationship: "officeDocument", "header", "chart", …


_KINDS: Final = {  # in the order in which their text is listed
    "footnotes": PartKind.TEXT,
    "endnotes": PartKind.TEXT,
    "header": PartKind.TEXT,
    "footer": PartKind.TEXT,
    "comments": PartKind.TEXT,
    "chart": PartKind.DRAWING,
    "chartEx": PartKind.DRAWING,
    "chartUserShapes": PartKind.DRAWING,
    "diagramData": PartKind.DRAWING,
    "diagramDrawing": PartKind.DRAWING,
    "styles": PartKind.STYLES,
    "aFChunk": PartKind.FOREIGN,
    "customXml": PartKind.DATA,
}
_EXTENDED: Final = frozenset({"extended-properties", "extendedProperties"})
_FOLLOWED: Final = frozenset({PartKind.TEXT, PartKind.DRAWING})
_ORDER: Final = {role: number for number, role in enumerate(_KINDS)}


def find_parts(package: Package) -> tuple[PartRef, ...]:
    """All parts that matter, the document first."""
    found: dict[str, PartRef] = {}
    waiting = [PartRef(name=package.main_part(), kind=PartKind.TEXT, role="officeDocument")]
    while waiting:
        part = waiting.pop()
        if part.name in found:
            continue
        found[part.name] = part
        if part.kind in _FOLLOWED:
            waiting += (
                PartRef(name=to.target, kind=_KINDS[to.kind], role=to.kind)
                for to in package.relationships(part.name)
                if to.kind in _KINDS
            )
    first, *others = found.values()
    others.sort(key=lambda part: _ORDER[part.role])
    if core := find_core(package):
        others.append(PartRef(name=core, kind=PartKind.PROPERTIES, role="properties"))
    others += (
        PartRef(name=to.target, kind=PartKind.DATA, role=to.kind)
        for to in package.relationships("")
        if to.kind in _EXTENDED
    )
    return (first, *others)
