"""Translate documents of strings in tests: to capitals, or by a table."""

from __future__ import annotations

from collections.abc import Mapping

from dragoman.formats.format import Document, Format, Languages, Source
from dragoman.segments import Segment, Text, render


def source_of(entry: Format, data: bytes | str, **options: object) -> Source:
    defaults = {option.name: option.default for option in entry.info.options}
    content = data.encode() if isinstance(data, str) else data
    return Source(data=content, suffix=next(iter(entry.info.media_types)), options={**defaults, **options})


def extract(entry: Format, data: bytes | str, target: str = "de", **options: object) -> Document:
    return entry.extract(source_of(entry, data, **options), Languages(source="en", target=target))


def texts(entry: Format, data: bytes | str, target: str = "de", **options: object) -> list[str]:
    """The texts to translate."""
    document = extract(entry, data, target, **options)
    return [render(unit.segment) for unit in document.units if unit.reason is None]


def shout(segment: Segment) -> Segment:
    return tuple(Text(text=part.text.upper()) if isinstance(part, Text) else part for part in segment)


def rebuild(
    entry: Format, data: bytes | str, targets: Mapping[str, Segment], target: str = "de", **options: object
) -> bytes:
    return entry.rebuild(source_of(entry, data, **options), targets, Languages(source="en", target=target))


def shouted(entry: Format, data: bytes | str, target: str = "de", **options: object) -> str:
    """The document with all texts to translate in capitals."""
    units = extract(entry, data, target, **options).units
    targets = {unit.id: shout(unit.segment) for unit in units if unit.reason is None}
    return rebuild(entry, data, targets, target, **options).decode()


def replaced(entry: Format, data: bytes | str, table: Mapping[str, str], target: str = "de") -> bytes:
    """The document with translations by a table."""
    units = extract(entry, data, target).units
    targets = {
        unit.id: (Text(text=table[render(unit.segment)]),) for unit in units if render(unit.segment) in table
    }
    return rebuild(entry, data, targets, target)
