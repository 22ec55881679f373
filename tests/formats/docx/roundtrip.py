"""Round trips of Word documents."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dragoman.formats.docx import FORMAT
from dragoman.formats.format import Document, Languages, Source
from dragoman.formats.paragraphs.text_locations import Translations
from dragoman.segments import Code, Segment, Text

LANGUAGES = Languages(source="en", target="fr")


def source(data: bytes, options: Mapping[str, object] | None = None) -> Source:
    defaults: dict[str, object] = {option.name: option.default for option in FORMAT.info.options}
    return Source(data=data, suffix="docx", options=defaults | dict(options or {}))


def extract(data: bytes, options: Mapping[str, object] | None = None) -> Document:
    return FORMAT.extract(source(data, options), LANGUAGES)


def shown(segment: Segment) -> str:
    """A segment as a line: <type>text</type>, [type]."""
    pieces = []
    for item in segment:
        if isinstance(item, Text):
            pieces.append(item.text)
        else:
            pieces.append(
                {"open": f"<{item.type}>", "close": f"</{item.type}>"}.get(item.kind, f"[{item.type}]")
            )
    return "".join(pieces)


def texts(data: bytes, options: Mapping[str, object] | None = None) -> list[str]:
    return [shown(unit.segment) for unit in extract(data, options).units]


def change(segment: Segment, how: Callable[[str], str]) -> Segment:
    return tuple(item if isinstance(item, Code) else Text(text=how(item.text)) for item in segment)


def translate(
    data: bytes,
    how: Callable[[str], str] = str.upper,
    languages: Languages = LANGUAGES,
    options: Mapping[str, object] | None = None,
) -> bytes:
    targets = {unit.id: change(unit.segment, how) for unit in extract(data, options).units}
    return FORMAT.rebuild(source(data, options), targets, languages)


def rebuild_all(data: bytes, options: Mapping[str, object] | None = None) -> bytes:
    """Write every unit anew with its own text: nothing may be lost."""
    targets = {unit.id: unit.segment for unit in extract(data, options).units}
    return FORMAT.rewrite(
        source(data, options), Translations(targets=targets, languages=LANGUAGES, always=True)
    )
