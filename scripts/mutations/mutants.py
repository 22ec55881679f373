"""One mutant by its number: which file it is made of, and what is done to it. A seed makes the same again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from scripts.mutations import on_archives, on_bytes, on_lines, on_markup
from scripts.mutations.on_bytes import Way

_ZIP: Final = b"PK\x03\x04"
_MARKS: Final = b"\xef\xbb\xbf\xff\xfe \r\n\t\0"
LARGEST: Final = 20 * 1024 * 1024  # the service takes no larger ones


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A sound file that mutants are made of."""

    name: str  # with its folders
    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """A damaged file."""

    number: int
    name: str
    data: bytes = field(repr=False)
    ways: tuple[str, ...]  # what was done, in order


def make_mutant(subjects: Sequence[Subject], *, seed: int, number: int, largest: int = LARGEST) -> Mutant:
    """The mutant of this number, cut off where it is too large; every file has its turn."""
    chance = Random(f"{seed}/{number}")  # a string: the same on every machine
    subject = subjects[number % len(subjects)]
    data, ways = subject.data, []
    for _ in range(chance.choice((1, 1, 1, 1, 2, 2, 4))):
        if not data:
            break
        way, data = _damage(chance, data, subjects)
        ways.append(way)
    return Mutant(number=number, name=subject.name, data=data[:largest], ways=tuple(ways))


def _damage(chance: Random, data: bytes, subjects: Sequence[Subject]) -> tuple[str, bytes]:
    """One way and what it gives."""
    if data.startswith(_ZIP) and chance.random() < 0.85 and (entries := on_archives.read_entries(data)):
        if chance.random() < 0.25:
            change = chance.choice(on_archives.WAYS)
            return change.__name__, on_archives.write_entries(change(chance, entries))
        way = _choose_way(chance, b"<" if chance.random() < 0.9 else b"")
        entries = on_archives.change_entry(chance, entries, way)
        return f"entry.{way.__name__}", on_archives.write_entries(entries)
    if chance.random() < 0.05:
        other = chance.choice(subjects)
        return on_bytes.exchange.__name__, on_bytes.exchange(chance, data, other.data)
    way = _choose_way(chance, data)
    return way.__name__, way(chance, data)


def _choose_way(chance: Random, data: bytes) -> Way:
    """A way for such contents: mostly one that understands them."""
    if data.startswith(_ZIP):
        return chance.choice(on_bytes.WAYS)
    knowing = on_markup.WAYS if data[:100].lstrip(_MARKS).startswith(b"<") else on_lines.WAYS
    return chance.choice(knowing if chance.random() < 0.8 else (*on_bytes.WAYS, *on_lines.WAYS))
