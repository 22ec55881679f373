"""Look-ups find nearly all units that a comparison with all units finds, for every kind of edit."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest

from dragoman.database.connections import Database
from dragoman.memories.fingerprints import take_fingerprint
from dragoman.memories.scoring import score
from tests.memories.test_lookup import WORDS, make_memories, read, unit

Edit = Callable[[list[str], random.Random], list[str]]


def replace_phrase(words: list[str], draw: random.Random) -> list[str]:
    count = max(1, len(words) * 3 // 10)
    start = draw.randrange(len(words) - count + 1)
    return [*words[:start], *draw.choices(WORDS, k=count), *words[start + count :]]


def insert_phrase(words: list[str], draw: random.Random) -> list[str]:
    start = draw.randrange(len(words) + 1)
    return [*words[:start], *draw.choices(WORDS, k=max(1, len(words) * 4 // 10)), *words[start:]]


def delete_phrase(words: list[str], draw: random.Random) -> list[str]:
    count = len(words) * 3 // 10
    start = draw.randrange(len(words) - count + 1)
    return [*words[:start], *words[start + count :]]


def replace_here_and_there(words: list[str], draw: random.Random) -> list[str]:
    indices = draw.sample(range(len(words)), max(1, len(words) * 3 // 10))
    return [draw.choice(WORDS) if start in indices else word for start, word in enumerate(words)]


def move_phrase(words: list[str], draw: random.Random) -> list[str]:
    count = max(1, len(words) * 15 // 100)
    start = draw.randrange(len(words) - count + 1)
    rest = [*words[:start], *words[start + count :]]
    to = draw.randrange(len(rest) + 1)
    return [*rest[:to], *words[start : start + count], *rest[to:]]


EDITS: Sequence[Edit] = [
    replace_phrase,
    insert_phrase,
    delete_phrase,
    replace_here_and_there,
    move_phrase,
]


@pytest.mark.parametrize("least", [50, 70])
async def test_look_ups_miss_less_than_two_in_a_hundred(database: Database, least: int) -> None:
    memories = await make_memories(database, "Recall")
    draw = random.Random(least)
    sources = list(dict.fromkeys(" ".join(draw.choices(WORDS, k=draw.randint(4, 30))) for _ in range(500)))
    await memories.write(*(unit(source, f"t{number}") for number, source in enumerate(sources)))
    prints = [take_fingerprint(read(source)) for source in sources]
    found = wanted = 0
    for number in range(200):
        query = " ".join(EDITS[number % len(EDITS)](draw.choice(sources).split(), draw))
        own = take_fingerprint(read(query))
        best = max(score(own, one) for one in prints)
        if best < least:
            continue
        matches = await memories.similar(query, least=least, most=1)
        wanted += 1
        found += bool(matches) and matches[0].score == best
    assert wanted > 50
    assert found >= 0.98 * wanted, f"{found} of {wanted}"
