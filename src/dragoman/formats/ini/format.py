"""The INI format: values of `key = value` lines become units; sections, comments and layout are unchanged.

`lines` parses the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from dragoman.formats import find_entry
from dragoman.formats.families.keyed.format import KEY_OPTIONS, TEXTS, KeyedFormat
from dragoman.formats.families.keyed.model import DefaultValueWriter, KeyedFile, classify_content
from dragoman.formats.families.keyed.plural_families import KeyedEntry, bounded
from dragoman.formats.format import FormatInfo, Languages
from dragoman.formats.ini.lines import (
    contents,
    fits_on_key_line,
    fits_on_own_line,
    is_section,
    read_entries,
)
from dragoman.formats.units.string_segments import Reading, read_string
from dragoman.text_io.charsets import DecodedText
from dragoman.text_io.errors import DocumentCorrupt

INFO: Final = FormatInfo(
    file_type=find_entry("ini"),
    title="INI file",
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


def _read(decoded: DecodedText, languages: Languages) -> KeyedFile:
    entries = bounded(read_entries(decoded.text))
    if not entries and not any(map(is_section, decoded.text[:100_000].splitlines())):
        raise DocumentCorrupt(
            "This is not an INI file: it has no sections and no lines with a key and a value."
        )
    worded = sum(" " in entry.text.strip() for entry in entries)
    words = 2 * worded >= sum(bool(entry.text.strip()) for entry in entries)
    return KeyedFile(
        decoded=decoded,
        entries=entries,
        writer=_Writer(text=decoded.text, languages=languages),
        content_kind=classify_content(entries, sure=False, data=not words, worded=words),
        comments=";#",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Writer(DefaultValueWriter):
    """Reads and writes the values of one file."""

    text: str
    languages: Languages

    def read(self, entry: KeyedEntry) -> Reading:
        """Parse ICU messages and other texts."""
        return read_string(entry.text, self.languages, _INLINE)

    def to_representable(self, entry: KeyedEntry, text: str) -> str:
        """Keep line ends only where the value has several lines; drop lines that would be read as syntax."""
        lines = [line.strip() for line in text.replace("\0", "").split("\n") if line.strip()]
        if len(lines) < 2:
            return "".join(lines) if "\n" in text else text.replace("\0", "")
        if self._has_lines(entry):
            joined = list(_joined(lines))
            if self._fits(entry, joined):
                return "\n".join(joined)
        return " ".join(lines)

    def write(self, entry: KeyedEntry, text: str, *, careful: bool) -> str:
        """Write a value with its own quotes and lines; with quotes where it would be misread."""
        old, quote = self._old(entry), entry.style[:1]
        if careful or (quote == "'" and "'" in text):
            return _in_quotes(text)
        if quote:
            raw = quote == "'" or (entry.style == '"' and '"' in old[1:-1])
            return quote + (text if raw else text.replace('"', '\\"')) + quote
        lines = text.split("\n")
        if self._has_lines(entry) and self._fits(entry, lines):
            return _in_lines(old, lines)
        space = " " if old[:1] in _LINE_ENDS else ""
        begins = text[:1] in ("'", '"') and old[:1] not in ("'", '"')
        return space + (_in_quotes(text) if begins or not fits_on_key_line(text) else text)

    def _old(self, entry: KeyedEntry) -> str:
        return self.text[entry.start : entry.end]

    def _has_lines(self, entry: KeyedEntry) -> bool:
        return not entry.style and not _LINE_ENDS.isdisjoint(self._old(entry))

    def _fits(self, entry: KeyedEntry, lines: Sequence[str]) -> bool:
        """Whether lines in place of those of an entry are read back unchanged."""
        behind = _is_on_key_line(self._old(entry), lines)
        return all(
            fits_on_key_line(line) if behind and place == 0 else fits_on_own_line(line)
            for place, line in enumerate(lines)
        )

    def read_again(self, text: str) -> Sequence[KeyedEntry]:
        """The entries of a result."""
        return bounded(read_entries(text))


def _joined(lines: Sequence[str]) -> Iterator[str]:
    """Join lines that would be read as syntax to the line above them."""
    above = ""
    for line in lines:
        if not above or not fits_on_own_line(line):
            above = f"{above} {line}".lstrip()
            continue
        yield above
        above = line
    yield above


def _is_on_key_line(old: str, lines: Sequence[str]) -> bool:
    """Whether the first line is on the line of the key: where it was, or where it must be."""
    return old[:1] not in _LINE_ENDS or not fits_on_own_line(lines[0])


def _in_quotes(text: str) -> str:
    """A text in one line and in quotes, in those that need no escapes where escapes are not read."""
    line = text.replace("\n", " ")
    if ('\\"' in line or line.endswith("\\")) and "'" not in line:
        return f"'{line}'"
    return '"' + line.replace('"', '\\"') + '"'


def _in_lines(old: str, lines: Sequence[str]) -> str:
    """Lines in place of those of a value; comments between them are kept, and so is their indentation."""
    found = list(contents(old))
    pieces, position, last = [], 0, found[-1][0]
    if old[:1] in _LINE_ENDS and _is_on_key_line(old, lines):
        pieces, lines = [f" {lines[0]}"], lines[1:]
    for place, (start, end) in enumerate(found):
        if place < len(lines):
            pieces += [old[position:start], lines[place]]
        else:  # the whole line is removed, with the line end before it
            pieces.append(old[position : max(position, len(old[:start].rstrip(" \t\r\n")))])
        position = end
    ending = "\r\n" if "\r\n" in old else "\n" if "\n" in old else "\r"
    before = old[:last]
    indent = before[len(before.rstrip(" \t")) :]
    more = lines[len(found) :]
    return "".join([*pieces, *(f"{ending}{indent}{line}" for line in more)])


FORMAT: Final = KeyedFormat(info=INFO, read=_read)
