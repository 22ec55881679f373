"""The Java properties format: values become units, and their translations are written into the file.

Files in ASCII or Latin-1 stay readable for every Java: other letters are escaped. UTF-8 and UTF-16 are kept.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from dragoman.formats import find_entry
from dragoman.formats.families.keyed.format import KEY_OPTIONS, TEXTS, KeyedFormat
from dragoman.formats.families.keyed.model import DefaultValueWriter, KeyedFile, classify_content
from dragoman.formats.families.keyed.plural_families import KeyedEntry, bounded
from dragoman.formats.format import FormatInfo, Languages
from dragoman.formats.properties.lines import PropertiesEscapes, read_entries, write_value
from dragoman.formats.units.icu_segments import MessageText
from dragoman.formats.units.string_segments import Reading, read_string
from dragoman.formats.units.values import ContentKind
from dragoman.messages.icu import Apostrophes, has_choices
from dragoman.messages.icu_quoting import quote
from dragoman.text_io.charsets import DecodedText

INFO: Final = FormatInfo(
    file_type=find_entry("properties"),
    title="Java properties",
    translated=(
        "values that are language",
        "ICU messages branch by branch, with the plural forms that the target language has",
        (
            "messages with {0}, whose apostrophes stay doubled and whose literals, as '{0}', stay as "
            "written; where a message does not show what apostrophes mean, the file does"
        ),
    ),
    left_alone=(
        "keys, comments, order, separators and layout",
        "values that are identifiers, addresses, paths, colours or numbers",
        "of configurations everything but phrases and descriptions",
        "choices by ranges of numbers, as {0,choice,…}, which are one placeholder",
    ),
    placeholders=("default", "java"),
    notes="comment lines directly above a key",
    options=(*KEY_OPTIONS, TEXTS),
)
_ARGUMENT: Final = re.compile(r"\{\s{0,3}\d{1,4}\s{0,3}[,}]")
_LETTER_BOTH_SIDES: Final = re.compile(r"(?<=\w)'(?=\w)")  # a quoting apostrophe does not occur there
_DOUBLED: Final = re.compile(r"(?<!')(?:'')+(?!')")
_QUOTED_WORDS: Final = re.compile(r"(?<!')'[^'{}]+'(?!')")  # which a message need not quote
_SINGLE: Final = re.compile(r"(?<!')(?:'')*'(?!')")


def _read(decoded: DecodedText, languages: Languages) -> KeyedFile:
    if decoded.encoding == "utf-8":
        decoded = replace(decoded, guessed=False)  # it is not declared, but Java reads it so
    entries = bounded(read_entries(decoded.text))
    return KeyedFile(
        decoded=decoded,
        entries=entries,
        writer=_Writer(
            text=decoded.text,
            languages=languages,
            escapes=_read_escapes(decoded),
            always=_doubles_everywhere(entries),
            plain=_writes_plain_apostrophes(entries),
        ),
        content_kind=_find_content_kind(entries),
        comments="#!",
    )


def _read_escapes(decoded: DecodedText) -> PropertiesEscapes:
    unicode = decoded.encoding.startswith("utf-") and not decoded.ascii_only
    codes = re.findall(r"\\u([0-9A-Fa-f]{4})", decoded.text)
    return PropertiesEscapes(
        raw=unicode or bool(decoded.bom),
        raw_halves=decoded.undecodable > 0,
        upper=any(code != code.lower() for code in codes),
    )


def _find_content_kind(entries: Sequence[KeyedEntry]) -> ContentKind:
    """The kind of a file: a bundle of texts, or settings, most of whose values are one word."""
    texts = [entry.text for entry in entries if entry.text.strip()]
    worded = sum(" " in text.strip() or not text.isascii() for text in texts)
    words = 2 * worded >= len(texts)
    return classify_content(entries, sure=False, data=not words, worded=words)


def _is_message(text: str, *, plain: bool) -> bool:
    """Whether a text is a java.text.MessageFormat: other texts have arguments, too, but plain apostrophes.

    `plain`: in this file, texts that could be either have plain apostrophes.
    """
    if _ARGUMENT.search(text) is None or _LETTER_BOTH_SIDES.search(text) is not None:
        return False
    return not plain or _DOUBLED.search(text) is not None


def _writes_plain_apostrophes(entries: Sequence[KeyedEntry]) -> bool:
    """Whether texts with arguments have plain apostrophes: more of them do than have doubled ones."""
    texts = [entry.text for entry in entries if "'" in entry.text and _ARGUMENT.search(entry.text)]
    doubled = sum(_DOUBLED.search(text) is not None for text in texts)
    single = sum(
        _LETTER_BOTH_SIDES.search(text) is not None
        or _QUOTED_WORDS.search(text) is not None
        or text.count("'") % 2 == 1
        for text in texts
    )
    return single > doubled


def _doubles_everywhere(entries: Sequence[KeyedEntry]) -> bool:
    """Whether texts without arguments are messages, too: apostrophes are always doubled in them."""
    plain = [entry.text for entry in entries if "'" in entry.text and not _ARGUMENT.search(entry.text)]
    return bool(plain) and not any(_SINGLE.search(text) for text in plain)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Writer(DefaultValueWriter):
    """Reads and writes the values of one file."""

    text: str
    languages: Languages
    escapes: PropertiesEscapes
    always: bool  # every value is a message
    plain: bool  # apostrophes of values with arguments are plain, unless a value has doubled ones

    def read(self, entry: KeyedEntry) -> Reading:
        """Parse messages of java.text or ICU, and other texts."""
        java = not has_choices(entry.text) and (self.always or _is_message(entry.text, plain=self.plain))
        apostrophes = Apostrophes.REQUIRED if java else Apostrophes.OPTIONAL
        return read_string(entry.text, self.languages, apostrophes=apostrophes, always=java)

    def to_representable(self, entry: KeyedEntry, text: str) -> str:
        """Double the apostrophes of a translation where every value is a message."""
        if self.always and not isinstance(self.read(entry), MessageText):
            return quote(text, Apostrophes.REQUIRED)
        return text

    def write(self, entry: KeyedEntry, text: str, *, careful: bool) -> str:
        """Write a value with the escapes and lines of the old one."""
        old = self.text[entry.start : entry.end]
        return write_value(text, old, self.escapes, separator=entry.style, careful=careful)

    def read_again(self, text: str) -> Sequence[KeyedEntry]:
        """The entries of a result."""
        return bounded(read_entries(text))


FORMAT: Final = KeyedFormat(info=INFO, read=_read, declared="iso-8859-1", letters_fit=True)
