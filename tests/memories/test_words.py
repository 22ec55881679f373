"""Concordance search finds words in every script, and uses its index as the application role."""

from __future__ import annotations

import psycopg
import pytest

from dragoman.access.staff import OPERATOR
from dragoman.database.connections import ALL_ACCOUNTS, Database, transaction
from dragoman.database.urls import ServerUrls, parse_url, render_url
from dragoman.errors import RuleBroken
from dragoman.memories.actions import MemoryChanges, change_memory
from dragoman.memories.rows import write_row
from dragoman.memories.store import write_units
from dragoman.memories.units.actions import find_units
from dragoman.memories.units.model import UnitFilter
from dragoman.memories.words import SearchEmpty, Side, write_query
from dragoman.segments import render
from tests.conftest import Postgres
from tests.memories.conftest import new_memory
from tests.memories.test_lookup import unit

TEXTS = [
    ("The Énergy of the sun", "Die Energie der Sonne"),
    ("Print it in <b>bo</b>ld type", "Fett drucken"),
    ("机器翻译很有用", "Machine translation is useful"),
    ("การแปลภาษาด้วยเครื่อง", "Traduction automatique"),
    ("Straße nach Übersee", "Road overseas"),
    ("한국어 번역", "Korean translation"),
    ("ЁЛКА в лесу", "A fir in the wood"),
    ("it's {name}'s \\ 'quoted' & | ! ( : * <-> x", "y"),
    ("データベースの検索", "Database search"),
]


async def fill(database: Database, account: int, memory: int, *pairs: tuple[str, str]) -> None:
    rows = {row.identity: row for row in (write_row(unit(*pair), memory_id=memory) for pair in pairs)}
    async with transaction(database, account=account) as tx:
        await write_units(tx, list(rows.values()), account_id=account, memory_id=memory)


async def found(database: Database, memory: int, search: str, side: Side = Side.BOTH) -> list[str]:
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        page = await find_units(tx, memory, search=search, side=side, page=(0, 100))
    return [render(one.unit.source) for one in page.units]


@pytest.mark.parametrize(
    ("search", "number"),
    [
        *(("energy", 0), ("ÉNERG", 0), ("sonne energie", 0), ("bold type", 1), ("fett", 1)),
        *(("翻译", 2), ("很有用", 2), ("机", 2), ("器翻译很", 2), ("translation machine", 2)),
        *(("ภาษา", 3), ("แปล", 3), ("strasse", 4), ("ubersee", 4), ("번역", 5), ("елка", 6)),
        *(("'quoted'", 7), ("x & (", 7), ("{name}", 7), ("データ", 8), ("検索", 8), ("ベースの", 8)),
    ],
    ids=str,
)
async def test_words_are_found_in_every_script(database: Database, search: str, number: int) -> None:
    account, memory = await new_memory(database, "Ours")
    await fill(database, account, memory, *TEXTS)
    assert TEXTS[number][0] in await found(database, memory, search)


@pytest.mark.parametrize(
    "search", ["nergy", "sonne sun", "译翻", "用有", "机翻", '"sun the"', "energy fett"], ids=ascii
)
async def test_other_words_are_not_found(database: Database, search: str) -> None:
    account, memory = await new_memory(database, "Ours")
    await fill(database, account, memory, *TEXTS)
    assert await found(database, memory, search) == []


@pytest.mark.parametrize("search", ["", " ", "!?", '""', "\x00", "<->", "\ud800"], ids=ascii)
def test_a_search_without_words_is_refused(search: str) -> None:
    with pytest.raises(SearchEmpty):
        write_query(search, memory_id=1, side=Side.BOTH)


def test_a_search_that_is_too_long_is_refused() -> None:
    with pytest.raises(RuleBroken, match="at most 1000 characters"):
        write_query("a" * 1001, memory_id=1, side=Side.BOTH)


@pytest.mark.parametrize(
    "text",
    ["a" * 20_000, "字" * 9000, "' \\ : , " * 2000, "a b " * 5000, "\x00\ud800 x"],
    ids=lambda one: ascii(one[:6]),
)
async def test_odd_texts_are_kept_and_found(database: Database, text: str) -> None:
    account, memory = await new_memory(database, "Ours")
    await fill(database, account, memory, (text, "marker"))
    assert len(await found(database, memory, "marker")) == 1


async def test_a_side_is_searched_alone(database: Database) -> None:
    account, memory = await new_memory(database, "Ours")
    await fill(database, account, memory, ("one two", "three four"))
    assert [
        len(await found(database, memory, search, side))
        for search, side in (
            ("one", Side.SOURCE),
            ("one", Side.TARGET),
            ("three", Side.TARGET),
            ("one three", Side.BOTH),
        )
    ] == [1, 0, 1, 0]


