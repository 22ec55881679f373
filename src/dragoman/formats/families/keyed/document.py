"""Files of keys and texts: which texts become units, and a file with their translations spliced in.

A format reads its syntax into a `KeyedFile` (`keyed_format`); everything else is the same for all: rules of
keys and values, plural families, what is left alone, writing in place, and reading the result again before it
is handed out: a file that would say anything else than intended is written more carefully, or not at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from dragoman.formats.families.keyed.key_paths import matches
from dragoman.formats.families.keyed.notes import ABOUT_TEXTS, KeyedNotes
from dragoman.formats.families.keyed.plural_families import ABOUT, KeyedEntry, PluralFamily
from dragoman.formats.format import (
    Document,
    DocumentWarning,
    Languages,
    Reason,
    TranslationsRefused,
    Unit,
    WarningCode,
)
from dragoman.formats.units.configuration import FileKind, classify_file
from dragoman.formats.units.encoding_warnings import warnings_for
from dragoman.formats.units.limits import too_many
from dragoman.formats.units.string_segments import Reading, segments_of, write_text
from dragoman.formats.units.values import ContentKind, has_letters, is_prose, judge
from dragoman.messages.placeholders import has_placeholder
from dragoman.segments import Segment, normalise, plain_text
from dragoman.text_io.charsets import DecodedText, encode, show_text
from dragoman.text_io.errors import ConversionFailed, DocumentError
from dragoman.text_io.splice import Replacement, splice

MOST_TEXTS: Final = 150_000
_LONGEST_CONTEXT: Final = 300  # characters shown


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyedFile:
    """A file as its format has read it."""

    decoded: DecodedText = field(repr=False)
    entries: Sequence[KeyedEntry]
    writer: ValueWriter
    content_kind: ContentKind
    families: Sequence[PluralFamily] = ()
    adder: PluralFamilyWriter | None = (
        None  # writes what the target language adds to families; given with them
    )
    comments: str = ""  # the signs that begin a comment line; "": comments are not looked for
    wanted: tuple[str, ...] = ()  # the client's patterns
    unwanted: tuple[str, ...] = ()
    left_alone: Mapping[Reason, int] = field(default_factory=dict)  # places that are no entries
    warnings: tuple[DocumentWarning, ...] = ()


class ValueWriter(Protocol):
    """What a format knows about texts and how they are written."""

    def read(self, entry: KeyedEntry) -> Reading:
        """Take the text of an entry apart."""

    def to_representable(self, entry: KeyedEntry, text: str) -> str:
        """The nearest to a text that can stand in place of an entry at all."""

    def write(self, entry: KeyedEntry, text: str, *, careful: bool) -> str:
        """A text to stand in place of an entry; `careful`: in the form in which anything can be said."""

    def other_replacements(self) -> Iterable[Replacement]:
        """What else is to change in a file with translations."""

    def read_again(self, text: str) -> Sequence[KeyedEntry]:
        """The entries of a result."""


class PluralFamilyWriter(Protocol):
    """What a format knows beside, whose files have plural families."""

    def member(self, entry: KeyedEntry, key: str, text: str) -> Replacement:
        """A new member before an entry."""


@dataclass(frozen=True, slots=True)
class DefaultValueWriter:
    """What most writers need not say."""

    def to_representable(self, entry: KeyedEntry, text: str) -> str:  # noqa: ARG002 # others look at it
        """Everything can be said."""
        return text

    def other_replacements(self) -> Iterable[Replacement]:
        """Nothing."""
        return ()


def classify_content(
    entries: Sequence[KeyedEntry], *, sure: bool, data: bool, worded: bool = False
) -> ContentKind:
    """What a file holds. `sure`: something in it is made for translation; `data`: something is not text.

    `worded`: most values are of several words, which says less than the others.
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


