"""Read XML once from front to back, with the byte offsets of each element.

Elements that the caller asks for are built as small trees and passed on one by one, so that memory follows
the largest of them, not the file. `expat_parser` parses: entity declarations are refused, no document type is
loaded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from dragoman.text_io.errors import ConversionFailed, DocumentCorrupt
from dragoman.text_io.xml.expat_parser import ExpatParser, XmlNotWellFormed

COMMENT: Final = "!comment"  # used as a name; no element can have it
INSTRUCTION: Final = "!instruction"

DEEPEST: Final = 200
MOST_ELEMENTS: Final = 2_000_000  # in a file
MOST_IN_TREE: Final = 50_000  # elements in one tree

_QUOTE_OR_END: Final = re.compile(rb"""["'>]""")
_NAME: Final = re.compile(rb"</?([^\s/>]+)")


@dataclass(slots=True, eq=False)
class XmlNode:
    """An element, comment or processing instruction. Positions are byte offsets in the body.

    Names in the root's namespace are local names. The root's own name and names in other namespaces are
    `namespace}name` (`name` for a root without a namespace), and so are attributes'.
    """

    name: str
    attributes: Mapping[str, str]
    line: int
    start: int
    parent: XmlNode | None
    inner_start: int = -1
    inner_end: int = -1
    end: int = -1
    children: list[XmlNode | str] | None = None  # None: not part of a tree

    @property
    def is_self_closed(self) -> bool:
        """Whether the element is one tag: `<x/>`."""
        return self.inner_end == self.end

    def elements(self, name: str = "") -> list[XmlNode]:
        """Its child elements, or those of one name."""
        return [
            child
            for child in self.children or ()
            if isinstance(child, XmlNode) and (child.name == name if name else child.name[0] != "!")
        ]

    def first(self, name: str) -> XmlNode | None:
        """Its first child element of a name."""
        return next((n for n in self.children or () if isinstance(n, XmlNode) and n.name == name), None)

    def named(self) -> str:
        """The element's local name and line, for messages."""
        return f"<{self.name.rpartition('}')[2]}> on line {self.line}"


Opened: TypeAlias = Callable[[XmlNode], bool]  # True: build its tree
Closed: TypeAlias = Callable[[XmlNode], None]


def scan_xml(body: bytes, *, opened: Opened, closed: Closed) -> None:
    """Read a document: call `opened` for each element outside of trees, `closed` at its end or a tree's.

    Elements inside a tree are only in the tree. Raises `DocumentCorrupt` for XML that is not well-formed,
    `ConversionFailed` beyond the limits.
    """
    _Scan(body, opened, closed).run()


def check(body: bytes) -> None:
    """Check that a document is well-formed and its prefixes are declared. Raises `DocumentCorrupt`."""
    _parser().finish(body)


def is_well_formed(body: bytes) -> bool:
    """Whether this is XML; references to entities of an external document type are accepted."""
    try:
        ExpatParser(encoding="utf-8", separator=None, check_entity=lambda *_: None).finish(body)
    except XmlNotWellFormed:
        return False
    return True


def tag_end(body: bytes, start: int) -> int:
    """The offset at which the tag that begins at `start` ends."""
    end = body.index(b">", start) + 1
    tag = body[start:end]
    if tag.count(b'"') % 2 == 0 and b"'" not in tag:  # no ">" within a value; expat read it
        return end
    place = start
    while (found := _QUOTE_OR_END.search(body, place)) and found.group() != b">":
        place = body.index(found.group(), found.end()) + 1
    assert found is not None
    return found.end()


def find_places(body: bytes, node: XmlNode) -> None:
    """Set the offsets of the tags of a closed element; those of trees are set already."""
    node.inner_start = node.end = tag_end(body, node.start)
    if node.inner_end != node.end or body[node.end - 2] != ord("/"):
        node.end = body.index(b">", node.inner_end) + 1


