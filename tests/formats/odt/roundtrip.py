"""Round trips of OpenDocument files, for the tests of odt, ods and odp."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from lxml import etree

from dragoman.formats.families.odf.format import OdfFormat
from dragoman.formats.format import Document, Format, Languages, Source
from dragoman.formats.odt import FORMAT as ODT
from dragoman.formats.paragraphs.text_locations import Translations
from dragoman.segments import Code, Segment, Text
from scripts.corpus_odf import flatten

LANGUAGES = Languages(source="en", target="fr")


def source(data: bytes, options: Mapping[str, object] | None = None, entry: Format = ODT) -> Source:
    defaults: dict[str, object] = {option.name: option.default for option in entry.info.options}
    return Source(data=data, suffix=entry.info.name, options=defaults | dict(options or {}))


def extract(data: bytes, options: Mapping[str, object] | None = None, entry: Format = ODT) -> Document:
    return entry.extract(source(data, options, entry), LANGUAGES)


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


def texts(data: bytes, options: Mapping[str, object] | None = None, entry: Format = ODT) -> list[str]:
    return [shown(unit.segment) for unit in extract(data, options, entry).units]


def left_alone(data: bytes, entry: Format = ODT) -> dict[str, int]:
    return {str(reason): count for reason, count in extract(data, None, entry).left_alone.items()}


def change(segment: Segment, how: Callable[[str], str]) -> Segment:
    return tuple(item if isinstance(item, Code) else Text(text=how(item.text)) for item in segment)


def translate(
    data: bytes,
    how: Callable[[str], str] = str.upper,
    *,
    languages: Languages = LANGUAGES,
    options: Mapping[str, object] | None = None,
    entry: Format = ODT,
) -> bytes:
    targets = {unit.id: change(unit.segment, how) for unit in extract(data, options, entry).units}
    return entry.rebuild(source(data, options, entry), targets, languages)


def rebuild_all(data: bytes, options: Mapping[str, object] | None = None, entry: OdfFormat = ODT) -> bytes:
    """Write every unit anew with its own text: nothing may be lost."""
    targets = {unit.id: unit.segment for unit in extract(data, options, entry).units}
    order = Translations(targets=targets, languages=LANGUAGES, always=True)
    return entry.rewrite(source(data, options, entry), order)


def canonical(part: bytes) -> bytes:
    """A canonical form, equal for parts with the same content."""
    root = etree.fromstring(part, etree.XMLParser(remove_comments=True, strip_cdata=True))
    flatten(root)
    written: bytes = etree.tostring(root, method="c14n")
    return written
