"""Translating documents in tests: every text in capitals, or by a table."""

from __future__ import annotations

from collections.abc import Mapping

from dragoman.formats.format import Document, Format, Languages, Source
from dragoman.segments import Segment, Text, render


def source_of(entry: Format, data: bytes | str, suffix: str, **options: object) -> Source:
    defaults = {option.name: option.default for option in entry.info.options}
    content = data.encode() if isinstance(data, str) else data
    return Source(data=content, suffix=suffix, options={**defaults, **options})


def shout(segment: Segment) -> Segment:
    return tuple(Text(text=part.text.upper()) if isinstance(part, Text) else part for part in segment)


def shouted(document: Document) -> dict[str, Segment]:
    return {unit.id: shout(unit.segment) for unit in document.units if unit.reason is None}


def translate(entry: Format, source: Source, languages: Languages) -> str:
    """The document with all that is to be translated in capitals."""
    return entry.rebuild(source, shouted(entry.extract(source, languages)), languages).decode()


def by_table(document: Document, table: Mapping[str, str]) -> dict[str, Segment]:
    return {
        unit.id: (Text(text=table[render(unit.segment)]),)
        for unit in document.units
        if render(unit.segment) in table
    }
