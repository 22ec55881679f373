"""Parsing a returned package of any tool. The XML is untrusted: no entities, within limits.

Of XLIFF 1.x every `trans-unit` is a unit of one piece; markers that a tool has put around sentences are
nothing to us. Of XLIFF 2.x a unit has the segments that the tool has made of it. Attributes that we do not
know are passed over, and so are elements of others, but not the text in them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias

from dragoman.projects.linguists.exchange.fingerprints import read_timestamp
from dragoman.projects.linguists.exchange.model import (
    LARGEST_FILE,
    NAMESPACE,
    Flow,
    ReturnedPackage,
    ReturnedUnit,
    Tag,
    UnitPart,
    Version,
    XliffInvalid,
    XliffState,
)
from dragoman.projects.linguists.exchange.reading_xliff_1_2 import read_inline as read_inline_1_2
from dragoman.projects.linguists.exchange.reading_xliff_1_2 import state_of_trans_unit
from dragoman.projects.linguists.exchange.reading_xliff_2 import read_inline as read_inline_2
from dragoman.projects.linguists.exchange.reading_xliff_2 import state_of_segment
from dragoman.segments import Text
from dragoman.text_io.errors import ConversionFailed, DocumentCorrupt
from dragoman.text_io.xml.encoding import decode_xml
from dragoman.text_io.xml.tree import XmlNode, scan_xml

_FIRST: Final = ("1.0", "1.1", "1.2")
_SECOND: Final = ("2.0", "2.1", "2.2")
_XLIFF: Final = "urn:oasis:names:tc:xliff:document:"
_UNITS: Final = 500_000
_OWN: Final = ("project", "translation", "sources", "exported")  # attributes of a file

_Around: TypeAlias = tuple[list[Text | Tag], list[Text | Tag]]  # before and behind what is in an element
_Inline: TypeAlias = Callable[[XmlNode], _Around | None]


def read(data: bytes) -> ReturnedPackage:
    """Read a file. Raises `XliffInvalid` for a file that is not XLIFF, or beyond the limits."""
    if len(data) > LARGEST_FILE:
        raise XliffInvalid(
            f"The file is larger than {LARGEST_FILE:,} bytes.", hints="Send what the export gave, translated."
        )
    if not data.strip():
        raise XliffInvalid("The file is empty.", hints="Send what the export gave, translated.")
    reader = _Reader()
    try:
        scan_xml(decode_xml(data).body, opened=reader.opened, closed=reader.closed)
    except (DocumentCorrupt, ConversionFailed) as problem:
        raise XliffInvalid(problem.message, hints="Save it again in the tool, as XLIFF 1.2 or 2.1.") from None
    return reader.finish()


class _Reader:
    """Takes units as they are met."""

    def __init__(self) -> None:
        self._version: Version | None = None
        self._about: dict[str, str] = {}
        self._units: list[ReturnedUnit] = []

    def opened(self, node: XmlNode) -> bool:
        if self._version is None:
            self._version = _version(node)
            if self._version is Version.TWO:
                self._note(node, "srcLang", "trgLang")
            return False
        if node.name == "file":
            self._note(node, "source-language", "target-language")
        return node.name in ("trans-unit", "unit")

    def closed(self, node: XmlNode) -> None:
        if node.name == "trans-unit" and self._version is Version.ONE:
            self._units.append(_read_trans_unit(node))
        elif node.name == "unit" and self._version is Version.TWO:
            self._units.append(_read_unit(node))
        if len(self._units) > _UNITS:
            raise XliffInvalid(f"The file has more than {_UNITS:,} units.")

    def finish(self) -> ReturnedPackage:
        assert self._version is not None
        if not self._units:
            raise XliffInvalid("The file has no units.", hints="Send what the export gave, translated.")
        return ReturnedPackage(
            version=self._version,
            units=tuple(self._units),
            source_language=self._about.get("source"),
            target_language=self._about.get("target"),
            project_id=self._about.get("project"),
            translation_id=self._about.get("translation"),
            digest=self._about.get("sources"),
            exported=read_timestamp(self._about.get("exported")),
        )

    def _note(self, node: XmlNode, source: str, target: str) -> None:
        names = {"source": source, "target": target}
        names |= {name: f"{NAMESPACE}}}{name}" for name in _OWN}
        for key, name in names.items():
            if name in node.attributes:
                self._about.setdefault(key, node.attributes[name])


def _version(root: XmlNode) -> Version:
    namespace, _, name = root.name.rpartition("}")
    version = root.attributes.get("version", "")
    if name == "xliff" and (namespace.startswith(_XLIFF) or not namespace):
        if version in _FIRST:
            return Version.ONE
        if version in _SECOND and namespace == f"{_XLIFF}2.0":
            return Version.TWO
    raise XliffInvalid(
        "The file is not XLIFF of a known version.",
        hints=f"Known are {', '.join((*_FIRST, *_SECOND))}, by the root element and its version.",
    )


def _read_trans_unit(node: XmlNode) -> ReturnedUnit:
    source, target = node.first("source"), node.first("target")
    piece = UnitPart(
        source=_flow(source, read_inline_1_2) if source is not None else (),
        target=_flow(target, read_inline_1_2) if target is not None else None,
        file_state=state_of_trans_unit(node, target),
    )
    return _returned(node, [piece])


def _read_unit(node: XmlNode) -> ReturnedUnit:
    pieces, orders = [], []
    for number, part in enumerate(
        (one for one in node.elements() if one.name in ("segment", "ignorable")), 1
    ):
        source, target = part.first("source"), part.first("target")
        is_segment = part.name == "segment"
        pieces.append(
            UnitPart(
                source=_flow(source, read_inline_2) if source is not None else (),
                target=_flow(target, read_inline_2) if target is not None else None,
                file_state=state_of_segment(part) if is_segment else XliffState.NOTHING,
                is_segment=is_segment,
            )
        )
        order = target.attributes.get("order", "") if target is not None else ""
        orders.append(int(order) if order.isdecimal() and len(order) < 7 else number)
    moved = orders != sorted(orders)
    if moved:  # pair the targets, in their order, with the sources
        ordered = [piece for _, piece in sorted(zip(orders, pieces, strict=True), key=lambda pair: pair[0])]
        pieces = [
            UnitPart(
                source=piece.source,
                target=other.target,
                file_state=other.file_state,
                is_segment=piece.is_segment,
            )
            for piece, other in zip(pieces, ordered, strict=True)
        ]
    return _returned(node, pieces, moved=moved)


def _returned(node: XmlNode, pieces: Sequence[UnitPart], *, moved: bool = False) -> ReturnedUnit:
    return ReturnedUnit(
        id=node.attributes.get("id", ""),
        line=node.line,
        pieces=tuple(pieces),
        moved=moved,
        fingerprints=tuple(node.attributes.get(f"{NAMESPACE}}}fingerprint", "").split()),
    )


def _flow(node: XmlNode, inline: _Inline) -> Flow:
    """Read the content of an element, with adjacent texts joined."""
    flow: list[Text | Tag] = []
    for part in _parts(node, inline):
        if isinstance(part, Text) and flow and isinstance(last := flow[-1], Text):
            flow[-1] = Text(text=last.text + part.text)
        elif not isinstance(part, Text) or part.text:
            flow.append(part)
    return tuple(flow)


def _parts(node: XmlNode, inline: _Inline) -> Iterator[Text | Tag]:
    for child in node.children or ():
        if isinstance(child, str):
            yield Text(text=child)
        elif child.name[0] != "!":
            around = inline(child)
            if around is None:  # nothing at all
                continue
            yield from around[0]
            yield from _parts(child, inline)
            yield from around[1]
