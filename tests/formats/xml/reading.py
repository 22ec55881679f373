"""Documents of the XML family read and rebuilt, for tests of all its formats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dragoman.formats.format import Document, Format, Languages, Source
from dragoman.segments import Code, CodeKind, Segment, Text

PAIR = Languages(source="en", target="de")


def source_of(text: str | bytes, suffix: str = "xml", **options: Any) -> Source:
    return Source(data=text.encode() if isinstance(text, str) else text, suffix=suffix, options=options)


def extract(entry: Format, text: str | bytes, languages: Languages = PAIR, **options: Any) -> Document:
    return entry.extract(source_of(text, **options), languages)


def texts(document: Document) -> list[str]:
    """The units, with `[…]` around pairs and the type of other codes in braces."""
    return ["".join(map(_shown, unit.segment)) for unit in document.units]


def _shown(part: Text | Code) -> str:
    if isinstance(part, Text):
        return part.text
    return {CodeKind.OPEN: "[", CodeKind.CLOSE: "]"}.get(part.kind, f"{{{part.type}}}")


def shout(segment: Segment) -> Segment:
    return tuple(Text(text=part.text.upper()) if isinstance(part, Text) else part for part in segment)


def rebuilt(entry: Format, text: str | bytes, languages: Languages = PAIR, **options: Any) -> str:
    """The document with every text in capitals."""
    source = source_of(text, **options)
    units = entry.extract(source, languages).units
    return entry.rebuild(source, {unit.id: shout(unit.segment) for unit in units}, languages).decode()


def replaced(entry: Format, text: str | bytes, targets: Mapping[str, str]) -> str:
    """The document with texts in it that have no codes."""
    segments = {name: (Text(text=target),) for name, target in targets.items()}
    return entry.rebuild(source_of(text), segments, PAIR).decode()
