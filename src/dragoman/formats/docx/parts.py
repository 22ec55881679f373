"""Find the parts of a Word package that contain text, by its relationships."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Final

from dragoman.formats.families.ooxml.content_types import main_types
from dragoman.formats.families.ooxml.core_properties import find_core
from dragoman.formats.families.ooxml.package import OoxmlPackage

MAIN_TYPES: Final = main_types("docx", "dotx", "docm", "dotm")


class WordPartKind(enum.Enum):
    """How a part is read."""

    TEXT = "text"  # paragraphs of Word
    DRAWING = "drawing"  # paragraphs of DrawingML
    PROPERTIES = "properties"  # title and subject of the document
    STYLES = "styles"
    DATA = "data"  # data that content controls may be bound to
    FOREIGN = "foreign"  # an inserted file in another format, left unchanged


@dataclass(frozen=True, slots=True, kw_only=True)
class WordPartRef:
    """A part to read."""

    name: str
    kind: WordPartKind
    role: str  # the kind of its relationship: "officeDocument", "header", "chart", …


_KINDS: Final = {  # in the order in which their text is listed
    "footnotes": WordPartKind.TEXT,
    "endnotes": WordPartKind.TEXT,
    "header": WordPartKind.TEXT,
    "footer": WordPartKind.TEXT,
    "comments": WordPartKind.TEXT,
    "chart": WordPartKind.DRAWING,
    "chartEx": WordPartKind.DRAWING,
    "chartUserShapes": WordPartKind.DRAWING,
    "diagramData": WordPartKind.DRAWING,
    "diagramDrawing": WordPartKind.DRAWING,
    "styles": WordPartKind.STYLES,
    "aFChunk": WordPartKind.FOREIGN,
    "customXml": WordPartKind.DATA,
}
_EXTENDED: Final = frozenset({"extended-properties", "extendedProperties"})
_FOLLOWED: Final = frozenset({WordPartKind.TEXT, WordPartKind.DRAWING})
_ORDER: Final = {role: number for number, role in enumerate(_KINDS)}


def find_parts(package: OoxmlPackage) -> tuple[WordPartRef, ...]:
    """Find all parts to read, the document first."""
    found: dict[str, WordPartRef] = {}
    waiting = [WordPartRef(name=package.main_part(), kind=WordPartKind.TEXT, role="officeDocument")]
    while waiting:
        part = waiting.pop()
        if part.name in found:
            continue
        found[part.name] = part
        if part.kind in _FOLLOWED:
            waiting += (
                WordPartRef(name=to.target, kind=_KINDS[to.kind], role=to.kind)
                for to in package.relationships(part.name)
                if to.kind in _KINDS
            )
    first, *others = found.values()
    others.sort(key=lambda part: _ORDER[part.role])
    if core := find_core(package):
        others.append(WordPartRef(name=core, kind=WordPartKind.PROPERTIES, role="properties"))
    others += (
        WordPartRef(name=to.target, kind=WordPartKind.DATA, role=to.kind)
        for to in package.relationships("")
        if to.kind in _EXTENDED
    )
    return (first, *others)
