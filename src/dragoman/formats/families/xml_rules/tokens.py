"""Split XML into tokens with their offsets in the text, after expat has found it well-formed.

Entity references are not resolved: entities of an external document type are unknown, and those that the
document declares stay references. Declarations are accepted when they are short and plain.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Final, NamedTuple, TypeAlias

from dragoman.text_io.errors import ConversionFailed, DocumentCorrupt, DocumentEmpty
from dragoman.text_io.xml.encoding import DecodedXml, decode_xml
from dragoman.text_io.xml.expat_parser import SEPARATOR, ExpatParser, PrefixNotDeclared

MOST_ELEMENTS: Final = 1_000_000
DEEPEST: Final = 500
_MOST_ATTRIBUTES: Final = 5_000  # of one tag

_LONGEST_ENTITY: Final = 200  # characters of an entity's text
_MOST_ENTITIES: Final = 1_000


# The kinds of tokens. No enum: these are compared for every tag and text of a document.
TEXT: Final = 0
START: Final = 1
EMPTY: Final = 2
END: Final = 3
ASIDE: Final = 4  # a comment or processing instruction
CDATA: Final = 5

Token: TypeAlias = tuple[int, int, int, str]  # kind, start and end in the text, name of an element as written


class XmlAttribute(NamedTuple):
    """One attribute of a start tag: its written name, and the offsets of its value in the tag."""

    name: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedXml:
    """A well-formed document."""

    decoded: DecodedXml
    text: str = field(repr=False)
    start: int  # of its root element
    entities: frozenset[str]  # declared in the document
    prefixed: bool = (
        True  # all its prefixes are declared in it; in some documents the document type declares them
    )


_MARKUP: Final = re.compile(
    r"""<(?:(/?)([^\s/>!?]++)[^"'>]*+(?:(?:"[^"]*+"|'[^']*+')[^"'>]*+){0,40}>"""
    r"|(!--.*?-->|\?.*?\?>)|(!\[CDATA\[.*?\]\]>)|([^\s/>!?]++))",
    re.DOTALL,
)
_CDATA_GROUP: Final = 4
_LONG_GROUP: Final = 5  # the beginning of a tag with very many attributes
_STEP: Final = re.compile(r"""[^"'>]*+(?:>|"[^"]*+"|'[^']*+')""")
_ATTRIBUTE: Final = re.compile(r"""\s([^\s=/>"']+)\s*=\s*(?:"([^"]*+)"|'([^']*+)')""")


def open_xml(data: bytes) -> OpenedXml:
    """Decode a document and check it. Raises `DocumentEmpty`, `DocumentCorrupt`."""
    if not data.strip(b"\xef\xbb\xbf \t\r\n"):
        raise DocumentEmpty("The file is empty.")
    decoded = decode_xml(data)
    check = _Check()
    prefixed = check.run(decoded.body, prefixed=True) or not check.run(decoded.body, prefixed=False)
    text = decoded.body.decode()
    start = len(decoded.body[: check.root].decode())
    entities = frozenset(check.entities)
    return OpenedXml(decoded=decoded, text=text, start=start, entities=entities, prefixed=prefixed)


def check_result(body: bytes, opened: OpenedXml) -> None:
    """Check a written document. Raises `ConversionFailed`."""
    try:
        if not _Check().run(body, prefixed=opened.prefixed):
            raise ConversionFailed("The translated file would be broken: prefixes are out of place.")
    except DocumentCorrupt as problem:
        raise ConversionFailed(f"The translated file would be broken. {problem.message}") from None


def tokenize(text: str, start: int) -> Iterator[Token]:
    """All tokens from the root element on; they cover the text without gaps."""
    position = start
    for found in _MARKUP.finditer(text, start):
        at, end = found.span()
        if at > position:
            yield TEXT, position, at, ""
        group = found.lastindex
        if group == 2:
            closing, name = found.group(1, 2)
            yield END if closing else EMPTY if text[end - 2] == "/" else START, at, end, name
        elif group == _LONG_GROUP:
            end = _tag_end(text, end)
            yield EMPTY if text[end - 2] == "/" else START, at, end, found[group]
        else:
            yield CDATA if group == _CDATA_GROUP else ASIDE, at, end, ""
        position = end
    if position < len(text):
        yield TEXT, position, len(text), ""


def attributes(tag: str) -> list[XmlAttribute]:
    """The attributes of a start tag."""
    listed = [
        XmlAttribute(found[1], *found.span(2 if found[2] is not None else 3))
        for found in islice(_ATTRIBUTE.finditer(tag), _MOST_ATTRIBUTES)
    ]
    if len(listed) == _MOST_ATTRIBUTES:
        raise ConversionFailed("An element of the file has thousands of attributes, which is not supported.")
    return listed


def check_size(elements: int, depth: int) -> None:
    """Raise `ConversionFailed` for a document beyond the limits."""
    if elements > MOST_ELEMENTS:
        raise ConversionFailed(f"The file has more than {MOST_ELEMENTS:,} elements. Split it.")
    if depth > DEEPEST:
        raise ConversionFailed(f"The file's elements are nested deeper than {DEEPEST} levels.")


def _tag_end(text: str, position: int) -> int:
    """The offset after the tag in which a position is."""
    while step := _STEP.match(text, position):
        position = step.end()
        if text[position - 1] == ">":
            break
    return position


class _Check:
    """One pass of expat over the whole document."""

    def __init__(self) -> None:
        self.root = 0
        self.entities: set[str] = set()

    def run(self, body: bytes, *, prefixed: bool) -> bool:
        """Whether all prefixes are declared, if `prefixed`. Raises `DocumentCorrupt` for anything else."""
        parser = ExpatParser(
            encoding="utf-8", separator=SEPARATOR if prefixed else None, check_entity=self._check_entity
        )

        def first(_name: str, _attributes: dict[str, str]) -> None:
            self.root = parser.handlers.CurrentByteIndex
            parser.handlers.StartElementHandler = None

        parser.handlers.StartElementHandler = first
        try:
            parser.finish(body)
        except PrefixNotDeclared:
            return False
        return True

    def _check_entity(self, name: str, is_parameter: bool, value: str | None) -> None:
        """Accept an entity that is a few characters without markup."""
        if is_parameter or value is None or len(value) > _LONGEST_ENTITY or set(value) & set("&<%"):
            raise DocumentCorrupt("The XML declares entities that are not plain text, which is not allowed.")
        self.entities.add(name)
        if len(self.entities) > _MOST_ENTITIES:
            raise DocumentCorrupt(f"The XML declares more than {_MOST_ENTITIES:,} entities.")
