"""A file of keys and texts as its format has parsed it, and what the format adds for writing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from dragoman.formats.families.keyed.plural_families import KeyedEntry, PluralFamily
from dragoman.formats.format import DocumentWarning, Reason
from dragoman.formats.units.configuration import FileKind, classify_file
from dragoman.formats.units.string_segments import Reading
from dragoman.formats.units.values import ContentKind
from dragoman.messages.placeholders import has_placeholder
from dragoman.text_io.charsets import DecodedText
from dragoman.text_io.splice import Replacement


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyedFile:
    """A file as its format has parsed it."""

    decoded: DecodedText = field(repr=False)
    entries: Sequence[KeyedEntry]
    writer: ValueWriter
    content_kind: ContentKind
    families: Sequence[PluralFamily] = ()
    # Writes the members that the target language adds; given with families.
    adder: PluralFamilyWriter | None = None
    comments: str = ""  # the characters that begin a comment line; "": comments are not read
    wanted: tuple[str, ...] = ()  # the client's patterns
    unwanted: tuple[str, ...] = ()
    left_alone: Mapping[Reason, int] = field(default_factory=dict)  # texts that are not entries
    warnings: tuple[DocumentWarning, ...] = ()


class ValueWriter(Protocol):
    """How a format reads and writes the texts of values."""

    def read(self, entry: KeyedEntry) -> Reading:
        """Parse the text of an entry."""

    def to_representable(self, entry: KeyedEntry, text: str) -> str:
        """The nearest text to a translation that the entry can hold."""

    def write(self, entry: KeyedEntry, text: str, *, careful: bool) -> str:
        """A text in the notation of an entry; `careful`: in the notation that can hold any text."""

    def other_replacements(self) -> Iterable[Replacement]:
        """Further replacements in a file with translations."""

    def read_again(self, text: str) -> Sequence[KeyedEntry]:
        """The entries of a result."""


class PluralFamilyWriter(Protocol):
    """How a format writes added members of plural families."""

    def member(self, entry: KeyedEntry, key: str, text: str) -> Replacement:
        """A new member before an entry."""


@dataclass(frozen=True, slots=True)
class DefaultValueWriter:
    """Defaults for writers of formats whose entries can hold any text."""

    def to_representable(self, entry: KeyedEntry, text: str) -> str:  # noqa: ARG002 # other writers use it
        """The text itself."""
        return text

    def other_replacements(self) -> Iterable[Replacement]:
        """None."""
        return ()


def classify_content(
    entries: Sequence[KeyedEntry], *, sure: bool, data: bool, worded: bool = False
) -> ContentKind:
    """The kind of a file's content.

    `sure`: it has something that only files for translation have; `data`: it has values that are not text;
    `worded`: most values are of several words, which is weaker evidence.
    """
    values = ((entry.above, entry.key, entry.text) for entry in entries if entry.reason is None)
    kind = FileKind.CATALOGUE if sure else classify_file(values)
    if kind is FileKind.CONFIGURATION:
        return ContentKind.CONFIGURATION
    sure = sure or worded
    if data and not sure:
        return ContentKind.DATA
    if sure or any(has_placeholder(entry.text) for entry in entries):
        return ContentKind.LABELS
    return ContentKind.CATALOGUE if kind is FileKind.CATALOGUE else ContentKind.DICTIONARY
