"""Find the parts of a presentation that contain text, by its relationships, in the order of the slides."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from dragoman.formats.families.ooxml.content_types import main_types
from dragoman.formats.families.ooxml.core_properties import find_core
from dragoman.formats.families.ooxml.package import OoxmlPackage, Relationship
from dragoman.text_io.errors import DocumentCorrupt
from dragoman.text_io.xml.blocks import open_entry, whole
from dragoman.text_io.xml.expat_parser import ExpatParser
from dragoman.text_io.xml.tags import TagKind, XmlBlock

MAIN_TYPES: Final = main_types("pptx", "potx", "ppsx", "pptm", "potm", "ppsm")
_OF_SLIDE: Final = (  # the parts of a slide, in the order of reading
    "diagramData",
    "diagramDrawing",
    "chart",
    "chartEx",
    "chartUserShapes",
    "notesSlide",
    "comments",
)
_MASTERS: Final = ("slideMaster", "slideLayout", "notesMaster", "handoutMaster")
_FALSE: Final = frozenset({"0", "false"})


class SlidePartKind(enum.Enum):
    """How a part is read."""

    SHAPES = "shapes"  # shapes with paragraphs: slides, notes, diagrams, charts
    COMMENTS = "comments"
    PROPERTIES = "properties"  # title and subject of the presentation


@dataclass(frozen=True, slots=True, kw_only=True)
class SlidePartRef:
    """A part to read."""

    name: str
    kind: SlidePartKind
    role: str  # the kind of its relationship: "slide", "chart", …
    slide: str = ""  # the slide that shows it
    hidden: bool = False  # the slide is hidden
    layout: str = ""  # the layout or, of layouts, the master that its shapes inherit from


def find_parts(package: OoxmlPackage, *, masters: bool) -> tuple[SlidePartRef, ...]:
    """Find all parts to read, slide by slide.

    Masters and layouts come last, and without `masters` only if there are no slides.
    """
    main = package.main_part()
    relationships = tuple(package.relationships(main))
    found: dict[str, SlidePartRef] = {}
    for name in _slides_in_order(package, main, relationships):
        _follow(package, SlidePartRef(name=name, kind=SlidePartKind.SHAPES, role="slide", slide=name), found)
    if masters or not found:
        given = (to for to in relationships if to.kind in _MASTERS)
        for to in sorted(given, key=lambda to: _MASTERS.index(to.kind)):
            ref = SlidePartRef(name=to.target, kind=SlidePartKind.SHAPES, role=to.kind, slide=to.target)
            _follow(package, ref, found)
    if core := find_core(package):
        found.setdefault(core, SlidePartRef(name=core, kind=SlidePartKind.PROPERTIES, role="properties"))
    return tuple(found.values())


def _slides_in_order(
    package: OoxmlPackage, main: str, relationships: tuple[Relationship, ...]
) -> Iterator[str]:
    """The slides in the presentation's list. Other slides in the package are not shown."""
    targets = {to.id: to.target for to in relationships if to.kind == "slide"}
    part = open_entry(package.archive, main)
    block = XmlBlock(whole(part), part.names)
    for tag in block.tags(0, len(block.data)):
        if tag.name == "p:sldId" and tag.kind is not TagKind.END:
            name = targets.get(block.attributes(tag).get("r:id", ""))
            if name is not None:
                yield name


def _follow(package: OoxmlPackage, slide: SlidePartRef, found: dict[str, SlidePartRef]) -> None:
    """Add a slide, layout or master, and its parts."""
    if slide.name in found:
        return
    hidden = slide.role == "slide" and _is_hidden(package, slide.name)
    owned: list[Relationship] = []
    layouts: list[str] = []
    waiting, seen = [slide.name], {slide.name}
    for name in waiting:  # grows while it is read: charts have shapes of their own
        for to in package.relationships(name):
            if to.kind in _OF_SLIDE and to.target not in seen:
                seen.add(to.target)
                waiting.append(to.target)
                owned.append(to)
            elif name == slide.name and to.kind in {"slideLayout", "slideMaster"}:
                layouts.append(to.target)
    layout = layouts[0] if layouts and slide.role in {"slide", "slideLayout"} else ""
    layout = slide.name if slide.role == "slideMaster" else layout
    found[slide.name] = SlidePartRef(
        name=slide.name,
        kind=SlidePartKind.SHAPES,
        role=slide.role,
        slide=slide.name,
        hidden=hidden,
        layout=layout,
    )
    for to in sorted(owned, key=lambda to: _OF_SLIDE.index(to.kind)):
        kind = SlidePartKind.COMMENTS if to.kind == "comments" else SlidePartKind.SHAPES
        found.setdefault(
            to.target,
            SlidePartRef(name=to.target, kind=kind, role=to.kind, slide=slide.name, hidden=hidden),
        )
    for name in layouts if slide.role == "slideMaster" else ():
        _follow(
            package, SlidePartRef(name=name, kind=SlidePartKind.SHAPES, role="slideLayout", slide=name), found
        )


class _RootFound(Exception):  # not an error: the root was found
    pass


def _is_hidden(package: OoxmlPackage, name: str) -> bool:
    """Whether a slide is hidden. A damaged one raises later, when it is read."""
    shown = True

    def see(_: str, attributes: dict[str, str]) -> None:
        nonlocal shown
        shown = attributes.get("show", "1").strip() not in _FALSE
        raise _RootFound

    parser = ExpatParser(separator=None)
    parser.handlers.StartElementHandler = see
    try:
        for chunk in package.archive.chunks(name):
            parser.feed(chunk)
    except (_RootFound, DocumentCorrupt):
        pass
    return not shown
