"""Compare two pages of a book, or two stories of InDesign, by content.

Part of `corpus_checks`. Neighbours with the same style are joined, and blanks between elements are ignored.
"""

from __future__ import annotations

import html
import re
from typing import Final

import lxml.html
from lxml import etree

from dragoman.formats.families.html.page_head import find_declared
from dragoman.formats.units.html_elements import INLINE
from dragoman.text_io.charsets import decode
from dragoman.text_io.errors import DocumentError
from dragoman.text_io.xml.parsing import parse_xml

_PAGE: Final = re.compile(r"^\{http://www\.w3\.org/1999/xhtml\}html$|\}(?:ncx|package)$")
_STORY: Final = re.compile(r"\}Story$|^Document$")
_RUN: Final = "CharacterStyleRange"
_NOISE: Final = ("AppliedLanguage", "KerningValue")  # of single letters and words
_KEPT: Final = re.compile(r"&(?:amp|lt|gt|quot|apos);")
_NAMED: Final = re.compile(r"&[A-Za-z][A-Za-z0-9]*;")
_DECLARATION: Final = re.compile(r"^\s*<\?xml[^>]*\?>")
_BEFORE: Final = b"\xef\xbb\xbf\xff\xfe \t\r\n\0"
CHARSET: Final = re.compile(r"""<meta charset="utf-8">|charset\s*=\s*["']?[\w-]+""", re.IGNORECASE)
_BLANKS: Final = re.compile("[ \t\r\n]+")


def same_publication(one: bytes, other: bytes) -> bool:
    """Whether both are pages, or both are stories, with the same content."""
    first = _flat(one, pages=True)
    return first is not None and first == _flat(other, pages=True)


def same_story(one: bytes, other: bytes) -> bool:
    """Whether both are stories with the same content."""
    first = _flat(one, pages=False)
    return first is not None and first == _flat(other, pages=False)


def same_markup(one: bytes, other: bytes) -> bool:
    """Whether two pages display the same in browsers, in any encoding."""
    return _soup(one) == _soup(other)


def _soup(data: bytes) -> bytes:
    text = decode(data, declared=find_declared(data)).text
    try:
        root = lxml.html.document_fromstring(CHARSET.sub("", _DECLARATION.sub("", text)))
    except etree.LxmlError:
        return data
    _flatten_page(root)
    flat: bytes = etree.tostring(root)
    return flat


def _flat(data: bytes, *, pages: bool) -> bytes | None:
    if not data.lstrip(_BEFORE).startswith(b"<"):
        return None
    try:
        root = parse_xml(_without_entities(data), doctype=True)
    except DocumentError:
        return None
    if pages and _PAGE.search(str(root.tag)):
        _flatten_page(root)
    elif _STORY.search(str(root.tag)):
        for node in reversed(list(root.iter())):
            _flatten_story(node)
    else:
        return None
    flat: bytes = etree.tostring(root, method="c14n")
    return flat


def _without_entities(data: bytes) -> bytes:
    """A document in UTF-8, with characters instead of named entities of HTML."""
    text = _DECLARATION.sub("", decode(data, declared=find_declared(data)).text)
    return _NAMED.sub(
        lambda found: found[0] if _KEPT.match(found[0]) else html.unescape(found[0]), text
    ).encode()


def _flatten_page(root: etree._Element) -> None:
    for node in list(root.iter()):
        _join_neighbours(node)
    for node in root.iter():
        node.text = _BLANKS.sub(" ", node.text or "").strip(" ") or None
        node.tail = _BLANKS.sub(" ", node.tail or "").strip(" ") or None


def _join_neighbours(node: etree._Element) -> None:
    if str(node.tag).rpartition("}")[2] in INLINE and (node.text or len(node)):
        while (following := node.getnext()) is not None and not node.tail and _alike(node, following):
            _join(node, following)


def _flatten_story(node: etree._Element) -> None:
    parent = node.getparent()
    if parent is None:
        return
    if not (node.tail or "").strip():
        node.tail = None
    if not isinstance(node.tag, str):
        return
    if node.tag != "Content" and not (node.text or "").strip():
        node.text = None
    for name in _NOISE:
        if node.tag == _RUN and node.get(name) is not None:
            del node.attrib[name]
    content = [child for child in node if child.tag != "Properties"]
    if (node.tag == _RUN and not content) or (node.tag == "Content" and not (node.text or len(node))):
        parent.remove(node)
        return
    following = node.getnext()
    if node.tag in {_RUN, "Content"} and following is not None and _alike(node, following):
        _join(node, following)


def _alike(one: etree._Element, other: etree._Element) -> bool:
    return (
        isinstance(one.tag, str)
        and one.tag == other.tag
        and one.get("id") is None
        and sorted(one.items()) == sorted(other.items())
        and _properties(one) == _properties(other)
    )


def _properties(node: etree._Element) -> bytes:
    found = node.find("Properties")
    if found is None:
        return b""
    written: bytes = etree.tostring(found, method="c14n", with_tail=False)
    return written


def _join(node: etree._Element, following: etree._Element) -> None:
    """Append the content of an element to the one before it."""
    children = [child for child in following if child.tag != "Properties"]
    if following.text:
        if len(node):
            node[-1].tail = (node[-1].tail or "") + following.text
        else:
            node.text = (node.text or "") + following.text
    seam = node[-1] if len(node) else None
    for child in children:
        node.append(child)
    node.tail = following.tail
    parent = following.getparent()
    if parent is not None:
        parent.remove(following)
    if seam is not None and children and seam.tag == "Content" and _alike(seam, children[0]):
        _join(seam, children[0])
