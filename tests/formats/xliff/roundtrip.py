"""What the tests of XLIFF share: going through the format, and comparing files without their targets."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from lxml import etree

from dragoman.formats.format import Document, Languages, Source, Unit
from dragoman.formats.xliff import FORMAT
from dragoman.segments import Segment, Text

TO_FRENCH = Languages(source="en", target="fr")
_STATES = (
    "state",
    "state-qualifier",
    "subState",
    "approved",
    "target-language",
    "trgLang",
    "conf",
    "origin",
    "percent",
)
_TOOLS = ("}status", "}confirmed", "}trans-origin")


def source_of(data: bytes, *, suffix: str = "xlf", existing: str = "keep") -> Source:
    """A file as the service hands it over."""
    return Source(data=data, suffix=suffix, options={"existing": existing})


def extract(data: bytes, languages: Languages = TO_FRENCH, *, existing: str = "keep") -> Document:
    """The units of a file."""
    return FORMAT.extract(source_of(data, existing=existing), languages)


def rebuild(
    data: bytes, targets: Mapping[str, Segment], languages: Languages = TO_FRENCH, *, existing: str = "keep"
) -> bytes:
    """The file with translations in it."""
    return FORMAT.rebuild(source_of(data, existing=existing), targets, languages)


def shout(segment: Segment) -> Segment:
    """A translation that anybody can check: the text in capitals."""
    return tuple(Text(text=part.text.upper()) if isinstance(part, Text) else part for part in segment)


def translate(
    data: bytes,
    languages: Languages = TO_FRENCH,
    *,
    existing: str = "keep",
    by: Callable[[Segment], Segment] = shout,
) -> bytes:
    """The file with everything translated that is to be."""
    document = extract(data, languages, existing=existing)
    targets = {unit.id: by(unit.segment) for unit in document.units if unit.reason is None}
    return rebuild(data, targets, languages, existing=existing)


def by_id(document: Document) -> dict[str, Unit]:
    """The units by their ids."""
    return {unit.id: unit for unit in document.units}


def without_targets(data: bytes) -> bytes:
    """A file with its targets, states and target languages left out."""
    root = etree.fromstring(data)
    for node in list(root.iter()):
        if not isinstance(node.tag, str):
            continue
        parent = node.getparent()
        if etree.QName(node).localname == "target" and _is_unit(parent):
            before = node.getprevious()
            before.tail = (before.tail or "").rstrip() + (node.tail or "").lstrip()
            parent.remove(node)
            continue
        for name in list(node.attrib):
            if name in _STATES or name.endswith(_TOOLS):
                del node.attrib[name]
        if etree.QName(node).localname in ("source", "seg-source") and _is_unit(parent):
            node.tail = (node.tail or "").strip()
    return etree.tostring(root)  # not C14N, which refuses the namespace of memoQ


def _is_unit(node: etree._Element | None) -> bool:
    return node is not None and etree.QName(node).localname in ("trans-unit", "segment", "ignorable")