def extract_units(resource: KeyedFile, languages: Languages, *, letters_fit: bool = False) -> Document:
    """Read all units. `letters_fit`: the format has escapes for letters that the encoding lacks."""
    left = Counter(resource.left_alone)
    text = resource.decoded.text
    notes = KeyedNotes(text, resource.entries, resource.families, resource.comments)
    units: list[Unit] = []
    for spot in _spots(resource, left):
        units += _units(spot, resource.content_kind, notes.of(spot.index))
        if len(units) > MOST_TEXTS:
            raise too_many("texts", MOST_TEXTS, units)
    about_encoding = warnings_for(resource.decoded, languages.target)
    if letters_fit:
        about_encoding = tuple(w for w in about_encoding if w.code is not WarningCode.ENCODING_CHANGED)
    return Document(
        units=tuple(units), left_alone=dict(+left), warnings=(*about_encoding, *resource.warnings)
    )


def rebuild_file(resource: KeyedFile, source: bytes, targets: Mapping[str, Segment]) -> bytes:
    """Write the file with `targets` in it; the very source when nothing changes.

    Raises ConversionFailed when the result cannot be written so that it is read as it should be.
    """
    changes = _changes(resource, targets)
    if not changes:
        return source
    every = frozenset(change.index for change in changes)
    careful: frozenset[int] = frozenset()
    for _ in range(2):
        text = _written(resource, changes, careful)
        wrong = _wrong(resource, changes, text)
        if not wrong:
            return encode(text, resource.decoded)[0]
        careful |= min(wrong, every)
    raise _refusal(resource, wrong, frozenset() if wrong == every else wrong & every)


def _refusal(resource: KeyedFile, wrong: frozenset[int], known: frozenset[int]) -> ConversionFailed:
    """Where the first text stands that would be read as another one; `known`: all such texts."""
    text, start = resource.decoded.text, resource.entries[min(wrong)].start
    line = 1 + (text.count("\n", 0, start) or text.count("\r", 0, start))
    said = f"A translation cannot be written so that the file stays what it is: of line {line:,}, or near it."
    message = f"{said} Translate it otherwise, or leave it out by its key."
    if not known:
        return ConversionFailed(message)
    units = (
        _unit_id(spot, name)
        for spot in _spots(resource, Counter())
        if spot.index in known
        for name in segments_of(spot.reading)
    )
    return TranslationsRefused(message, unit_ids=frozenset(units))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Spot:
    """A text to translate: one that stands in the file, or one to add."""

    identity: str
    index: int  # of the entry; of an addition: of that before which it is put
    reading: Reading
    path: str
    added: str = ""  # the key of an addition


@dataclass(frozen=True, slots=True)
class _Change:
    """A text to write."""

    index: int
    text: str
    added: str = ""


def _reason(resource: KeyedFile, entry: KeyedEntry, named: frozenset[int]) -> Reason | None:
    """Why an entry stays as it is; None when it is to be translated."""
    if entry.reason is not None:
        return entry.reason
    if resource.wanted or resource.unwanted:
        excluded = matches(resource.unwanted, entry.path)
        if excluded or (resource.wanted and not matches(resource.wanted, entry.path)):
            return Reason.KEY
        if resource.wanted:
            return None if has_letters(entry.text) else Reason.NO_TEXT
    if entry.owner in named:
        about = Reason.COMMENT if entry.key in ABOUT_TEXTS else Reason.KEY
        return about if entry.key in ABOUT else None if has_letters(entry.text) else Reason.NO_TEXT
    return judge(entry.key, entry.text, resource.content_kind)


def _spots(resource: KeyedFile, left: Counter[Reason]) -> Iterator[_Spot]:
    """Every text to translate, additions before the member that follows them; counts the others."""
    entries, read = resource.entries, resource.writer.read
    fed_by = {index: source for family in resource.families for index, source in family.fed_by.items()}
    before = {family.before: family for family in resource.families}
    named = frozenset(entries[family.before].owner for family in resource.families if family.named)
    for index, entry in enumerate(entries):
        reason = _reason(resource, entry, named)
        if reason is not None:
            left[reason] += 1
            continue
        family = before.get(index)
        for addition in family.additions if family is not None else ():
            source = entries[addition.fed_by]
            if _reason(resource, source, named) is None:
                yield _Spot(
                    identity=show_text(f"{index + 1}+{addition.key}", 100),
                    index=index,
                    reading=read(source),
                    path=entry.path.removesuffix(entry.key) + addition.key,
                    added=addition.key,
                )
        reading = read(entries[fed_by.get(index, index)])
        yield _Spot(identity=str(index + 1), index=index, reading=reading, path=entry.path)


