"""The INI format: values of `key = value` lines become units; sections, comments and layout stay.

What a line is, `lines` says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from dragoman.formats.families.keyed import document as keyed
from dragoman.formats.families.keyed.format import KEY_OPTIONS, TEXTS, KeyedFormat
from dragoman.formats.families.keyed.plural_families import KeyedEntry, bounded
from dragoman.formats.format import FormatInfo, Languages
from dragoman.formats.ini.lines import (
    contents,
    is_section,
    read_entries,
    stands_behind_a_key,
    stands_below_a_key,
)
from dragoman.formats.units.string_segments import Reading, read_string
from dragoman.text_io.charsets import DecodedText
from dragoman.text_io.errors import DocumentCorrupt

INFO: Final = FormatInfo(
    name="ini",
    title="INI file",
    media_types={"ini": "text/plain"},
    translated=("values that are language", "ICU messages, branch by branch"),
    left_alone=(
        "sections, keys, comments, order, quotes and layout",
        "values that are identifiers, addresses, paths, colours or numbers",
        "of configurations everything but phrases and descriptions",
        "values of keys with another language in brackets: `Name[fr]`",
    ),
    notes="comment lines directly above a key",
    options=(*KEY_OPTIONS, TEXTS),
)
_LINE_ENDS: Final = frozenset("\r\n")
_INLINE: Final = r"\\[nrt]|\\\\"  # what nearly all programs read as line breaks and tabs


def _read(decoded: DecodedText, languages: Languages) -> keyed.KeyedFile:
    entries = bounded(read_entries(decoded.text))
    if not entries and not any(map(is_section, decoded.text[:100_000].splitlines())):
        raise DocumentCorrupt("This is no INI file: it has no sections and no lines with a key and a value.")
    worded = sum(" " in entry.text.strip() for entry in entries)
    words = 2 * worded >= sum(bool(entry.text.strip()) for entry in entries)
    return keyed.KeyedFile(
        decoded=decoded,
        entries=entries,
        writer=_Writer(text=decoded.text, languages=languages),
        holds=keyed.classify_content(entries, sure=False, data=not words, worded=words),
        comments=";#",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Writer(keyed.DefaultValueWriter):
    """How the values of one file are taken apart and written."""

    text: str
    languages: Languages

    def read(self, entry: KeyedEntry) -> Reading:
        """ICU messages and other texts."""
        return read_string(entry.text, self.languages, _INLINE)

    def sayable(self, entry: KeyedEntry, text: str) -> str:
        """Lines only where there are several, and none that would be read as something else."""
        lines = [line.strip() for line in text.replace("\0", "").split("\n") if line.strip()]
        if len(lines) < 2:
            return "".join(lines) if "\n" in text else text.replace("\0", "")
        if self._has_lines(entry):
            joined = list(_joined(lines))
            if self._fits(entry, joined):
                return "\n".join(joined)
        return " ".join(lines)

    def write(self, entry: KeyedEntry, text: str, *, careful: bool) -> str:
        """In the same quotes and lines; in quotes where nothing else helps."""
        old, quote = self._old(entry), entry.manner[:1]
        if careful or (quote == "'" and "'" in text):
            return _in_quotes(text)
        if quote:
            raw = quote == "'" or (entry.manner == '"' and '"' in old[1:-1])
            return quote + (text if raw else text.replace('"', '\\"')) + quote
        lines = text.split("\n")
        if self._has_lines(entry) and self._fits(entry, lines):
            return _in_lines(old, lines)
        space = " " if old[:1] in _LINE_ENDS else ""
        begins = text[:1] in ("'", '"') and old[:1] not in ("'", '"')
        return space + (_in_quotes(text) if begins or not stands_behind_a_key(text) else text)

    def _old(self, entry: KeyedEntry) -> str:
        return self.text[entry.start : entry.end]

    def _has_lines(self, entry: KeyedEntry) -> bool:
        return not entry.manner and not _LINE_ENDS.isdisjoint(self._old(entry))

    def _fits(self, entry: KeyedEntry, lines: Sequence[str]) -> bool:
        """Whether lines are read as they are where those of an entry stand."""
        behind = _is_behind(self._old(entry), lines)
        return all(
            stands_behind_a_key(line) if behind and place == 0 else stands_below_a_key(line)
            for place, line in enumerate(lines)
        )

    def read_again(self, text: str) -> Sequence[KeyedEntry]:
        """The entries of a result."""
        return bounded(read_entries(text))


def _joined(lines: Sequence[str]) -> Iterator[str]:
    """Lines without those that would be read as something else: these go on with the line above them."""
    above = ""
    for line in lines:
        if not above or not stands_below_a_key(line):
            above = f"{above} {line}".lstrip()
            continue
        yield above
        above = line
    yield above


def _is_behind(old: str, lines: Sequence[str]) -> bool:
    """Whether the first of lines stands in the line of the key: where it did, or where it must."""
    return old[:1] not in _LINE_ENDS or not stands_below_a_key(lines[0])


def _in_quotes(text: str) -> str:
    """A text in one line and in quotes, in those that need no escapes where escapes would not do."""
    line = text.replace("\n", " ")
    if ('\\"' in line or line.endswith("\\")) and "'" not in line:
        return f"'{line}'"
    return '"' + line.replace('"', '\\"') + '"'


def _in_lines(old: str, lines: Sequence[str]) -> str:
    """Lines in place of those of a value; comments between them stay, as does how they are indented."""
    found = list(contents(old))
    pieces, position, last = [], 0, found[-1][0]
    if old[:1] in _LINE_ENDS and _is_behind(old, lines):
        pieces, lines = [f" {lines[0]}"], lines[1:]
    for place, (start, end) in enumerate(found):
        if place < len(lines):
            pieces += [old[position:start], lines[place]]
        else:  # the whole line goes, with the line's end before it
            pieces.append(old[position : max(position, len(old[:start].rstrip(" \t\r\n")))])
        position = end
    ending = "\r\n" if "\r\n" in old else "\n" if "\n" in old else "\r"
    before = old[:last]
    indent = before[len(before.rstrip(" \t")) :]
    more = lines[len(found) :]
    return "".join([*pieces, *(f"{ending}{indent}{line}" for line in more)])


FORMAT: Final = KeyedFormat(info=INFO, read=_read)