async def test_pages_of_a_search_are_whole_and_in_order(database: Database) -> None:
    account, memory = await new_memory(database, "Ours")
    _, other = await new_memory(database, account, name="Other")
    pairs = [(f"word {n}", f"Wort {n}") for n in range(130)]
    await fill(database, account, memory, *pairs)
    await fill(database, account, other, *pairs)
    seen: list[str] = []
    after = 0
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        while True:
            page = await find_units(tx, memory, search="word", page=(after, 50))
            seen += [render(one.unit.source) for one in page.units]
            if page.next_after is None:
                break
            after = page.next_after
        filtered = await find_units(
            tx, memory, search="word", wanted=UnitFilter(target_language="de"), page=(0, 50)
        )
    assert seen == [source for source, _ in pairs]
    assert filtered.units == []


async def test_staff_finds_units_of_a_disabled_memory(database: Database) -> None:
    account, memory = await new_memory(database, "Ours")
    await fill(database, account, memory, ("one", "uno"))
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        await change_memory(tx, memory, changes=MemoryChanges(disabled=True), staff=OPERATOR)
    assert await found(database, memory, "uno") == ["one"]


async def test_a_search_reads_its_index_as_the_application_role(
    database_urls: ServerUrls, database: Database, postgres: Postgres
) -> None:
    account, memory = await new_memory(database, "Ours")
    name = parse_url(database_urls.owner)["dbname"]
    superuser = render_url({**parse_url(postgres.superuser), "dbname": name})
    async with await psycopg.AsyncConnection.connect(superuser, autocommit=True) as connection:
        await connection.execute(_MANY_UNITS.format(account=account, memory=memory))
        await connection.execute(_MANY_WORDS.format(account=account, memory=memory))
        await connection.execute("analyze memory_words")
    connect = psycopg.AsyncConnection.connect
    async with await connect(database_urls.application, autocommit=True) as connection:

        async def scans() -> tuple[int, int]:
            await connection.execute("select pg_stat_force_next_flush()")
            row = await (await connection.execute(_SCANS)).fetchone()
            assert row is not None
            return row[0], row[1]

        before = await scans()
        query = write_query("rare19992", memory_id=memory, side=Side.BOTH)
        rows = await connection.execute(
            "select id from search_memory_units(%s, %s, %s, null, null, 0, 50)", (account, memory, query)
        )
        assert len(await rows.fetchall()) == 1
        after = await scans()
        assert (after[0] > before[0], after[1] - before[1]) == (True, 0)
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            await connection.execute("select * from memory_words")


@pytest.mark.parametrize(("search", "size"), [("often", 10), ("now", 20), ("late", 10), ("rare", 50)])
async def test_what_is_met_often_or_now_and_then_or_late_is_found_whole_and_in_order(
    database_urls: ServerUrls, database: Database, postgres: Postgres, search: str, size: int
) -> None:
    """A page is looked for in a first part, along a longer one, and by the index."""
    account, memory = await new_memory(database, "Ours")
    name = parse_url(database_urls.owner)["dbname"]
    superuser = render_url({**parse_url(postgres.superuser), "dbname": name})
    async with await psycopg.AsyncConnection.connect(superuser, autocommit=True) as connection:
        await connection.execute(_MANY_UNITS.format(account=account, memory=memory))
        await connection.execute(_WORDS_HERE_AND_THERE.format(account=account, memory=memory))
        having = "select unit_id from memory_words where %s = any(tsvector_to_array(words)) order by 1"
        rows = await connection.execute(having, (f"{memory}s:{search}",))
        expected = [row[0] for row in await rows.fetchall()]
    seen: list[int] = []
    after: int | None = 0
    async with transaction(database, account=account) as tx:
        while after is not None:
            page = await find_units(tx, memory, search=search, page=(after, size))
            seen += [one.id for one in page.units]
            after = page.next_after
    assert len(expected) > 3
    assert seen == expected


_WORDS_HERE_AND_THERE = """
    insert into memory_words (unit_id, account_id, memory_id, words)
    select id, {account}, {memory}, array_to_tsvector(array_remove(array[
      '{memory}s:the',
      case when n % 30 = 0 then '{memory}s:often' end,
      case when n % 700 = 0 then '{memory}s:now' end,
      case when n in (500, 1000, 1500, 1900) or n > 15000 and n % 100 = 0 then '{memory}s:late' end,
      case when n % 4001 = 0 then '{memory}s:rare' end
    ], null))
    from (select id, row_number() over (order by id) as n from memory_units where memory_id = {memory}) u
"""
_MANY_UNITS = """
    insert into memory_units (account_id, memory_id, source_language, target_language, hash, identity, source,
      target, origin, status, created, changed)
    select {account}, {memory}, 'en', 'de', int8send(n), int8send(n), '["s"]', '["t"]', 'human', 'confirmed',
      now(), now()
    from generate_series(1, 20000) n
"""
_MANY_WORDS = """
    insert into memory_words (unit_id, account_id, memory_id, words)
    select id, {account}, {memory}, array_to_tsvector(array['{memory}s:the', '{memory}s:rare' || id % 19993])
    from memory_units
"""
_SCANS = """
    select i.idx_scan, t.seq_scan from pg_stat_user_tables t join pg_stat_user_indexes i using (relid)
    where i.indexrelname = 'memory_words_words_idx'
"""
