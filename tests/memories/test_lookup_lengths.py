"""Fuzzy look-ups find units of all lengths that fit, from single words to the longest."""

from __future__ import annotations

import psycopg
import pytest

from dragoman.database.connections import Database
from dragoman.database.urls import ServerUrls
from dragoman.memories.lookup import Query, find_similar
from dragoman.segments import render
from tests.memories.test_lookup import make_memories, read, unit

LENGTHS = [1, 2, 3, 7, 8, 10, 20, 42, 100, 400]


def sentence(words: int) -> str:
    return " ".join(f"{words:04}w{number:04}" for number in range(words))


async def test_units_are_found_from_the_shortest_to_the_longest_that_fit(database: Database) -> None:
    memories = await make_memories(database, "Lengths")
    texts = {words: sentence(words) for words in LENGTHS}
    await memories.write(*(unit(text, str(words)) for words, text in texts.items()))
    for words in LENGTHS[2:]:
        tokens = texts[words].split()
        shorter = tokens[: -(-words * 7 // 10)]
        longer = [*tokens, *(f"0000v{number:04}" for number in range(words * 3 // 7))]
        for query in (tokens, shorter, longer):
            matches = await memories.similar(" ".join(query))
            assert [render(match.found.unit.target) for match in matches] == [str(words)], len(query)
            assert matches[0].score >= 70


async def test_equal_segments_of_one_look_up_have_the_same_matches(database: Database) -> None:
    memories = await make_memories(database, "Equal")
    await memories.write(unit("The red house stands here", "x"))
    queries = [Query(segment=read(text)) for text in ("The blue house stands here", "...", "Nothing like it")]
    found = await find_similar(database, memories.scope(), [*queries, queries[0]], least=70, most=5)
    assert [[match.score for match in some] for some in found] == [[80], [], [], [80]]
    assert found[0] == found[3]


@pytest.mark.parametrize("length", LENGTHS)
async def test_placing_shingles_twice_gives_the_shingles_back(database_urls: ServerUrls, length: int) -> None:
    shingles = [0, 1, -1, 2**31 - 1, -(2**31)]
    async with await psycopg.AsyncConnection.connect(database_urls.owner) as connection:
        once = "place_memory_shingles(%(shingles)s::integer[], %(length)s, %(length)s)"
        values = {"shingles": shingles, "length": length}
        row = await (await connection.execute(f"select {once}", values)).fetchone()
        assert row is not None
        assert row[0] != shingles
        twice = await connection.execute(f"select {once}", {"shingles": row[0], "length": length})
        assert await twice.fetchone() == (shingles,)
