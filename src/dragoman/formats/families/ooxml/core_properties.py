"""The text properties of an Office file: title, subject, description, keywords and category."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dragoman.formats.families.ooxml.package import OoxmlPackage
from dragoman.formats.paragraphs.text_locations import TextValue
from dragoman.text_io.xml.tags import TagKind, XmlBlock, content

_KINDS: Final = frozenset({"core-properties", "coreProperties"})  # of relationships of the package
_TEXTS: Final = frozenset({"dc:title", "dc:subject", "dc:description", "cp:keywords", "cp:category"})


def find_core(package: OoxmlPackage) -> str:
    """The part with the properties; "": there is none."""
    return next((to.target for to in package.relationships("") if to.kind in _KINDS), "")


def read_core(part: str, block: XmlBlock) -> Iterator[TextValue]:
    """The locations of a part with core properties; `block` is the whole part."""
    data = block.data
    for number, tag in enumerate(block.tags(0, len(data))):
        if tag.kind is TagKind.START and tag.name in _TEXTS:
            close = data.rindex(b"<", tag.end, block.end_of(tag))
            text = content(data[tag.end : close])
            if text.strip():
                yield TextValue(id=f"{part}#{number}", start=tag.end, end=close, text=text, attribute=False)
