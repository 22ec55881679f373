"""The units of a file of keys and texts: rules of keys and values, and plural families.

`rebuilding` writes their translations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from dragoman.formats.families.keyed.key_paths import matches
from dragoman.formats.families.keyed.model import KeyedFile
from dragoman.formats.families.keyed.notes import ABOUT_TEXTS, KeyedNotes
from dragoman.formats.families.keyed.plural_families import ABOUT, KeyedEntry
from dragoman.formats.format import Document, Languages, Reason, Unit, WarningCode
from dragoman.formats.units.encoding_warnings import warnings_for
from dragoman.formats.units.limits import too_many
from dragoman.formats.units.string_segments import Reading, segments_of
from dragoman.formats.units.values import ContentKind, has_letters, is_prose, judge
from dragoman.segments import plain_text
from dragoman.text_io.charsets import show_text

MOST_TEXTS: Final = 150_000
_LONGEST_CONTEXT: Final = 300  # characters shown


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyedText:
    """A text to translate: one of the file, or one to add."""

    identity: str
    index: int  # of the entry; of an addition: of the entry that it is inserted before
    reading: Reading
    path: str
    added: str = ""  # the key of an addition


def extract_units(file: KeyedFile, languages: Languages, *, letters_fit: bool = False) -> Document:
    """Read all units. `letters_fit`: the format has escapes for letters that the encoding lacks."""
    left = Counter(file.left_alone)
    text = file.decoded.text
    notes = KeyedNotes(text, file.entries, file.families, file.comments)
    units: list[Unit] = []
    for keyed_text in find_texts(file, left):
        units += _units(keyed_text, file.content_kind, notes.of(keyed_text.index))
        if len(units) > MOST_TEXTS:
            raise too_many("texts", MOST_TEXTS, units)
    about_encoding = warnings_for(file.decoded, languages.target)
    if letters_fit:
        about_encoding = tuple(w for w in about_encoding if w.code is not WarningCode.ENCODING_CHANGED)
    return Document(units=tuple(units), left_alone=dict(+left), warnings=(*about_encoding, *file.warnings))


def _reason(file: KeyedFile, entry: KeyedEntry, named: frozenset[int]) -> Reason | None:
    """The reason why an entry is not translated; None when it is."""
    if entry.reason is not None:
        return entry.reason
    if file.wanted or file.unwanted:
        excluded = matches(file.unwanted, entry.path)
        if excluded or (file.wanted and not matches(file.wanted, entry.path)):
            return Reason.KEY
        if file.wanted:
            return None if has_letters(entry.text) else Reason.NO_TEXT
    if entry.owner in named:
        about = Reason.COMMENT if entry.key in ABOUT_TEXTS else Reason.KEY
        return about if entry.key in ABOUT else None if has_letters(entry.text) else Reason.NO_TEXT
    return judge(entry.key, entry.text, file.content_kind)


def find_texts(file: KeyedFile, left: Counter[Reason]) -> Iterator[KeyedText]:
    """Every text to translate, additions before the member that follows them; counts the others in `left`."""
    entries, read = file.entries, file.writer.read
    fed_by = {index: source for family in file.families for index, source in family.fed_by.items()}
    before = {family.before: family for family in file.families}
    named = frozenset(entries[family.before].owner for family in file.families if family.named)
    for index, entry in enumerate(entries):
        reason = _reason(file, entry, named)
        if reason is not None:
            left[reason] += 1
            continue
        family = before.get(index)
        for addition in family.additions if family is not None else ():
            source = entries[addition.fed_by]
            if _reason(file, source, named) is None:
                yield KeyedText(
                    identity=show_text(f"{index + 1}+{addition.key}", 100),
                    index=index,
                    reading=read(source),
                    path=entry.path.removesuffix(entry.key) + addition.key,
                    added=addition.key,
                )
        reading = read(entries[fed_by.get(index, index)])
        yield KeyedText(identity=str(index + 1), index=index, reading=reading, path=entry.path)


def unit_id(keyed_text: KeyedText, name: str) -> str:
    """The id of the unit for one segment of a text, by the segment's name."""
    return f"{keyed_text.identity}/{name}" if name else keyed_text.identity


def _units(keyed_text: KeyedText, content_kind: ContentKind, note: str) -> Iterator[Unit]:
    for name, segment in segments_of(keyed_text.reading).items():
        text = plain_text(segment)
        yield Unit(
            id=unit_id(keyed_text, name),
            segment=segment,
            reason=None if has_letters(text) else Reason.NO_TEXT,
            prose=is_prose(text, content_kind),
            context=show_text(f"{keyed_text.path} ({name})" if name else keyed_text.path, _LONGEST_CONTEXT),
            note=note,
        )
