"""Detect the kind of a JSON file by its structure, and so which of its strings are language."""

from __future__ import annotations

import enum
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from dragoman.formats.families.keyed.format import choose_content_kind, patterns
from dragoman.formats.families.keyed.key_paths import matches
from dragoman.formats.families.keyed.plural_families import ABOUT, PluralFamily
from dragoman.formats.format import Languages, Reason
from dragoman.formats.json.strings import JsonMessageSyntax
from dragoman.formats.units.configuration import FileKind, classify_file
from dragoman.formats.units.values import ContentKind, has_letters, is_settings, judge
from dragoman.languages import is_well_formed
from dragoman.messages.icu import parse_choices
from dragoman.messages.placeholders import has_placeholder
from dragoman.messages.plurals import is_variety
from dragoman.text_io.json.scanner import JsonString, JsonStrings, path_of


class JsonFileKind(enum.Enum):
    """The program that a file is made for."""

    PLAIN = "plain"  # data, i18next, vue-i18n, go-i18n, …: every value may be language
    FORMATJS = "formatjs"  # objects with "defaultMessage"
    EXTENSION = "extension"  # messages.json of a browser extension: objects with "message"
    ANGULAR = "angular"  # "locale" and "translations"


_MESSAGE: Final = "message"
_DEFAULT_MESSAGE: Final = "defaultMessage"
_ABOUT_MESSAGE: Final = frozenset({"message", "description", "id", "hash", "developer_comment"})
DESCRIPTIONS: Final = frozenset({"description", "developer_comment", "comment"})
_LANGUAGE: Final = re.compile(r"[a-z]{2,3}(?:[-_][A-Za-z]{2,4}){0,2}", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonDialect:
    """How to read one file."""

    scanned: JsonStrings
    shape: JsonFileKind
    content_kind: ContentKind
    style: JsonMessageSyntax
    with_message: frozenset[int]  # FormatJS: the objects that are messages
    left: frozenset[int]  # containers in which nothing is translated
    foreign: frozenset[int]  # containers with another language's texts
    forms: frozenset[int]  # objects that are plural families
    wanted: tuple[str, ...]  # the client's patterns
    unwanted: tuple[str, ...]

    def reason(self, value: JsonString) -> Reason | None:
        """Why a string is not translated; None when it is."""
        if self.wanted or self.unwanted:
            path = path_of(self.scanned, value)
            if matches(self.unwanted, path) or (self.wanted and not matches(self.wanted, path)):
                return Reason.KEY
            if self.wanted:
                return None if has_letters(value.text) else Reason.NO_TEXT
        if value.owner in self.foreign:
            return Reason.TRANSLATED
        if value.owner in self.left:
            return Reason.KEY
        return self._by_structure(value) or judge(value.key, value.text, self.content_kind)

    def _by_structure(self, value: JsonString) -> Reason | None:
        """Why a string is not translated, by the structure of the file."""
        if self.shape is JsonFileKind.EXTENSION:
            translated = value.key == _MESSAGE
        elif self.shape is JsonFileKind.FORMATJS and value.owner in self.with_message:
            translated = value.key == _DEFAULT_MESSAGE
        elif self.shape is JsonFileKind.ANGULAR:
            translated = value.owner != 0
        elif value.owner in self.forms:
            translated = value.key not in ABOUT
        else:
            return None
        return None if translated else Reason.COMMENT if value.key in DESCRIPTIONS else Reason.KEY


def find_dialect(
    scanned: JsonStrings, families: list[PluralFamily], languages: Languages, options: Mapping[str, object]
) -> JsonDialect:
    """Detect the kind of a file."""
    with_message = frozenset(v.owner for v in scanned.strings if v.key == _DEFAULT_MESSAGE and v.place < 0)
    shape = JsonFileKind.FORMATJS if with_message else _file_kind(scanned)
    messages = shape in (JsonFileKind.FORMATJS, JsonFileKind.ANGULAR) or _has_messages(scanned)
    style = (
        JsonMessageSyntax.EXTENSION
        if shape is JsonFileKind.EXTENSION
        else JsonMessageSyntax.MESSAGE
        if messages
        else JsonMessageSyntax.TEXT
    )
    sure = shape is not JsonFileKind.PLAIN or messages or bool(families)
    return JsonDialect(
        scanned=scanned,
        shape=shape,
        content_kind=choose_content_kind(options, _find_content_kind(scanned, sure=sure)),
        style=style,
        with_message=with_message,
        left=_below(scanned, {at for at, c in enumerate(scanned.containers) if is_settings(c.key)}),
        foreign=_foreign(scanned, languages.source),
        forms=frozenset(
            scanned.strings[index].owner
            for family in families
            if family.named
            for index in family.members.values()
        ),
        wanted=patterns(options, "keys"),
        unwanted=patterns(options, "skipKeys"),
    )


def _find_content_kind(scanned: JsonStrings, *, sure: bool) -> ContentKind:
    """Whether strings are labels. `sure`: the file has something that only files for translation have."""
    values = ((scanned.containers[v.owner].path, v.key, v.text) for v in scanned.strings if v.owner >= 0)
    kind = FileKind.CATALOGUE if sure else classify_file(values)
    if kind is FileKind.CONFIGURATION:
        return ContentKind.CONFIGURATION
    if scanned.objects_in_arrays or (scanned.scalars and not sure):
        return ContentKind.DATA
    if sure or any(has_placeholder(value.text) for value in scanned.strings):
        return ContentKind.LABELS
    if not scanned.containers or scanned.containers[0].is_array:
        return ContentKind.DATA
    return ContentKind.CATALOGUE if kind is FileKind.CATALOGUE else ContentKind.DICTIONARY


def _has_messages(scanned: JsonStrings) -> bool:
    return any(parse_choices(value.text) is not None for value in scanned.strings)


def _file_kind(scanned: JsonStrings) -> JsonFileKind:
    """Whether it is a file of Angular or of a browser extension."""
    if not scanned.containers or scanned.containers[0].is_array:
        return JsonFileKind.PLAIN
    top = {value.key for value in scanned.strings if value.owner == 0}
    children = {at for at, container in enumerate(scanned.containers) if container.parent == 0}
    if top == {"locale"} and {scanned.containers[at].key for at in children} == {"translations"}:
        return JsonFileKind.ANGULAR
    keys: dict[int, set[str]] = {at: set() for at in children}
    for value in scanned.strings:
        if value.owner in keys:
            keys[value.owner].add(value.key)
    below = {c.key for c in scanned.containers if c.parent in children}
    if any(key[:1] not in ("$", "@", "_") for key in top) or not below <= {"placeholders"}:
        return JsonFileKind.PLAIN
    plain = not keys or any(_MESSAGE not in found or not found <= _ABOUT_MESSAGE for found in keys.values())
    return JsonFileKind.PLAIN if plain else JsonFileKind.EXTENSION


def _foreign(scanned: JsonStrings, source: str) -> frozenset[int]:
    """The other languages' parts of a file with several: `{"en": {…}, "de": {…}}`."""
    if any(value.owner <= 0 for value in scanned.strings):
        return frozenset()
    tops = {at: c.key.replace("_", "-") for at, c in enumerate(scanned.containers) if c.parent == 0}
    if len(tops) < 2 or not all(_LANGUAGE.fullmatch(key) and is_well_formed(key) for key in tops.values()):
        return frozenset()
    own = {at for at, key in tops.items() if is_variety(key, source)}
    return _below(scanned, set(tops) - own) if own else frozenset()


def _below(scanned: JsonStrings, tops: set[int]) -> frozenset[int]:
    """The containers given and all below them; parents come first in the list."""
    if not tops:
        return frozenset()
    found = set(tops)
    for at, container in enumerate(scanned.containers):
        if container.parent in found:
            found.add(at)
    return frozenset(found)
