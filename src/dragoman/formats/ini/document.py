"""The INI format: values of `key = value` lines become units; sections, comments and layout stay.

There is no standard. What is read here is what most programs do: `;` and `#` begin a comment at the start of
a line, ` ;` behind a value; quotes around a value are no part of it; an indented line without a key goes on
with the value above it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from dragoman.formats.format import DocumentCorrupt, FormatInfo, Languages, Reason
from dragoman.formats.kits import keyed
from dragoman.formats.kits.charsets import Decoded
from dragoman.formats.kits.families import Entry
from dragoman.formats.kits.keyed_format import KEY_OPTIONS, KeyedFormat
from dragoman.formats.kits.readings import Reading, read_string

INFO: Final = FormatInfo(
    name="ini",
    title="INI file",
    media_types={"ini": "text/plain"},
    translated=("values that are language", "ICU messages, branch by branch"),
    left_alone=(
        "sections, keys, comments, order, quotes and layout",
        "values that are identifiers, addresses, paths, colours or numbers",
        "values of keys with another language in brackets: `Name[fr]`",
    ),
    options=KEY_OPTIONS,
)
_LINE: Final = re.compile(r"[^\r\n]*+(?:\r\n|\r|\n|\Z)")
_SECTION: Final = re.compile(r"[ \t]*+\[([^\r\n]*?)\][ \t]*+(?:[;#][^\r\n]*+)?[\r\n]*+\Z")
_COMMENT: Final = re.compile(r"[ \t]*+(?:[;#][^\r\n]*+)?[\r\n]*+\Z")
_PROPERTY: Final = re.compile(r"([ \t]*+)([^=:\r\n]*+)([=:])[ \t]*+")
_BEHIND: Final = re.compile(r"[ \t]+;|[ \t\r\n]+\Z")
_QUOTED: Final = re.compile(
    r"(?:\"((?>(?:[^\"\\\r\n]|\\[^\r\n])*))\"|'([^'\r\n]*+)')[ \t]*+(?:[;#][^\r\n]*+)?[\r\n]*+\Z"
)
_WHOLE: Final = re.compile(r"(?:\"([^\r\n]*)\"|'([^\r\n]*)')[ \t]*+[\r\n]*+\Z")
_LANGUAGE_KEY: Final = re.compile(r".*\[[a-z]{2,3}(?:[_\-@][A-Za-z]{2,8}){0,2}\]", re.DOTALL)
_NO_CONTINUATION: Final = re.compile(r"[;#\[]|[^\r\n]*[=:]")
_INLINE: Final = r"\\[nrt]|\\\\"  # what nearly all programs read as line breaks and tabs


def _read(decoded: Decoded, languages: Languages) -> keyed.Resource:
    entries = keyed.bounded(_entries(decoded.text))
    if not entries and not any(map(_SECTION.match, decoded.text[:100_000].splitlines())):
        raise DocumentCorrupt("This is no INI file: it has no sections and no lines with a key and a value.")
    worded = sum(" " in entry.text.strip() for entry in entries)
    sure = 2 * worded >= sum(bool(entry.text.strip()) for entry in entries)
    return keyed.Resource(
        decoded=decoded,
        entries=entries,
        writer=_Writer(text=decoded.text, languages=languages),
        holds=keyed.holds_of(entries, sure=sure, data=not sure),
    )


def _entries(text: str) -> Iterator[Entry]:
    """Every value, in order."""
    section, position = "", 0
    last: Entry | None = None
    while position < len(text):
        found = _LINE.match(text, position)
        assert found is not None  # it matches anything
        line, start, position = found[0], position, found.end()
        title = _SECTION.match(line)
        item = None if title or _COMMENT.match(line) else _PROPERTY.match(line)
        if item is not None and not item[2].strip():
            item = None
        if item is None and last is not None and _goes_on(line, last):
            last = last._replace(text=f"{last.text}\n{line.strip()}", end=start + len(line.rstrip()))
            continue
        if last is not None:
            yield last
        section = title[1].strip() if title else section
        last = _entry(line, start, item, section) if item is not None else None
    if last is not None:
        yield last


def _goes_on(line: str, last: Entry) -> bool:
    """Whether a line without a key is part of the value above it."""
    indented = line[0] in " \t" and not _COMMENT.match(line) and not _SECTION.match(line)
    return indented and not last.manner


def _entry(line: str, start: int, item: re.Match[str], section: str) -> Entry:
    key = item[2].strip()
    first, end, manner = item.end(), len(line), ""
    value = line[first:]
    if (quoted := _QUOTED.match(value)) is not None or (quoted := _WHOLE.match(value)) is not None:
        manner = value[0]
        end = first + quoted.end(1 if manner == '"' else 2) + 1
        text = line[first + 1 : end - 1]
        if manner == '"' and '\\"' in text:
            manner, text = '"\\', text.replace('\\"', '"')
    else:
        if (behind := _BEHIND.search(value)) is not None:
            end = first + behind.start()
        text = line[first:end]
    return Entry(
        text=text,
        start=start + first,
        end=start + end,
        key=key,
        above=section,
        manner=manner,
        key_start=start,
        key_end=start + len(item[1]) + len(key),
        reason=Reason.TRANSLATED if _LANGUAGE_KEY.fullmatch(key) else None,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Writer(keyed.PlainWriter):
    """How the values of one file are taken apart and written."""

    text: str
    languages: Languages

    def read(self, entry: Entry) -> Reading:
        """ICU messages and other texts."""
        return read_string(entry.text, self.languages, _INLINE)

    def sayable(self, entry: Entry, text: str) -> str:
        """Lines only where there are several, and none that would be read as something else."""
        text = text.replace("\0", "")
        if "\n" not in text:
            return text
        first, *others = lines = [line.strip() for line in text.split("\n") if line.strip()] or [""]
        several = "\n" in entry.text and not entry.manner and not any(map(_BEHIND.search, lines))
        for line in others:
            first += ("\n" if several and not _NO_CONTINUATION.match(line) else " ") + line
        return first

    def write(self, entry: Entry, text: str, *, careful: bool) -> str:
        """In the same quotes, in as many lines as the text has; in quotes where nothing else helps."""
        old = self.text[entry.start : entry.end]
        quote = entry.manner[:1]
        if careful or (quote == "'" and "'" in text):
            return '"' + text.replace("\n", " ").replace('"', '\\"') + '"'
        if quote:
            raw = quote == "'" or (entry.manner == '"' and '"' in old[1:-1])
            return quote + (text if raw else text.replace('"', '\\"')) + quote
        if text != text.strip() or _BEHIND.search(text) or text[:1] in ("'", '"'):
            return self.write(entry, text, careful=True)
        lines = old.split("\n")
        ending = "\r\n" if "\r\n" in old else "\n"
        indent = lines[1][: len(lines[1]) - len(lines[1].lstrip())] if len(lines) > 1 else ""
        return text if "\n" not in text else f"{ending}{indent}".join(text.split("\n"))

    def read_again(self, text: str) -> Sequence[Entry]:
        """The entries of a result."""
        return keyed.bounded(_entries(text))


FORMAT: Final = KeyedFormat(info=INFO, read=_read)
