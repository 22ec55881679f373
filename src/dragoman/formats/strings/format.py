"""The strings format: values become units, and their translations are written into the table.

Everything else is unchanged byte for byte: keys, comments, order, encoding.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from dragoman.formats import find_entry
from dragoman.formats.format import (
    Document,
    FormatInfo,
    Languages,
    Reason,
    Recognition,
    Sample,
    Source,
    Unit,
    WarningCode,
)
from dragoman.formats.strings.literals import read_literal, read_table_style, write_literal
from dragoman.formats.strings.reading import read_values
from dragoman.formats.units.coded_text import APPLE, read_coded, write_coded
from dragoman.formats.units.encoding_warnings import warnings_for
from dragoman.formats.units.limits import too_many
from dragoman.formats.units.notes import comments_in
from dragoman.formats.units.values import ContentKind, is_prose, judge
from dragoman.segments import Segment, plain_text
from dragoman.text_io.charsets import DecodedText, decode, encode, show_text
from dragoman.text_io.errors import DocumentEmpty
from dragoman.text_io.splice import Replacement, TextSplicer

MOST_TEXTS: Final = 250_000
_LONGEST_CONTEXT: Final = 300
_SAYS_NOTHING: Final = frozenset({"No comment provided by engineer."})  # Apple's extraction tools write it
_ENTRY: Final = re.compile(
    "\ufeff?(?>(?:[ \t\r\n]++|//[^\r\n]*+|/\\*(?s:.*?)\\*/)*)\\{?\\s*+"
    r"(?:(\"[^\"\\]*+(?>(?:\\.[^\"\\]*+)*)\")|[\w.\-]++)\s*+=\s*+"
    r"\"[^\"\\]*+(?>(?:\\.[^\"\\]*+)*)\"\s*+;",
    re.DOTALL,
)

INFO: Final = FormatInfo(
    file_type=find_entry("strings"),
    title="Apple string table",
    translated=("values that are language",),
    left_alone=("keys, also where a key is the text", "comments", "addresses and identifiers"),
    placeholders=("default", "printf"),
    notes="comments directly above an entry",
)


class StringsFormat:
    """`.strings` files in any encoding."""

    @property
    def info(self) -> FormatInfo:
        """The description for users."""
        return INFO

    def recognise(self, sample: Sample) -> Recognition:
        """Recognise a table by its first entry."""
        text = sample.text
        if text is None or sample.members is not None or sample.root is not None or not text.strip():
            return Recognition.NO
        named = sample.suffix in INFO.media_types
        found = _ENTRY.match(text)
        if found is not None and (named or found[1]):
            return Recognition.CERTAIN
        return Recognition.POSSIBLE if named else Recognition.NO

    def extract(self, source: Source, languages: Languages) -> Document:
        """Read all units."""
        decoded, left = _decode(source, languages), Counter[Reason]()
        units: list[Unit] = []
        for string in _strings(decoded.text, left):
            if len(units) >= MOST_TEXTS:
                raise too_many("texts", MOST_TEXTS, units)
            units.append(
                Unit(
                    id=string.id,
                    segment=string.segment,
                    prose=is_prose(plain_text(string.segment)),
                    context=show_text(string.key, _LONGEST_CONTEXT),
                    note=_note(decoded.text, string.before),
                )
            )
        found = warnings_for(decoded, languages.target)
        return Document(
            units=tuple(units),
            left_alone=dict(left),
            # what the encoding lacks is written as escapes
            warnings=tuple(warning for warning in found if warning.code is not WarningCode.ENCODING_CHANGED),
        )

    def rebuild(self, source: Source, targets: Mapping[str, Segment], languages: Languages) -> bytes:
        """Write the table with `targets` in it."""
        decoded = _decode(source, languages)
        text, style = decoded.text, read_table_style(decoded)
        splicer, changed = TextSplicer(text), False
        for string in _strings(text, Counter()):
            target = targets.get(string.id, string.segment)
            if target != string.segment:
                like = text[string.start : string.end]
                new = write_coded(target, string.text, APPLE)
                literal = write_literal(new, style, like=like)
                splicer.put([Replacement(string.start, string.end, literal)])
                changed = True
        return encode(splicer.finish(), decoded)[0] if changed else source.data


@dataclass(frozen=True, slots=True, kw_only=True)
class _String:
    """A value that is language, and its offsets in the text, with quotes."""

    id: str
    key: str
    text: str
    segment: Segment
    start: int
    end: int
    before: tuple[int, int]  # offsets at which comments on it are looked for


def _note(text: str, before: tuple[int, int]) -> str:
    start, end = before
    if start == end:
        return ""
    note = comments_in(text[start:end], begins=start == 0)
    return "" if note in _SAYS_NOTHING else note


def _decode(source: Source, languages: Languages) -> DecodedText:
    decoded = decode(source.data, language=languages.source)
    if not decoded.text.strip():
        raise DocumentEmpty("The file is empty.")
    return decoded


def _strings(text: str, left: Counter[Reason]) -> Iterator[_String]:
    """The values that are language, in order; the others are counted in `left`."""
    for number, value in enumerate(read_values(text), start=1):
        read = read_literal(text[value.start : value.end])
        segment = read_coded(read, APPLE)
        reason = judge("", plain_text(segment), ContentKind.LABELS)
        if reason is not None:
            left[reason] += 1
            continue
        yield _String(
            id=str(number),
            key=read_literal(value.key)[:_LONGEST_CONTEXT],
            text=read,
            segment=segment,
            start=value.start,
            end=value.end,
            before=value.before,
        )


FORMAT: Final = StringsFormat()
