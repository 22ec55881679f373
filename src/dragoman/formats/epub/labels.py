"""Texts in the package and contents files of a book: title, description, labels of chapters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from dragoman.formats.families.html.page_head import is_language, names_source
from dragoman.formats.format import Languages, Unit
from dragoman.languages import is_rtl
from dragoman.segments import Segment, Text, keeps_codes, plain_text
from dragoman.text_io.errors import ConversionFailed
from dragoman.text_io.xml.encoding import decode_xml, encode_xml
from dragoman.text_io.xml.parsing import XML_NAMESPACE
from dragoman.text_io.xml.splice import XmlEdit, XmlSplicer
from dragoman.text_io.xml.start_tags import change_attributes, written_attribute
from dragoman.text_io.xml.tags import escaped, escaped_value
from dragoman.text_io.xml.tree import XmlNode, scan_xml, tag_end
from dragoman.text_io.zip.directory import shown

_LANG: Final = f"{XML_NAMESPACE}}}lang"
_DC: Final = ("http://purl.org/dc/elements/1.1/}", "http://purl.org/dc/elements/1.0/}")
_TITLE: Final = re.compile(rb"""\stitle\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_SPACE: Final = re.compile(r"[ \t\r\n]+")
_BLANK: Final = b" \t\r\n"
_PAGES_IN_PLACE: Final = b"pre-paginated"  # a fixed layout: pages that are laid out side by side


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """A text without markup: body[start:end]."""

    id: str
    start: int
    end: int
    segment: Segment
    context: str
    attribute: bool = False  # it is the value of an attribute


@dataclass(slots=True, kw_only=True)
class LabelFile:
    """The texts of one file."""

    name: str
    body: bytes = field(repr=False)
    labels: list[Label] = field(default_factory=list)
    language_elements: list[XmlNode] = field(default_factory=list)  # which name the language of texts
    languages: list[XmlNode] = field(default_factory=list)  # elements whose text is a language tag
    spine: XmlNode | None = None
    version: str = ""
    number: int = 0  # number of possible labels so far

    def units(self) -> Iterator[Unit]:
        """The units, in order."""
        return (Unit(id=found.id, segment=found.segment, context=found.context) for found in self.labels)

    def declared_languages(self) -> list[str]:
        """The languages in the metadata of the book."""
        return [_text(node) for node in self.languages]


def read_package(name: str, body: bytes, languages: Languages) -> LabelFile:
    """Read title and description of a book, the titles of its guide, and its declared languages.

    Titles in other languages than the source are left alone; earlier translations are read again.
    """
    found = LabelFile(name=name, body=body)
    source_kinds: set[str] = set()  # elements of which one is declared to be in the source language

    def opened(node: XmlNode) -> bool:
        if node.parent is None:
            found.language_elements.append(node)
            found.version = node.attributes.get("version", "")
        if node.name == "spine":
            found.spine = node
        elif node.name == "reference" and node.parent is not None and node.parent.name == "guide":
            _add_title(found, node)
        return _dublin(node) in {"title", "description", "language"}

    def closed(node: XmlNode) -> None:
        kind = _dublin(node)
        if kind == "language":
            found.languages.append(node)
        elif kind and node.children is not None:
            found.number += 1
            declared = node.attributes.get(_LANG, "")
            source_kinds.update({kind} if is_language(declared, languages.source) else ())
            translated = is_language(declared, languages.target) and kind not in source_kinds
            if not declared or is_language(declared, languages.source) or translated:
                found.language_elements.append(node)
                _add(found, node, kind, collapse=kind == "title")

    scan_xml(body, opened=opened, closed=closed)
    return found


def read_contents(name: str, body: bytes) -> LabelFile:
    """Read the labels of a contents file (NCX), except those of pages."""
    found = LabelFile(name=name, body=body)

    def opened(node: XmlNode) -> bool:
        if node.parent is None:
            found.language_elements.append(node)
        return _is_label(node)

    def closed(node: XmlNode) -> None:
        if node.children is not None and _is_label(node):
            found.number += 1
            _add(found, node, node.parent.name if node.parent else "", collapse=True)

    scan_xml(body, opened=opened, closed=closed)
    return found


def changes_labels(found: LabelFile, targets: Mapping[str, Segment]) -> bool:
    """Whether a translation differs from the text in the file."""
    return any(targets.get(label.id, label.segment) != label.segment for label in found.labels)


