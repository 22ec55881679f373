"""The TOML format: strings become units, and their translations are written into the file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from dragoman.formats import find_entry
from dragoman.formats.families.keyed.format import KEY_OPTIONS, TEXTS, KeyedFormat
from dragoman.formats.families.keyed.model import DefaultValueWriter, KeyedFile, classify_content
from dragoman.formats.families.keyed.plural_families import KeyedEntry, find_families
from dragoman.formats.format import FormatInfo, Languages
from dragoman.formats.toml.reading import read_strings
from dragoman.formats.units.string_segments import Reading, are_messages, read_string
from dragoman.text_io.charsets import DecodedText
from dragoman.text_io.splice import Replacement

INFO: Final = FormatInfo(
    file_type=find_entry("toml"),
    title="TOML file",
    translated=(
        "texts of go-i18n, Hugo and other resource files",
        "strings of plain data that are language",
        "ICU messages, branch by branch",
        "plural families of keys, completed for the target language",
    ),
    left_alone=(
        "keys, numbers, dates, comments, order, layout and kinds of quotes",
        "identifiers, addresses, paths, colours and dependencies",
        "of configurations everything but phrases and descriptions",
    ),
    notes="comment lines directly above a key, or above the table of a plural family; descriptions in such",
    options=(*KEY_OPTIONS, TEXTS),
)
_ESCAPED: Final = re.compile("[\\\\\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
_QUOTES: Final = re.compile('"{2,}|"\\Z')
_SHORT: Final = {"\\": "\\\\", "\b": "\\b", "\f": "\\f", "\r": "\\r", "\t": "\\t", "\n": "\\n", '"': '\\"'}
_NOT_LITERAL: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f]")


def _read(decoded: DecodedText, languages: Languages) -> KeyedFile:
    found = read_strings(decoded.text)
    entries = found.entries
    families = find_families(entries, found.branching, languages.target)
    messages = are_messages([entry.text for entry in entries])
    writer = _Writer(text=decoded.text, languages=languages, messages=messages)
    return KeyedFile(
        decoded=decoded,
        entries=entries,
        writer=writer,
        content_kind=classify_content(entries, sure=messages or bool(families), data=found.is_data),
        families=families,
        adder=writer,
        comments="#",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Writer(DefaultValueWriter):
    """Reads and writes the strings of one file."""

    text: str
    languages: Languages
    messages: bool

    def read(self, entry: KeyedEntry) -> Reading:
        """Parse ICU messages and other texts."""
        return read_string(entry.text, self.languages, always=self.messages)

    def write(self, entry: KeyedEntry, text: str, *, careful: bool) -> str:
        """Write a string in the quotes of the old one, or the nearest that can hold the text."""
        quote = '"' if careful else entry.style
        if quote == "'" and ("'" in text or "\n" in text or _NOT_LITERAL.search(text)):
            quote = '"'
        elif quote == "'''" and ("'''" in text or text.endswith("'") or _NOT_LITERAL.search(text)):
            quote = '"""'
        body = text if quote[0] == "'" else _ESCAPED.sub(_escape, text)
        if quote == '"':
            body = body.replace('"', '\\"').replace("\n", "\\n")
        if len(quote) == 1:
            return f"{quote}{body}{quote}"
        if quote == '"""':
            body = _QUOTES.sub(lambda found: '\\"' * len(found[0]), body)
        old = self.text[entry.start : entry.end]
        ending = "\r\n" if "\r\n" in old else "\n"
        first = ending if old[3:].startswith(ending) or body.startswith("\n") else ""
        return quote + first + body.replace("\n", ending) + quote

    def member(self, entry: KeyedEntry, key: str, text: str) -> Replacement:
        """A member before another one: on a line of its own, or in the same braces."""
        start, text_ = entry.key_start, self.text
        literal = self.write(entry, text, careful=len(entry.style) == 1 and "\n" in text)
        name = text_[start : entry.key_end]
        quote = name[0] if name[:1] in ("'", '"') else ""
        member = f"{quote}{key}{quote}{text_[entry.key_end : entry.start]}{literal}"
        line = text_.rfind("\n", 0, start) + 1
        indent = text_[line:start]
        if indent.strip():
            return Replacement(start, start, f"{member}, ")
        ending = "\r\n" if text_[line - 2 : line] == "\r\n" else "\n"
        return Replacement(start, start, f"{member}{ending}{indent}")

    def read_again(self, text: str) -> Sequence[KeyedEntry]:
        """The entries of a result."""
        return read_strings(text, checked=True).entries  # only strings have changed


def _escape(found: re.Match[str]) -> str:
    return _SHORT.get(found[0]) or f"\\u{ord(found[0]):04X}"


FORMAT: Final = KeyedFormat(info=INFO, read=_read)
