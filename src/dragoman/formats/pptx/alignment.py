"""Alignment that paragraphs of slides inherit from their shape, layout or master.

It is read only if source and target run in opposite directions: then left and right are exchanged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from lxml import etree

from dragoman.formats.families.ooxml.package import OoxmlPackage
from dragoman.text_io.errors import DocumentError
from dragoman.text_io.xml.parsing import local_name, parse_xml

_LARGEST: Final = 8 * 1024 * 1024  # bytes of a master that is read
TITLES: Final = frozenset({"title", "ctrTitle"})
_MARGINAL: Final = frozenset({"dt", "ftr", "hdr", "sldNum"})
_STYLES: Final = {"titleStyle": "title", "bodyStyle": "body", "otherStyle": "other", "notesStyle": "other"}

UNDEFINED: Final = "unsaid"  # in place of an alignment, if nothing gives one
Levels: TypeAlias = Mapping[int, str]  # level, from 0 → alignment


class ShapePlaceholder(NamedTuple):
    """A placeholder shape, which inherits from a placeholder of the layout and one of the master."""

    kind: str
    number: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Alignments:
    """The alignments that the slides of a layout or master inherit."""

    placeholders: Mapping[ShapePlaceholder, Levels] = field(default_factory=dict)
    styles: Mapping[str, Levels] = field(default_factory=dict)  # of titles, bodies and all other texts
    master: Alignments | None = None

    def find(self, placeholder: ShapePlaceholder | None, level: int) -> str:
        """The alignment of a paragraph of this level in a placeholder, or outside; `UNDEFINED`: none."""
        for found in self.candidates(placeholder):
            if side := found.get(level, ""):
                return side
        return ""

    def candidates(self, placeholder: ShapePlaceholder | None) -> Iterator[Levels]:
        """The alignments to search, by priority."""
        if placeholder is not None:
            yield self._of(placeholder)
        if self.master is not None:
            yield from self.master.candidates(placeholder)
        else:
            yield self.styles.get(_style(placeholder), {})

    def _of(self, placeholder: ShapePlaceholder) -> Levels:
        """The alignments of the best matching placeholder: by number and kind, on masters by kind alone."""
        ranked = [
            (
                own.number == placeholder.number and self.master is not None,
                _kind(own) == _kind(placeholder),
                levels,
            )
            for own, levels in self.placeholders.items()
        ]
        best = max(ranked, key=lambda item: item[:2], default=(False, False, {}))
        return best[2] if best[0] or best[1] else {}


def read_alignments(package: OoxmlPackage, layout: str) -> Alignments:
    """The alignments of a layout and its master, or of a master alone, as far as they can be read."""
    if not layout:
        return Alignments()
    master = next((to.target for to in package.relationships(layout) if to.kind == "slideMaster"), "")
    own = _read(package, layout)
    if not master:
        return own
    return Alignments(placeholders=own.placeholders, master=_read(package, master))


def level_of(properties: str) -> int:
    """The level of a paragraph, from 0."""
    return int(properties) if len(properties) == 1 and properties.isdigit() else 0


def _read(package: OoxmlPackage, name: str) -> Alignments:
    try:
        if package.archive.entries[name].size > _LARGEST:
            return Alignments()
        root = parse_xml(package.archive.read(name))
    except DocumentError:
        return Alignments()
    placeholders: dict[ShapePlaceholder, Levels] = {}
    styles: dict[str, Levels] = {}
    for element in root.iter(etree.Element):
        local = local_name(element)
        if local == "sp":
            placeholder = next((h for h in element.iter("{*}ph")), None)
            style = next((s for s in element.iter("{*}lstStyle")), None)
            if placeholder is not None and style is not None:
                key = ShapePlaceholder(placeholder.get("type", "obj"), placeholder.get("idx", "0"))
                placeholders.setdefault(key, _levels(style))
        elif local in _STYLES:
            styles[_STYLES[local]] = _levels(element)
    return Alignments(placeholders=placeholders, styles=styles)


def _levels(style: etree._Element) -> Levels:
    found: dict[int, str] = {}
    for element in style:
        name = local_name(element)
        if name[:3] == "lvl" and name[3:4].isdigit() and (side := element.get("algn")):
            found[int(name[3]) - 1] = side
    return found


def _kind(placeholder: ShapePlaceholder) -> str:
    if placeholder.kind in TITLES:
        return "title"
    return placeholder.kind if placeholder.kind in _MARGINAL else "body"


def _style(placeholder: ShapePlaceholder | None) -> str:
    kind = "other" if placeholder is None else _kind(placeholder)
    return "other" if kind in _MARGINAL else kind
