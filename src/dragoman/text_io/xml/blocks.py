"""XML parts of Office packages as streams: checked by expat, then split into blocks of whole paragraphs.

Large documents never become a tree. A part is inspected once (is it well-formed, which prefixes does it
declare), and then read in blocks of about a megabyte that end between outermost paragraphs. Untranslated
blocks are never copied. A part that binds one prefix to several namespaces is first rewritten with one prefix
for each namespace.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from dragoman.text_io.errors import ConversionFailed
from dragoman.text_io.unicode_detection import WIDE, find_xml_unicode
from dragoman.text_io.xml.encoding import find_declared_codec
from dragoman.text_io.xml.expat_parser import SEPARATOR, ExpatParser, PrefixNotDeclared
from dragoman.text_io.xml.namespaces import ElementNames
from dragoman.text_io.xml.prefixes import with_own_prefixes
from dragoman.text_io.zip.archive import ZipArchive
from dragoman.text_io.zip.directory import shown

BLOCK: Final = 512 * 1024
LARGEST_BLOCK: Final = 32 * 1024 * 1024  # of a part that is read at once, or of one paragraph
_REST: Final = rb"""[^"'>]*(?:"[^"]*"[^"'>]*|'[^']*'[^"'>]*)*>"""  # of a tag, behind its name


@dataclass(frozen=True, slots=True, kw_only=True)
class PartInspection:
    """The result of inspecting a part."""

    encoding: str  # a Python codec
    prefixes: Mapping[str, str]  # prefix ("" for the default) → namespace
    ambiguous: bool  # a prefix is bound to several namespaces
    special: bool  # there are comments, CDATA sections or processing instructions


@dataclass(frozen=True, slots=True, kw_only=True)
class XmlPart:
    """An inspected part. `cut` gives its contents in UTF-8; `encoded` encodes them again."""

    names: ElementNames
    encoding: str
    read: Callable[[], Iterator[bytes]]  # chunks in UTF-8 whose prefixes are not ambiguous
    special: bool


def open_part(name: str, chunks: Callable[[], Iterable[bytes]], *, undeclared: bool = False) -> XmlPart:
    """Inspect a part that `chunks` reads from its beginning at every call.

    Raises `DocumentCorrupt` when it is not well-formed XML, has a document type, or uses prefixes that it
    does not declare. `undeclared` accepts those, as names of an unknown namespace.
    """
    try:
        shape = _inspect(_Inspector(name), chunks())
    except PrefixNotDeclared:
        if not undeclared:
            raise
        shape = _inspect(_UndeclaredPrefixInspector(name), chunks())

    def read() -> Iterator[bytes]:
        return iter(chunks()) if shape.encoding == "utf-8" else _to_utf8(chunks(), shape.encoding)

    if not shape.ambiguous:
        names = ElementNames(shape.prefixes)
        return XmlPart(names=names, encoding=shape.encoding, read=read, special=shape.special)
    rewritten = _inspect(_Inspector(name), with_own_prefixes(chunks()))
    return XmlPart(
        names=ElementNames(rewritten.prefixes),
        encoding="utf-8",
        read=lambda: with_own_prefixes(chunks()),
        special=False,
    )


def open_entry(archive: ZipArchive, name: str) -> XmlPart:
    """Inspect a part of an archive."""
    return open_part(name, lambda: archive.chunks(name))


def encoded(part: XmlPart, blocks: Iterable[bytes]) -> Iterator[bytes]:
    """Encode blocks of UTF-8 in the part's own encoding; characters that it lacks become references."""
    if part.encoding == "utf-8":
        yield from blocks
        return
    encoder = codecs.getincrementalencoder(part.encoding)("xmlcharrefreplace")
    for text in codecs.iterdecode(blocks, "utf-8"):
        yield encoder.encode(text)


def cut(part: XmlPart, *paragraphs: str) -> Iterator[bytes]:
    """Split the part into blocks that end between outermost elements of these names, or give it whole."""
    if part.special:
        yield whole(part)
        return
    tags = re.compile(rb"<(/?)" + part.names.pattern(*paragraphs) + rb"(?=[\s/>])" + _REST)
    buffer, depth, seen, end = bytearray(), 0, 0, 0
    for chunk in part.read():
        buffer += chunk
        if len(buffer) - seen < BLOCK // 2:
            continue
        depth, seen, end = _find_end(tags, buffer, (depth, seen, end))
        if end >= BLOCK // 2:
            yield bytes(memoryview(buffer)[:end])
            del buffer[:end]
            seen, end = seen - end, 0
        elif len(buffer) > LARGEST_BLOCK:
            raise ConversionFailed("A paragraph of the document is too large. Split the document.")
    yield bytes(buffer)


def _find_end(
    tags: re.Pattern[bytes], buffer: bytearray, state: tuple[int, int, int]
) -> tuple[int, int, int]:
    """Continue from `state` (depth, offset read so far, end of the last outermost element)."""
    depth, seen, end = state
    for tag in tags.finditer(buffer, seen):
        seen = tag.end()
        if tag[1]:
            depth -= 1
        elif buffer[seen - 2] != 0x2F:  # not <w:p/>
            depth += 1
        if not depth:
            end = seen
    return depth, max(seen, buffer.rfind(b"<")), end


def whole(part: XmlPart) -> bytes:
    """The whole part. Raises `ConversionFailed` when it is too large for that."""
    pieces: list[bytes] = []
    size = 0
    for chunk in part.read():
        pieces.append(chunk)
        size += len(chunk)
        if size > LARGEST_BLOCK:
            raise ConversionFailed(
                "A part of the document is too large to be read at once. Save the document again with its "
                "own program, or split it, and send that."
            )
    return b"".join(pieces)


def _to_utf8(chunks: Iterable[bytes], encoding: str) -> Iterator[bytes]:
    for text in codecs.iterdecode(chunks, encoding):
        yield text.encode("utf-8")


class _Inspector:
    """Collects expat's events; it asks for rare ones only, so that parsing stays fast."""

    def __init__(self, name: str, separator: str | None = SEPARATOR) -> None:
        self.parser = ExpatParser(f"The part {shown(name)}", separator=separator, doctype=False)
        self.declared = ""
        self.prefixes: dict[str, str] = {}
        self.ambiguous = self.special = self.in_root = False
        handlers = self.parser.handlers
        handlers.XmlDeclHandler = self._declaration
        handlers.StartNamespaceDeclHandler = self._namespace
        handlers.StartElementHandler = self._root
        handlers.CommentHandler = handlers.StartCdataSectionHandler = self._special
        handlers.ProcessingInstructionHandler = self._special

    def _declaration(self, _version: str, encoding: str | None, _standalone: int) -> None:
        self.declared = encoding or ""

    def _namespace(self, prefix: str | None, uri: str | None) -> None:
        known = self.prefixes.setdefault(prefix or "", uri or "")
        self.ambiguous |= known != (uri or "") or (self.in_root and not prefix and not self._default_first)

    def _root(self, *_: object) -> None:
        self._enter()
        self.parser.handlers.StartElementHandler = None

    def _enter(self) -> None:
        self.in_root = True
        self._default_first = "" in self.prefixes

    def _special(self, *_: object) -> None:
        self.special = True


class _UndeclaredPrefixInspector(_Inspector):
    """The same for a part with an undeclared prefix, where expat cannot resolve namespaces."""

    def __init__(self, name: str) -> None:
        super().__init__(name, separator=None)
        self.parser.handlers.StartElementHandler = self._element

    def _element(self, _name: str, attributes: Mapping[str, str]) -> None:
        for name, value in attributes.items():
            if name == "xmlns" or name.startswith("xmlns:"):
                self._namespace(name[6:], value)
        if not self.in_root:
            self._enter()


def _inspect(inspector: _Inspector, chunks: Iterable[bytes]) -> PartInspection:
    beginning = b""
    for chunk in chunks:
        beginning = beginning or chunk[:4]
        inspector.parser.feed(chunk)
    inspector.parser.finish()
    bom, encoding = find_xml_unicode(beginning)
    if bom and encoding in WIDE:
        encoding = "utf-16"  # the codec that reads and writes the mark
    return PartInspection(
        encoding=encoding or find_declared_codec(inspector.declared or "utf-8"),
        prefixes=inspector.prefixes,
        ambiguous=inspector.ambiguous,
        special=inspector.special,
    )
