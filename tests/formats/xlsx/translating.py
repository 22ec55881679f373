"""Translate workbooks in tests: every text in capitals, or by a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dragoman.formats.format import Document, Languages, Source
from dragoman.formats.xlsx import FORMAT
from dragoman.formats.xlsx.format import INFO
from dragoman.segments import Segment, Text, render

LANGUAGES = Languages(source="en", target="de")


def source(data: bytes, **options: object) -> Source:
    defaults = {option.name: option.default for option in INFO.options}
    return Source(data=data, suffix="xlsx", options=defaults | options)


def extract(data: bytes, **options: object) -> Document:
    return FORMAT.extract(source(data, **options), LANGUAGES)


def unit_texts(data: bytes, **options: object) -> dict[str, str]:
    """The text of each unit, by its context."""
    return {unit.context: render(unit.segment) for unit in extract(data, **options).units}


def translate(data: bytes, way: Callable[[str], str] = str.upper, **options: object) -> bytes:
    """Change every text of every unit with a function."""
    targets = {unit.id: changed(unit.segment, way) for unit in extract(data, **options).units}
    return FORMAT.rebuild(source(data, **options), targets, LANGUAGES)


def changed(segment: Segment, way: Callable[[str], str] = str.upper) -> Segment:
    return tuple(Text(text=way(part.text)) if isinstance(part, Text) else part for part in segment)


def rebuild(data: bytes, targets: Mapping[str, Segment], **options: object) -> bytes:
    return FORMAT.rebuild(source(data, **options), targets, LANGUAGES)
