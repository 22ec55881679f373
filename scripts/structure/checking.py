"""Checking texts and documents against the laws, each by a reader of its kind."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from scripts.structure.bilingual import read_catalogue, read_pairs, without_targets
from scripts.structure.findings import OUTSIDE
from scripts.structure.laws import Rules, Violation, broken_laws
from scripts.structure.markup import (
    decode_text,
    read_android,
    read_markdown,
    read_page,
    read_plain,
    read_resources,
    read_text,
    read_xml,
)
from scripts.structure.packages import read_archive, read_flat, read_story
from scripts.structure.php import read_php
from scripts.structure.reading import Reading, flowing_together
from scripts.structure.tables import (
    read_apple,
    read_ass,
    read_cues,
    read_fluent,
    read_ini,
    read_json,
    read_po,
    read_properties,
    read_rows,
    read_toml,
    read_yaml,
)

_TAG: Final = re.compile(r"</?\w[^<>]*>")


def check_text(source: str, target: str, rules: Rules) -> Iterator[Violation]:
    """What a translation of a text with tags did wrong."""
    before = read_text(source)
    after = read_text(target)
    if before is None:
        if sorted(_TAG.findall(source)) != sorted(_TAG.findall(target)):
            yield Violation(law=OUTSIDE, place="", message="it has other tags")
        before, after = read_plain(source), read_plain(target)
    if after is None:
        yield Violation(law=OUTSIDE, place="", message="its tags do not match any more")
        return
    yield from broken_laws(before, after, rules)


def _read_letters(data: bytes) -> Reading:
    return read_plain(decode_text(data))


def _read_code(data: bytes) -> Reading:
    return read_php(decode_text(data))


READERS: Final[Mapping[str, Callable[[bytes], Reading]]] = {  # by the name of the format
    "android": read_android,
    "arb": read_json,
    "ass": read_ass,
    "dita": read_xml,
    "fluent": read_fluent,
    "html": read_page,
    "icml": read_story,
    "ini": read_ini,
    "json": read_json,
    "markdown": read_markdown,
    "php": _read_code,
    "properties": read_properties,
    "resx": read_resources,
    "srt": read_cues,
    "strings": read_apple,
    "stringsdict": read_xml,
    "svg": read_xml,
    "text": _read_letters,
    "toml": read_toml,
    "ttml": lambda data: flowing_together(read_xml(data)),
    "vtt": read_cues,
    "xml": read_xml,
    "yaml": read_yaml,
}
ARCHIVES: Final = frozenset({"docx", "odt", "ods", "odp", "pptx", "xlsx", "epub", "idml"})
BILINGUAL: Final = frozenset({"xliff", "qt"})


def check_document(format_name: str, source: bytes, result: bytes, rules: Rules) -> Iterator[Violation]:
    """What a translation of a document did wrong; nothing for formats that no other program reads."""
    if format_name in ARCHIVES and not source.startswith(b"PK"):
        yield from broken_laws(read_flat(source), read_flat(result), rules)
    elif format_name in ARCHIVES:
        yield from _check_archive(source, result, rules)
    elif format_name in BILINGUAL:
        yield from broken_laws(without_targets(source), without_targets(result), rules)
        for before, after in read_pairs(result, source):
            yield from broken_laws(before, after, rules)
    elif format_name == "po":
        yield from broken_laws(*read_po(result, source), rules)
    elif format_name == "xcstrings":
        yield from broken_laws(*read_catalogue(result, source), rules)
    elif format_name == "csv":
        yield from _check_table(read_rows(source), read_rows(result), rules)
    elif format_name in READERS:
        read = READERS[format_name]
        yield from broken_laws(read(source), read(result), rules)


def reads_alike(format_name: str, one: bytes, other: bytes) -> bool:
    """Whether other programs read the same in two documents: words in the same elements.

    How lines are wrapped, how neighbours of one look are cut, and which languages are declared, are ours to
    choose; so are the states of segments.
    """
    if format_name in ARCHIVES and one.startswith(b"PK"):
        before, after = read_archive(one), read_archive(other)
        return before.keys() == after.keys() and all(_is_like(before[name], after[name]) for name in before)
    if format_name in ARCHIVES:
        return _is_like(read_flat(one), read_flat(other))
    if format_name in BILINGUAL:
        pairs = [
            [_shown(side) for pair in read_pairs(data, b"<none/>") for side in pair] for data in (one, other)
        ]
        return pairs[0] == pairs[1] and _is_like(without_targets(one), without_targets(other))
    if format_name == "csv":
        return read_rows(one) == read_rows(other)
    if format_name not in READERS:
        return False
    return _is_like(READERS[format_name](one), READERS[format_name](other))


def read_translations(format_name: str, source: bytes, result: bytes) -> str:
    """All text of a translated document, as other programs read it."""
    readings: list[Reading] = []
    if format_name in ARCHIVES and result.startswith(b"PK"):
        readings += [part for part in read_archive(result).values() if isinstance(part, Reading)]
    elif format_name in ARCHIVES:
        readings.append(read_flat(result))
    elif format_name in BILINGUAL:
        readings += [target for _, target in read_pairs(result, source)]
    elif format_name == "po":
        readings.append(read_po(result, source)[1])
    elif format_name == "xcstrings":
        readings.append(read_catalogue(result, source)[1])
    elif format_name == "csv":
        return "".join(cell for row in read_rows(result) for cell in row)
    elif format_name in READERS:
        readings.append(READERS[format_name](result))
    return "".join(stretch.text for reading in readings for stretch in reading.stretches)


def _is_like(one: Reading | bytes, other: Reading | bytes) -> bool:
    if isinstance(one, bytes) or isinstance(other, bytes):
        return one == other
    return _shown(one) == _shown(other)


def _shown(reading: Reading) -> object:
    stretches = [
        [
            (stretch.chain(piece.element), " ".join(piece.text.split()), piece.standalone)
            for piece in stretch.pieces
        ]
        for stretch in reading.stretches
    ]
    return [[piece for piece in stretch if any(piece[1:])] for stretch in stretches], reading.outline


def _check_table(source: list[list[str]], result: list[list[str]], rules: Rules) -> Iterator[Violation]:
    """Each cell has a cell of its row for its source: translations may have a column of their own."""
    if len(source) != len(result):
        yield Violation(law=OUTSIDE, place="", message=f"{len(source)} rows became {len(result)}")
    for number, (before, after) in enumerate(zip(source, result, strict=False)):
        for column, cell in enumerate(after):
            candidates = before[column : column + 1] + before
            found = [list(check_text(one, cell, rules)) for one in candidates]
            if number and all(found) and found:
                yield from (replace(broken, place=f"row {number + 1}") for broken in found[0])


def _check_archive(source: bytes, result: bytes, rules: Rules) -> Iterator[Violation]:
    before, after = read_archive(source), read_archive(result)
    if before.keys() != after.keys():
        names = sorted(before.keys() ^ after.keys())
        yield Violation(law=OUTSIDE, place="", message=f"other entries: {', '.join(names[:5])}")
    for name in before.keys() & after.keys():
        old, new = before[name], after[name]
        if isinstance(old, bytes) or isinstance(new, bytes):
            if old != new:
                yield Violation(law=OUTSIDE, place=name, message="the entry changed")
            continue
        for broken in broken_laws(old, new, rules):
            yield Violation(law=broken.law, place=f"{name}{broken.place}", message=broken.message)
