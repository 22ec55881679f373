"""Write translations into a file of keys and texts, and parse the result again.

A text that would be read back differently is written more carefully, or refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dragoman.formats.families.keyed.extraction import find_texts, unit_id
from dragoman.formats.families.keyed.model import KeyedFile
from dragoman.formats.format import TranslationsRefused
from dragoman.formats.units.string_segments import segments_of, write_text
from dragoman.segments import Segment, normalise
from dragoman.text_io.charsets import encode
from dragoman.text_io.errors import ConversionFailed, DocumentError
from dragoman.text_io.splice import Replacement, splice


@dataclass(frozen=True, slots=True)
class _Change:
    """A text to write."""

    index: int
    text: str
    added: str = ""


def rebuild_file(file: KeyedFile, source: bytes, targets: Mapping[str, Segment]) -> bytes:
    """Write the file with `targets` in it; return the source when nothing changes.

    Raises ConversionFailed when a text cannot be written so that it is read back unchanged.
    """
    changes = _changes(file, targets)
    if not changes:
        return source
    every = frozenset(change.index for change in changes)
    careful: frozenset[int] = frozenset()
    for _ in range(2):
        text = _written(file, changes, careful)
        wrong = _wrong(file, changes, text)
        if not wrong:
            return encode(text, file.decoded)[0]
        careful |= min(wrong, every)
    raise _refusal(file, wrong, frozenset() if wrong == every else wrong & every)


def _refusal(file: KeyedFile, wrong: frozenset[int], known: frozenset[int]) -> ConversionFailed:
    """The error for the first text that would be read differently; `known`: all such texts, if known."""
    text, start = file.decoded.text, file.entries[min(wrong)].start
    line = 1 + (text.count("\n", 0, start) or text.count("\r", 0, start))
    message = (
        f"A translation at or near line {line:,} cannot be written without changing the file's structure. "
        "Translate it differently, or exclude its key."
    )
    if not known:
        return ConversionFailed(message)
    units = (
        unit_id(keyed_text, name)
        for keyed_text in find_texts(file, Counter())
        if keyed_text.index in known
        for name in segments_of(keyed_text.reading)
    )
    return TranslationsRefused(message, unit_ids=frozenset(units))


def _changes(file: KeyedFile, targets: Mapping[str, Segment]) -> list[_Change]:
    """The texts to write, in the order of the file; additions only where their family changes."""
    found: list[_Change] = []
    additions: list[_Change] = []
    changed: set[int] = set()
    for keyed_text in find_texts(file, Counter()):
        own = segments_of(keyed_text.reading)
        given = {
            name: normalise(targets[key]) for name in own if (key := unit_id(keyed_text, name)) in targets
        }
        text = write_text(keyed_text.reading, given) if given or keyed_text.added else ""
        if keyed_text.added:
            additions.append(_Change(keyed_text.index, text, keyed_text.added))
        elif any(given[name] != own[name] for name in given):
            changed.add(keyed_text.index)
            entry = file.entries[keyed_text.index]
            found.append(_Change(keyed_text.index, file.writer.to_representable(entry, text)))
    touched = {
        family.before
        for family in file.families
        if any(index in changed for index in family.members.values())
    }
    found += [addition for addition in additions if addition.index in touched]
    return sorted(found, key=lambda change: change.index)  # stable: additions keep CLDR's order


def _written(file: KeyedFile, changes: Sequence[_Change], careful: frozenset[int]) -> str:
    writer, replacements = file.writer, list(file.writer.other_replacements())
    for change in changes:
        entry = file.entries[change.index]
        if change.added:
            assert file.adder is not None  # only families have additions
            replacements.append(file.adder.member(entry, change.added, change.text))
        else:
            text = writer.write(entry, change.text, careful=change.index in careful)
            replacements.append(Replacement(entry.start, entry.end, text))
    return splice(file.decoded.text, replacements)


def _wrong(file: KeyedFile, changes: Sequence[_Change], text: str) -> frozenset[int]:
    """The entries of a result that are read differently; all that changed if these cannot be determined."""
    every = frozenset(change.index for change in changes)
    try:
        found = file.writer.read_again(text)
    except DocumentError:
        return every
    expected = [(index, entry.text) for index, entry in enumerate(file.entries)]
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
