"""A large memory that is made of a small text, and segments that are like its units.

A unit is a row of short pieces of sentences, with a word of its own now and then. Every pair of neighbouring
words therefore is in hundreds of units: more than in a memory that grew, so that look-ups have it harder.
Like there, some units are like others.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from dragoman.memories.model import MemoryUnit, StoredUnit
from dragoman.memories.tmx import write_tmx
from dragoman.segments import Text

_DAY: Final = datetime(2026, 1, 1, tzinfo=UTC)
_OWN_WORDS: Final = 0.08  # of all words: names, numbers, codes
_RELATED: Final = 0.3  # of all units are like an earlier one
_RECENT: Final = 10_000  # units that later ones may be like
_SYLLABLES: Final = ("ba", "ke", "li", "mo", "nu", "ra", "so", "ti", "va", "xe", "yu", "zan")


@dataclass(frozen=True, slots=True, kw_only=True)
class Texts:
    """Sentences and their translations, by words."""

    source: Sequence[Sequence[str]]
    target: Sequence[Sequence[str]]


def split_texts(source: Sequence[str], target: Sequence[str]) -> Texts:
    """Sentences with as many words as a piece needs; both lists have the same order."""
    pairs = [(one.split(), other.split()) for one, other in zip(source, target, strict=False)]
    kept = [(one, other) for one, other in pairs if len(one) >= 8 and len(other) >= 4]
    return Texts(source=[one for one, _ in kept], target=[other for _, other in kept])


def make_pairs(texts: Texts, *, count: int, seed: int) -> Iterator[tuple[str, str]]:
    """So many units; the same seed gives the same ones. Some are an earlier one with a few other words."""
    chance = random.Random(seed)
    recent: list[tuple[str, str]] = []
    for _ in range(count):
        if recent and chance.random() < _RELATED:
            source, target = chance.choice(recent)
            pair = _edit(source.split(), chance), target
        else:
            pair = _make_pair(texts, chance)
        if len(recent) < _RECENT:
            recent.append(pair)
        else:
            recent[chance.randrange(_RECENT)] = pair
        yield pair


def _make_pair(texts: Texts, chance: random.Random) -> tuple[str, str]:
    source: list[str] = []
    target: list[str] = []
    for _ in range(chance.choice((1, 2, 2, 3, 3, 4))):
        number = chance.randrange(len(texts.source))
        words, other = texts.source[number], texts.target[number]
        length = chance.randint(4, 8)
        start = chance.randrange(max(1, len(words) - length))
        source += words[start : start + length]
        share = len(other) / len(words)
        target += other[int(start * share) : int((start + length) * share) + 1]
    source = [_own_word(chance) if chance.random() < _OWN_WORDS else word for word in source]
    return " ".join(source), " ".join(target)


def make_queries(pairs: Sequence[tuple[str, str]], *, seed: int) -> list[str]:
    """A segment for each unit: up to a third of its words are others, or more, or fewer."""
    chance = random.Random(seed)
    return [_edit(source.split(), chance) for source, _ in pairs]


def write_file(path: Path, pairs: Iterator[tuple[str, str]], *, source: str, target: str) -> int:
    """Write the units as TMX; how many bytes."""
    units = (
        StoredUnit(
            id=number,
            memory_id=1,
            unit=MemoryUnit(
                source_language=source,
                target_language=target,
                source=(Text(text=one),),
                target=(Text(text=other),),
                created=_DAY,
                changed=_DAY,
            ),
        )
        for number, (one, other) in enumerate(pairs, start=1)
    )
    with path.open("wb") as opened:
        opened.writelines(write_tmx(units, name="Made", created=_DAY))
        return opened.tell()


def _edit(words: list[str], chance: random.Random) -> str:
    for _ in range(chance.randint(1, max(1, len(words) * 3 // 10))):
        place = chance.randrange(len(words))
        kind = chance.randrange(3 if len(words) > 1 else 2)
        if kind == 0:
            words[place] = _own_word(chance)
        elif kind == 1:
            words.insert(place, _own_word(chance))
        else:
            del words[place]
    return " ".join(words)


def _own_word(chance: random.Random) -> str:
    if chance.random() < 0.3:
        return str(chance.randrange(10_000))
    return "".join(chance.choice(_SYLLABLES) for _ in range(chance.randint(2, 4)))
