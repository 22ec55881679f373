"""Read the tags of a block of XML by offset; the bytes between them are not parsed.

The block is part of a document that expat found well-formed, so tags pair up and `<` never occurs in a value.
"""

from __future__ import annotations

import enum
import html
import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from dragoman.text_io.errors import DocumentCorrupt
from dragoman.text_io.xml.namespaces import ElementNames

_REST: Final = rb"""[^"'>]*(?:"[^"]*"[^"'>]*|'[^']*'[^"'>]*)*>"""
_OTHER: Final = rb"!--.*?-->|!\[CDATA\[.*?\]\]>|\?.*?\?>"
_TAG: Final = re.compile(rb"<(?:" + _OTHER + rb"|(/?)([^\s/>!?]+)" + _REST + rb")", re.DOTALL)
_ATTRIBUTE: Final = re.compile(rb"""\s([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_REFERENCE: Final = re.compile(r"&(?:#[xX]([0-9a-fA-F]{1,8})|#([0-9]{1,8})|([A-Za-z]+));")
_NAMED: Final = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_CDATA: Final = re.compile(r"<(?:!\[CDATA\[(.*?)\]\]>|!--.*?-->|\?.*?\?>)", re.DOTALL)
_NOT_XML: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_LINE_END: Final = re.compile("\r\n?")


class TagKind(enum.IntEnum):
    """Whether a tag is a start, end or empty-element tag."""

    START = 0
    END = 1
    EMPTY = 2


class XmlTag(NamedTuple):
    """A tag: its kind, the canonical name of the element, and its offsets."""

    kind: TagKind
    name: str
    start: int
    end: int


class XmlBlock:
    """A block of a part, in UTF-8."""

    __slots__ = ("_pairs", "data", "names")

    def __init__(self, data: bytes, names: ElementNames) -> None:
        self.data = data
        self.names = names
        self._pairs: dict[bytes, re.Pattern[bytes]] = {}

    def tag(self, position: int) -> XmlTag | None:
        """The first tag at or after `position`; comments, CDATA and instructions are skipped."""
        while found := _TAG.search(self.data, position):
            written = found[2]
            if written is None:
                position = found.end()
                continue
            end = found.end()
            opening = TagKind.EMPTY if self.data[end - 2] == 0x2F else TagKind.START
            return XmlTag(TagKind.END if found[1] else opening, self.names[written], found.start(), end)
        return None

    def expect(self, position: int) -> XmlTag:
        """The next tag. An element is open, so there must be one."""
        tag = self.tag(position)
        if tag is None:
            raise DocumentCorrupt("A part of the document has a paragraph in an unusual place.")
        return tag

    def tags(self, start: int, end: int) -> Iterator[XmlTag]:
        """All tags between two offsets."""
        while (tag := self.tag(start)) is not None and tag.start < end:
            yield tag
            start = tag.end

    def end_of(self, tag: XmlTag) -> int:
        """The offset at which the element of this start tag ends."""
        if tag.kind is not TagKind.START:
            return tag.end
        written = self.written(tag)
        pair = self._pairs.get(written)
        if pair is None:
            pattern = rb"<(?:" + _OTHER + rb"|(/?)" + re.escape(written) + rb"(?=[\s/>])" + _REST + rb")"
            pair = self._pairs[written] = re.compile(pattern, re.DOTALL)
        depth = 1
        for found in pair.finditer(self.data, tag.end):
            if found[1] is None or (not found[1] and self.data[found.end() - 2] == 0x2F):
                continue  # a comment, or an empty element
            depth += -1 if found[1] else 1
            if not depth:
                return found.end()
        raise DocumentCorrupt("A part of the document has a paragraph in an unusual place.")

    def inside(self, tag: XmlTag) -> bytes:
        """The bytes within the element of this start tag."""
        if tag.kind is not TagKind.START:
            return b""
        end = self.end_of(tag)
        return self.data[tag.end : self.data.rindex(b"<", tag.end, end)]

    def written(self, tag: XmlTag) -> bytes:
        """The element's name as written in the part."""
        found = _TAG.match(self.data, tag.start)
        assert found is not None and found[2] is not None  # noqa: PT018 # it was a tag before
        return found[2]

    def spans(self, tag: XmlTag) -> Iterator[tuple[str, int, int]]:
        """The canonical name of each attribute of a tag, and the offsets of its value without quotes."""
        for found in _ATTRIBUTE.finditer(self.data, tag.start, tag.end):
            which = 2 if found[2] is not None else 3
            yield self.names.attribute(found[1]), found.start(which), found.end(which)

    def attributes(self, tag: XmlTag) -> dict[str, str]:
        """The attributes of a tag by canonical name."""
        return {name: value(self.data[start:end]) for name, start, end in self.spans(tag)}


def finder(names: ElementNames, wanted: Iterable[str]) -> re.Pattern[bytes]:
    """A pattern that finds the tags of some elements only, much faster than reading all tags.

    It also matches comments, CDATA sections and instructions, because nothing inside them is a tag.
    """
    return re.compile(rb"<(?:" + _OTHER + rb"|/?" + names.pattern(*wanted) + rb"(?=[\s/>]))", re.DOTALL)


def value(written: bytes) -> str:
    """Unescape the value of an attribute; white space in it becomes blanks, unless it is referenced."""
    text = written.decode()
    if "\n" in text or "\r" in text or "\t" in text:
        text = text.replace("\r\n", " ").translate({9: " ", 10: " ", 13: " "})
    return _unescape(text)


def content(written: bytes) -> str:
    """Unescape the text between two tags; comments in it are dropped."""
    text = written.decode()
    if "\r" in text:
        text = _LINE_END.sub("\n", text)
    if "<" not in text:
        return _unescape(text)
    pieces: list[str] = []
    position = 0
    for found in _CDATA.finditer(text):
        pieces += (_unescape(text[position : found.start()]), found[1] or "")
        position = found.end()
    return "".join((*pieces, _unescape(text[position:])))


def escaped(text: str) -> bytes:
    """Escape a text for use between tags. Characters that XML does not allow are dropped."""
    return html.escape(_NOT_XML.sub("", text), quote=False).replace("\r", "&#13;").encode()


def escaped_value(text: str) -> bytes:
    """Escape a text for use in an attribute's value, in either kind of quotes."""
    written = html.escape(_NOT_XML.sub("", text), quote=True).replace("\r", "&#13;")
    return written.replace("\n", "&#10;").replace("\t", "&#9;").encode()


def _unescape(text: str) -> str:
    return _REFERENCE.sub(_referenced, text) if "&" in text else text


def _referenced(found: re.Match[str]) -> str:
    if found[3]:
        return _NAMED.get(found[3], found[0])
    return chr(int(found[1], 16) if found[1] else int(found[2]))
