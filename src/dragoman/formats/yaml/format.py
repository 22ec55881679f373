"""The YAML format: strings become units, and their translations are written into the file.

A single outermost key that names the source language, as in Rails, becomes the target language's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from dragoman.formats import find_entry
from dragoman.formats.families.keyed.format import KEY_OPTIONS, TEXTS, KeyedFormat
from dragoman.formats.families.keyed.model import DefaultValueWriter, KeyedFile, classify_content
from dragoman.formats.families.keyed.plural_families import KeyedEntry, find_families
from dragoman.formats.format import FormatInfo, Languages, Reason, Sample
from dragoman.formats.units.piped_plurals import read_forms
from dragoman.formats.units.string_segments import Reading, are_messages
from dragoman.formats.yaml.reading import RootKey, YamlStrings, read_strings
from dragoman.formats.yaml.scalars import YamlStyle, double_quoted, read_style, write_like, write_scalar
from dragoman.languages import is_well_formed
from dragoman.messages.placeholder_grammars import pattern_of
from dragoman.messages.plurals import is_variety
from dragoman.text_io.charsets import DecodedText
from dragoman.text_io.errors import DocumentCorrupt
from dragoman.text_io.splice import Replacement

INFO: Final = FormatInfo(
    file_type=find_entry("yaml"),
    title="YAML file",
    translated=(
        "texts of Rails, Symfony, i18next and other resource files",
        "strings of plain data that are language",
        "ICU messages and forms between pipes, branch by branch",
        "plural families of keys, completed for the target language",
        "the one outermost key where it is the source language: it becomes the target language",
    ),
    left_alone=(
        "keys, comments, anchors, aliases, order, indentation and quoting",
        "numbers, dates, yes and no, null, values with tags such as !!binary",
        "identifiers, addresses, paths, colours and patterns of dates",
        "of configurations everything but phrases and descriptions",
        "the parts of other languages in a file with several",
    ),
    placeholders=("default", "ruby"),
    notes="comment lines directly above a key, or above the key of a plural family; descriptions in such",
    options=(*KEY_OPTIONS, TEXTS),
)
_LANGUAGE: Final = re.compile(r"[a-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,2}", re.ASCII)
_DIRECTIVES: Final = re.compile(r"(?:%[-_0^#]?\d{0,2}:{0,3}[A-Za-z%]|[^\w%]|\d)+")  # "%d.%m.%Y"
_PLACEHOLDER: Final = pattern_of("percent")  # of Symfony
_BINARY_START: Final = ("%PDF-", "{\\rtf")


def _may_be_yaml(sample: Sample) -> bool:
    return sample.root is None and not str(sample.text).startswith(_BINARY_START)


def _read(decoded: DecodedText, languages: Languages) -> KeyedFile:
    found = read_strings(decoded.text)
    locale = _locale(found)
    entries = _judged(found, languages.source)
    families = find_families(entries, found.branching, languages.target)
    messages = are_messages([entry.text for entry in entries])
    writer = _Writer(
        text=decoded.text,
        languages=languages,
        file_style=read_style(decoded.text, found),
        messages=messages,
        locale=locale if locale is not None and _is_of(locale, languages.source) else None,
    )
    return KeyedFile(
        decoded=decoded,
        entries=entries,
        writer=writer,
        content_kind=classify_content(
            entries,
            sure=locale is not None or messages or bool(families),
            data=found.is_data or not found.roots,
        ),
        families=families,
        adder=writer,
        comments="#",
    )


def _is_language(root: RootKey) -> bool:
    tag = root.key.replace("_", "-")
    return root.is_mapping and _LANGUAGE.fullmatch(root.key) is not None and is_well_formed(tag)


def _is_of(root: RootKey, language: str) -> bool:
    return is_variety(root.key.replace("_", "-"), language)


def _locale(found: YamlStrings) -> RootKey | None:
    """The root key that names the language of a file; None when there is none, or more than one."""
    return found.roots[0] if len(found.roots) == 1 and _is_language(found.roots[0]) else None


def _judged(found: YamlStrings, source: str) -> list[KeyedEntry]:
    """The entries, each with the reason that the structure of the file gives against translating it."""
    roots = found.roots
    several = len(roots) > 1 and all(map(_is_language, roots))
    own = {at for at, root in enumerate(roots) if several and _is_of(root, source)}
    entries: list[KeyedEntry] = []
    for entry, root in zip(found.entries, found.root_of, strict=True):
        reason = entry.reason
        if own and root not in own:
            reason = Reason.TRANSLATED
        elif reason is None and "%" in entry.text and _DIRECTIVES.fullmatch(entry.text):
            reason = Reason.CODE
        entries.append(entry if reason is entry.reason else entry._replace(reason=reason))
    return entries


@dataclass(frozen=True, slots=True, kw_only=True)
class _Writer(DefaultValueWriter):
    """Reads and writes the strings of one file."""

    text: str
    languages: Languages
    file_style: YamlStyle
    messages: bool
    locale: RootKey | None  # the key to rename

    def read(self, entry: KeyedEntry) -> Reading:
        """Parse ICU messages, forms between pipes, and other texts."""
        return read_forms(entry.text, self.languages, _PLACEHOLDER, always=self.messages)

    def write(self, entry: KeyedEntry, text: str, *, careful: bool) -> str:
        """Write a string in the style of the old scalar."""
        style, flow, tail = entry.style[0], entry.style[1] == "f", int(entry.style[2:])
        if careful:
            return double_quoted(text + "\n" * tail, self.file_style)
        old = self.text[entry.start : entry.end]
        if tail and style not in ("|", ">"):
            text += "\n" * tail
        return write_like(old, text, self.file_style, style=style, flow=flow)

    def member(self, entry: KeyedEntry, key: str, text: str) -> Replacement:
        """A member before another one: on a line of its own, or in the same braces."""
        start, style, flow = entry.key_start, entry.style[0], entry.style[1] == "f"
        written = write_scalar(text, self.file_style, style="p" if style in ("|", ">") else style, flow=flow)
        name = self.text[start : entry.key_end]
        quote = name[0] if name[:1] in ("'", '"') else ""
        member = f"{quote}{key}{quote}: {written}"
        if flow:
            return Replacement(start, start, f"{member}, ")
        line = self.text.rfind("\n", 0, start) + 1
        ending = "\r\n" if self.text[line - 2 : line] == "\r\n" else "\n"
        return Replacement(start, start, f"{member}{ending}{' ' * (start - line)}")

    def other_replacements(self) -> Iterable[Replacement]:
        """Rename the outermost key to the target language."""
        root = self.locale
        if root is None or is_variety(self.languages.target, root.key.replace("_", "-")):
            return ()
        tag = self.languages.target.replace("-", "_") if "_" in root.key else self.languages.target
        name = self.text[root.start : root.end]
        style = name[0] if name[:1] in ("'", '"') else "p"
        return (
            Replacement(root.start, root.end, write_scalar(tag, self.file_style, style=style, flow=False)),
        )

    def read_again(self, text: str) -> Sequence[KeyedEntry]:
        """The entries of a result."""
        found = read_strings(text)
        if len(found.entries) < len(found.root_of):
            raise DocumentCorrupt("The document is broken.")
        return found.entries


FORMAT: Final = KeyedFormat(info=INFO, read=_read, accepts=_may_be_yaml)