def _unit_id(spot: _Spot, name: str) -> str:
    return f"{spot.identity}/{name}" if name else spot.identity


def _units(spot: _Spot, content_kind: ContentKind, note: str) -> Iterator[Unit]:
    for name, segment in segments_of(spot.reading).items():
        text = plain_text(segment)
        yield Unit(
            id=_unit_id(spot, name),
            segment=segment,
            reason=None if has_letters(text) else Reason.NO_TEXT,
            prose=is_prose(text, content_kind),
            context=show_text(f"{spot.path} ({name})" if name else spot.path, _LONGEST_CONTEXT),
            note=note,
        )


def _changes(resource: KeyedFile, targets: Mapping[str, Segment]) -> list[_Change]:
    """What to write, in the order of the file; additions only where their family changes."""
    found: list[_Change] = []
    additions: list[_Change] = []
    changed: set[int] = set()
    for spot in _spots(resource, Counter()):
        own = segments_of(spot.reading)
        given = {name: normalise(targets[key]) for name in own if (key := _unit_id(spot, name)) in targets}
        text = write_text(spot.reading, given) if given or spot.added else ""
        if spot.added:
            additions.append(_Change(spot.index, text, spot.added))
        elif any(given[name] != own[name] for name in given):
            changed.add(spot.index)
            entry = resource.entries[spot.index]
            found.append(_Change(spot.index, resource.writer.to_representable(entry, text)))
    touched = {
        family.before
        for family in resource.families
        if any(index in changed for index in family.members.values())
    }
    found += [addition for addition in additions if addition.index in touched]
    return sorted(found, key=lambda change: change.index)  # stable: additions stay in CLDR's order


def _written(resource: KeyedFile, changes: Sequence[_Change], careful: frozenset[int]) -> str:
    writer, replacements = resource.writer, list(resource.writer.other_replacements())
    for change in changes:
        entry = resource.entries[change.index]
        if change.added:
            assert resource.adder is not None  # only families have additions
            replacements.append(resource.adder.member(entry, change.added, change.text))
        else:
            text = writer.write(entry, change.text, careful=change.index in careful)
            replacements.append(Replacement(entry.start, entry.end, text))
    return splice(resource.decoded.text, replacements)


def _wrong(resource: KeyedFile, changes: Sequence[_Change], text: str) -> frozenset[int]:
    """The entries of a result that are not what they should be; all that changed if it cannot be told."""
    every = frozenset(change.index for change in changes)
    try:
        found = resource.writer.read_again(text)
    except DocumentError:
        return every
    expected = [(index, entry.text) for index, entry in enumerate(resource.entries)]
    own = {change.index: change.text for change in changes if not change.added}
    expected = [(index, own.get(index, old)) for index, old in expected]
    added = [change for change in changes if change.added]
    if added:
        expected = _with_additions(expected, added)
    if len(expected) != len(found):
        return every
    return frozenset(
        index
        for (index, wanted), entry in zip(expected, found, strict=True)
        if entry.text != wanted and entry.text.rstrip("\n") != wanted.rstrip("\n")
    )


def _with_additions(expected: list[tuple[int, str]], added: Sequence[_Change]) -> list[tuple[int, str]]:
    before: dict[int, list[tuple[int, str]]] = {}
    for change in added:
        before.setdefault(change.index, []).append((change.index, change.text))
    return [item for own in expected for item in (*before.get(own[0], ()), own)]