def written_name(body: bytes, start: int) -> bytes:
    """The name of the tag at `start` as written, with its prefix."""
    found = _NAME.match(body, start)
    assert found is not None
    return found.group(1)


class _Scan:
    """One run of the parser."""

    def __init__(self, body: bytes, opened: Opened, closed: Closed) -> None:
        self._body = body
        self._opened = opened
        self._closed = closed
        self._expat = _parser()
        self._parser = self._expat.handlers
        self._namespace: str | None = None  # of the root, once it has been read
        self._locals: dict[str, str] = {}  # expat's names → ours
        self._current: XmlNode | None = None
        self._depth = 0
        self._elements = 0
        self._in_tree = 0
        self._text: list[str] = []

    def run(self) -> None:
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._expat.finish(self._body)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        parent, parser = self._current, self._parser
        if name not in self._locals:
            self._locals[name] = self._local(name)
        line = parser.CurrentLineNumber
        node = XmlNode(self._locals[name], attributes, line, parser.CurrentByteIndex, parent)
        self._current = node
        self._depth += 1
        self._elements += 1
        if self._depth > DEEPEST:
            raise DocumentCorrupt(f"The XML is nested deeper than {DEEPEST} levels, line {line}.")
        if self._elements > MOST_ELEMENTS:
            raise ConversionFailed(f"The file has more than {MOST_ELEMENTS:,} elements. Split it.")
        if parent is not None and parent.children is not None:
            node.children = []
            self._add(parent.children, node)
        elif self._opened(node):
            node.children = []
            self._in_tree = 0
            self._collect(True)

    def _end(self, _name: str) -> None:
        node = self._current
        assert node is not None
        self._current = node.parent
        self._depth -= 1
        node.inner_end = self._parser.CurrentByteIndex
        if node.children is None:  # not part of a tree: callers use `find_places` for the other offsets
            self._closed(node)
            return
        if self._text:
            self._flush(node.children)
        find_places(self._body, node)
        if node.parent is None or node.parent.children is None:
            self._collect(False)
            self._closed(node)
        else:
            node.parent = None  # without cycles a tree is freed as soon as its last reference is gone

    def _collect(self, on: bool) -> None:
        self._parser.CharacterDataHandler = self._text.append if on else None
        self._parser.CommentHandler = (lambda _: self._aside(COMMENT)) if on else None
        self._parser.ProcessingInstructionHandler = (
            (lambda _target, _data: self._aside(INSTRUCTION)) if on else None
        )

    def _aside(self, name: str) -> None:
        assert self._current is not None
        assert self._current.children is not None
        start = self._parser.CurrentByteIndex
        ending = b"-->" if name == COMMENT else b"?>"
        end = self._body.index(ending, start + (4 if name == COMMENT else 2)) + len(ending)
        line = self._parser.CurrentLineNumber
        node = XmlNode(name, {}, line, start, None, inner_start=end, inner_end=end, end=end, children=[])
        self._add(self._current.children, node)

    def _add(self, siblings: list[XmlNode | str], node: XmlNode) -> None:
        if self._text:
            self._flush(siblings)
        siblings.append(node)
        self._in_tree += 1
        if self._in_tree > MOST_IN_TREE:
            where = f"line {node.line}"
            raise ConversionFailed(f"One unit has more than {MOST_IN_TREE:,} inline elements, {where}.")

    def _flush(self, siblings: list[XmlNode | str]) -> None:
        """Add the text since the last tag as a child."""
        siblings.append("".join(self._text))
        self._text.clear()

    def _local(self, name: str) -> str:
        namespace, bracket, local = name.rpartition("}")
        if self._namespace is None:
            self._namespace = namespace
            return name
        if namespace == self._namespace:
            return local
        return name if bracket else "}" + local


def _parser() -> ExpatParser:
    parser = ExpatParser(encoding="utf-8")
    parser.handlers.SkippedEntityHandler = _refuse_skipped
    return parser


def _refuse_skipped(*_: object) -> None:
    raise DocumentCorrupt("The XML uses entities that it does not declare.")
