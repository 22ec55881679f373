"""The PHP format: the texts of language files become units; all code is unchanged, and never run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from dragoman.formats import find_entry
from dragoman.formats.families.keyed.format import KEY_OPTIONS, TEXTS, KeyedFormat
from dragoman.formats.families.keyed.model import DefaultValueWriter, KeyedFile, classify_content
from dragoman.formats.families.keyed.plural_families import KeyedEntry
from dragoman.formats.format import FormatInfo, Languages, Reason, Sample
from dragoman.formats.php.literals import (
    ESCAPED_VARIABLE,
    VARIABLE,
    double_quoted,
    mark_dollars,
    may_have_variables,
    part_variables,
    quote_like,
    variables_in,
    with_braces,
)
from dragoman.formats.php.reading import scan
from dragoman.formats.units.piped_plurals import read_forms
from dragoman.formats.units.string_segments import Reading
from dragoman.messages.placeholder_grammars import pattern_of
from dragoman.text_io.charsets import DecodedText

INFO: Final = FormatInfo(
    file_type=find_entry("php"),
    title="PHP language file",
    translated=(
        "values of arrays: plain texts, ICU messages, Laravel's forms between pipes",
        "strings assigned to variables, constants and members such as $lang['key']",
    ),
    left_alone=(
        "keys, comments, code, HTML around it, kinds of quotes",
        "strings in calls, functions, classes and comparisons",
        "values that are identifiers, addresses, paths, colours or numbers",
        "of configurations everything but phrases and descriptions",
    ),
    placeholders=("default", "laravel"),
    options=(*KEY_OPTIONS, TEXTS),
)
_PLACEHOLDER: Final = f"{pattern_of('laravel')}|{pattern_of('percent')}"  # the second is Symfony's


def _may_be_php(sample: Sample) -> bool:
    text = str(sample.text)
    return "<?" in text or not text.strip()


def _read(decoded: DecodedText, languages: Languages) -> KeyedFile:
    found = scan(decoded.text)
    return KeyedFile(
        decoded=decoded,
        entries=found.entries,
        writer=_Writer(text=decoded.text, languages=languages),
        content_kind=classify_content(found.entries, sure=False, data=found.is_data),
        left_alone={Reason.CODE: found.code},
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Writer(DefaultValueWriter):
    """Reads and writes the strings of one file."""

    text: str
    languages: Languages

    def _like(self, entry: KeyedEntry) -> str:
        """The literal whose quotes are kept: of several that are joined, one that may contain variables."""
        return self.text[entry.start : entry.start + int(entry.style)] or '""'

    def read(self, entry: KeyedEntry) -> Reading:
        """Parse forms between pipes, ICU messages and other texts."""
        pattern = _PLACEHOLDER
        if may_have_variables(self._like(entry)):
            pattern = f"{ESCAPED_VARIABLE}|{VARIABLE}|{pattern}"
        return read_forms(entry.text, self.languages, pattern)

    def _variables(self, entry: KeyedEntry) -> frozenset[str]:
        return variables_in(entry.text) if may_have_variables(self._like(entry)) else frozenset()

    def to_representable(self, entry: KeyedEntry, text: str) -> str:
        """Separate variables from letters that now follow them; mark dollars that are text."""
        if not may_have_variables(self._like(entry)):
            return text
        variables = self._variables(entry)
        return mark_dollars(part_variables(text, variables), with_braces(variables))

    def write(self, entry: KeyedEntry, text: str, *, careful: bool) -> str:
        """Write a string in the quotes of the old one."""
        like = self._like(entry)
        variables = with_braces(self._variables(entry))
        return (
            double_quoted(text, variables) if careful or "\0" in text else quote_like(text, like, variables)
        )

    def read_again(self, text: str) -> Sequence[KeyedEntry]:
        """The entries of a result."""
        return scan(text).entries


FORMAT: Final = KeyedFormat(info=INFO, read=_read, accepts=_may_be_php)
