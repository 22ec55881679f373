"""The structure of an InDesign document: its stories, their order, and which of them are visible."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import unquote

from dragoman.formats.families.indesign.run_formatting import attributes_of, find_hidden
from dragoman.text_io.errors import ConversionFailed, DocumentCorrupt
from dragoman.text_io.xml.encoding import decode_xml
from dragoman.text_io.xml.tags import value
from dragoman.text_io.xml.tree import check
from dragoman.text_io.zip.archive import ZipArchive, open_archive
from dragoman.text_io.zip.directory import shown

TYPE: Final = "application/vnd.adobe.indesign-idml-package"
MAP: Final = "designmap.xml"
_LARGEST: Final = 48 * 1024 * 1024  # bytes of a part
REST: Final = rb"""[^"'<>]*(?:"[^"<]*"[^"'<>]*|'[^'<]*'[^"'<>]*)*>"""  # of a tag; a tag contains no "<"
_STORY: Final = re.compile(rb"<Story(?=\s)" + REST)
_LAYER: Final = re.compile(rb"<Layer(?=\s)" + REST)
_PART: Final = re.compile(rb"<[^\s:<>/]+:(Story|Spread|MasterSpread)(?=\s)" + REST)
SHAPES: Final = (  # elements that can contain text, or hidden text
    rb"TextFrame|TextPath|EndnoteTextFrame|Group|Rectangle|Oval|Polygon|GraphicLine|Button"
    rb"|MultiStateObject|State|CheckBox|ComboBox|ListBox|RadioButton|TextBox|SignatureField"
)
_SHAPE: Final = re.compile(rb"<(/?)(" + SHAPES + rb")(?=[\s/>])" + REST)


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """A part with a story."""

    name: str  # in the archive
    visible: bool  # one of its frames is visible, or it has no known frame
    master: bool  # all its frames are on master spreads


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """A part with a spread, or a master spread."""

    name: str  # in the archive
    master: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class IdmlPackage:
    """A document whose structure was read."""

    archive: ZipArchive
    stories: tuple[Story, ...]  # in reading order
    conditions: frozenset[str]  # that hide their text
    spreads: tuple[Spread, ...]  # in reading order, masters last
    hidden_layers: frozenset[bytes]


@dataclass(slots=True, eq=False)
class _Frames:
    """The frames of stories, by the stories' ids."""

    hidden_layers: frozenset[bytes]
    order: dict[bytes, None] = field(default_factory=dict)
    visible: set[bytes] = field(default_factory=set)
    pages: set[bytes] = field(default_factory=set)  # those on pages, not only on master spreads

    def add(self, body: bytes, *, master: bool, seen: bool = True) -> None:
        """Add the frames of a spread, or those anchored in a story that is visible if `seen`."""
        around: list[bool] = []
        for tag in _SHAPE.finditer(body):
            if tag[1]:
                if around:
                    around.pop()
                continue
            attributes = dict(attributes_of(tag[0]))
            here = around[-1] if around else seen
            here &= is_shown(tag[0], self.hidden_layers)
            if not tag[0].endswith(b"/>"):
                around.append(here)
            if (story := attributes.get(b"ParentStory")) is not None:
                self.order.setdefault(story)
                if here:
                    self.visible.add(story)
                if not master:
                    self.pages.add(story)


def open_idml(data: bytes) -> IdmlPackage:
    """Read the structure of a document. Raises `DocumentCorrupt` if parts are missing."""
    archive = open_archive(data)
    map_name = _find_map(archive)
    body = read_part(archive, map_name)
    check(body)
    parts = list(_parts(archive, map_name, body))
    layers = (dict(attributes_of(tag[0])) for tag in _LAYER.finditer(body))
    hidden = frozenset(
        attributes.get(b"Self", b"") for attributes in layers if attributes.get(b"Visible") == b"false"
    )
    frames = _Frames(hidden)
    spreads = [Spread(name=name, master=kind != "Spread") for kind, name in parts if kind != "Story"]
    spreads.sort(key=lambda spread: spread.master)
    for spread in spreads:
        frames.add(read_part(archive, spread.name), master=spread.master)
    return IdmlPackage(
        archive=archive,
        stories=tuple(_in_order(archive, [name for kind, name in parts if kind == "Story"], frames)),
        conditions=find_hidden(body),
        spreads=tuple(spreads),
        hidden_layers=hidden,
    )


def is_shown(tag: bytes, hidden_layers: frozenset[bytes]) -> bool:
    """Whether a page item is visible by its start tag."""
    attributes = dict(attributes_of(tag))
    return attributes.get(b"Visible") != b"false" and attributes.get(b"ItemLayer") not in hidden_layers


def read_part(archive: ZipArchive, name: str) -> bytes:
    """A part in UTF-8."""
    if archive.entries[name].size > _LARGEST:
        raise ConversionFailed(f"The part {shown(name)} is too large to be read. Split the document.")
    return decode_xml(archive.read(name)).body


def _in_order(archive: ZipArchive, names: Sequence[str], frames: _Frames) -> Iterator[Story]:
    """The stories in the order of their frames, each with those anchored in it; then those without frames."""
    known: dict[bytes, str] = {}
    anchoring: set[bytes] = set()
    for name in names:
        body = read_part(archive, name)
        tag = _STORY.search(body)
        identity = dict(attributes_of(tag[0])).get(b"Self", b"") if tag else b""
        known[identity or name.encode()] = name
        if b"ParentStory=" in body:
            anchoring.add(identity)
    waiting = list(reversed(frames.order))
    done: set[bytes] = set()
    while waiting:
        story = waiting.pop()
        if story in done or story not in known:
            continue
        done.add(story)
        yield _describe(known[story], story, frames)
        if story in anchoring:
            before = len(frames.order)
            frames.add(
                read_part(archive, known[story]),
                master=story not in frames.pages,
                seen=story in frames.visible,
            )
            waiting += reversed(list(frames.order)[before:])
    for story, name in known.items():
        if story not in done:
            yield Story(name=name, visible=True, master=False)


def _describe(name: str, story: bytes, frames: _Frames) -> Story:
    return Story(name=name, visible=story in frames.visible, master=story not in frames.pages)


def _find_map(archive: ZipArchive) -> str:
    if MAP in archive.entries:
        return MAP
    names = [name for name in archive.entries if posixpath.basename(name) == MAP]
    if len(names) != 1:
        raise DocumentCorrupt(f"This is not an InDesign document: it has no {MAP}.")
    return names[0]


def _parts(archive: ZipArchive, map_name: str, body: bytes) -> Iterator[tuple[str, str]]:
    """Kind and name of the stories and spreads in the document's map."""
    folder = posixpath.dirname(map_name)
    for tag in _PART.finditer(body):
        source = value(dict(attributes_of(tag[0])).get(b"src", b""))
        ways = (posixpath.normpath(posixpath.join(folder, way)) for way in (source, unquote(source)))
        name = next((way for way in ways if way in archive.entries), None)
        if name is None:
            raise DocumentCorrupt(f"The document has no part {shown(source)}, which its map names.")
        yield tag[1].decode(), name