def write_labels(
    data: bytes, found: LabelFile, targets: Mapping[str, Segment], languages: Languages
) -> bytes:
    """The file in its own encoding, with its translations and the target language."""
    decoded = decode_xml(data)
    edits = [edit for label in found.labels for edit in _write_label(label, targets)]
    tags: dict[int, tuple[XmlNode, dict[str, str | None]]] = {}
    for node in found.language_elements:
        if names_source(node.attributes.get(_LANG, ""), languages):
            tags[node.start] = (node, {"lang": languages.target})
    for node in found.languages:
        if names_source(_text(node), languages):
            start, end = _core(found.body, node)
            edits.append(XmlEdit(start=start, end=end, new=escaped(languages.target)))
    if found.spine is not None and (direction := _direction(found, found.spine, languages)):
        tags[found.spine.start] = (found.spine, {"page-progression-direction": direction})
    edits += (_write_tag(found.body, node, changes) for node, changes in tags.values())
    splicer = XmlSplicer(found.body)
    splicer.put(edits)
    return encode_xml(splicer.finish(), decoded)


def _direction(found: LabelFile, spine: XmlNode, languages: Languages) -> str:
    """The new direction of page progression; "": unchanged.

    Japanese books progress like Arabic ones, regardless of the direction of their lines. Pages of a fixed
    layout keep their order.
    """
    turned = is_rtl(languages.target)
    if turned == is_rtl(languages.source) or _PAGES_IN_PLACE in found.body:
        return ""
    declared = spine.attributes.get("page-progression-direction")
    if turned:
        return "rtl" if declared != "rtl" and (declared or not found.version.startswith(("1", "2"))) else ""
    return "ltr" if declared == "rtl" else ""


def _write_label(label: Label, targets: Mapping[str, Segment]) -> Iterator[XmlEdit]:
    target = targets.get(label.id)
    if target is None or target == label.segment:
        return
    if not keeps_codes(label.segment, target):
        raise ConversionFailed(f"The translation of {shown(label.id)} does not have the codes of its source.")
    escape = escaped_value if label.attribute else escaped
    yield XmlEdit(start=label.start, end=label.end, new=escape(plain_text(target)))


def _write_tag(body: bytes, node: XmlNode, changes: dict[str, str | None]) -> XmlEdit:
    end = tag_end(body, node.start)
    tag = body[node.start : end]
    written = {
        (written_attribute(tag, name) or name) if name == "lang" else name: value
        for name, value in changes.items()
    }
    return XmlEdit(start=node.start, end=end, new=change_attributes(tag, written))


def _add(found: LabelFile, node: XmlNode, context: str, *, collapse: bool) -> None:
    text = _text(node)
    if collapse:
        text = _SPACE.sub(" ", text)
    if node.elements() or not any(map(str.isalpha, text)):
        return
    start, end = _core(found.body, node)
    identity = f"{found.name}#{found.number}"
    found.labels.append(Label(id=identity, start=start, end=end, segment=(Text(text=text),), context=context))


def _add_title(found: LabelFile, node: XmlNode) -> None:
    """Add the title of a reference in the guide of an EPUB 2 book."""
    text = node.attributes.get("title", "")
    tag = found.body[node.start : tag_end(found.body, node.start)]
    title = _TITLE.search(tag)
    if title is None or not any(map(str.isalpha, text)):
        return
    found.number += 1
    start, end = (node.start + at for at in title.span(1 if title[1] is not None else 2))
    identity, segment = f"{found.name}#{found.number}", (Text(text=text),)
    found.labels.append(
        Label(id=identity, start=start, end=end, segment=segment, context=node.name, attribute=True)
    )


def _core(body: bytes, node: XmlNode) -> tuple[int, int]:
    """The span of the text of an element without the blanks around it."""
    inner = body[node.inner_start : node.inner_end]
    start = node.inner_start + len(inner) - len(inner.lstrip(_BLANK))
    return start, max(start, node.inner_end - (len(inner) - len(inner.rstrip(_BLANK))))


def _text(node: XmlNode) -> str:
    return "".join(child for child in node.children or () if isinstance(child, str)).strip(" \t\r\n")


def _dublin(node: XmlNode) -> str:
    """The name of a Dublin Core element in lower case; "" for others."""
    return next((node.name[len(name) :].lower() for name in _DC if node.name.startswith(name)), "")


def _is_label(node: XmlNode) -> bool:
    """Whether this is the text of a label in an NCX file, and not that of a page number."""
    parent = node.parent
    if node.name != "text" or parent is None or parent.name not in {"navLabel", "docTitle"}:
        return False
    return parent.parent is None or parent.parent.name not in {"pageTarget", "pageList"}
