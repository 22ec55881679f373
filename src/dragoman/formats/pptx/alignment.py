"""How paragraphs of slides are aligned when they do not say so: by their shape, layout or master.

Read only when a translation runs in the opposite direction: then what is aligned at one side changes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from lxml import etree

from dragoman.formats.families.ooxml.package import OoxmlPackage
from dragoman.text_io.errors import DocumentError
from dragoman.text_io.xml.parsing import local_name, parse_xml

_LARGEST: Final = 8 * 1024 * 1024  # bytes of a master that is looked at
TITLES: Final = frozenset({"title", "ctrTitle"})
_MARGINAL: Final = frozenset({"dt", "ftr", "hdr", "sldNum"})
_STYLES: Final = {"titleStyle": "title", "bodyStyle": "body", "otherStyle": "other", "notesStyle": "other"}

UNDEFINED: Final = "unsaid"  # instead of an alignment, where nothing around a paragraph gives one
Levels: TypeAlias = Mapping[int, str]  # level, from 0 → alignment


class ShapePlaceholder(NamedTuple):
    """A placeholder, which takes its formats from one of the layout and one of the master."""

    kind: str
    number: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Alignments:
    """What a layout or a master gives its slides."""

    holders: Mapping[ShapePlaceholder, Levels] = field(default_factory=dict)
    styles: Mapping[str, Levels] = field(default_factory=dict)  # for titles, bodies and all other texts
    master: Alignments | None = None

    def find(self, holder: ShapePlaceholder | None, level: int) -> str:
        """How a paragraph of this level is aligned in such a placeholder, or outside of any; "": unsaid."""
        for found in self.sources(holder):
            if side := found.get(level, ""):
                return side
        return ""

    def sources(self, holder: ShapePlaceholder | None) -> Iterator[Levels]:
        """Where to look, first what counts most."""
        if holder is not None:
            yield self._of(holder)
        if self.master is not None:
            yield from self.master.sources(holder)
        else:
            yield self.styles.get(_style(holder), {})

    def _of(self, holder: ShapePlaceholder) -> Levels:
        """Those of the placeholder that fits best: by number and kind, on masters by kind alone."""
        ranked = [
            (own.number == holder.number and self.master is not None, _kind(own) == _kind(holder), levels)
            for own, levels in self.holders.items()
        ]
        best = max(ranked, key=lambda item: item[:2], default=(False, False, {}))
        return best[2] if best[0] or best[1] else {}


def read_alignments(package: OoxmlPackage, layout: str) -> Alignments:
    """Those of a layout and its master, or of a master alone, as far as they can be read."""
    if not layout:
        return Alignments()
    master = next((to.target for to in package.relationships(layout) if to.kind == "slideMaster"), "")
    own = _read(package, layout)
    if not master:
        return own
    return Alignments(holders=own.holders, master=_read(package, master))


def level_of(properties: str) -> int:
    """The level that a paragraph names, from 0."""
    return int(properties) if len(properties) == 1 and properties.isdigit() else 0


def _read(package: OoxmlPackage, name: str) -> Alignments:
    try:
        if package.archive.entries[name].size > _LARGEST:
            return Alignments()
        root = parse_xml(package.archive.read(name))
    except DocumentError:
        return Alignments()
    holders: dict[ShapePlaceholder, Levels] = {}
    styles: dict[str, Levels] = {}
    for element in root.iter(etree.Element):
        local = local_name(element)
        if local == "sp":
            holder = next((h for h in element.iter("{*}ph")), None)
            style = next((s for s in element.iter("{*}lstStyle")), None)
            if holder is not None and style is not None:
                key = ShapePlaceholder(holder.get("type", "obj"), holder.get("idx", "0"))
                holders.setdefault(key, _levels(style))
        elif local in _STYLES:
            styles[_STYLES[local]] = _levels(element)
    return Alignments(holders=holders, styles=styles)


def _levels(style: etree._Element) -> Levels:
    found: dict[int, str] = {}
    for element in style:
        name = local_name(element)
        if name[:3] == "lvl" and name[3:4].isdigit() and (side := element.get("algn")):
            found[int(name[3]) - 1] = side
    return found


def _kind(holder: ShapePlaceholder) -> str:
    if holder.kind in TITLES:
        return "title"
    return holder.kind if holder.kind in _MARGINAL else "body"


def _style(holder: ShapePlaceholder | None) -> str:
    kind = "other" if holder is None else _kind(holder)
    return "other" if kind in _MARGINAL else kind
