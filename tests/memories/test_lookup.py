"""Units in the database: written, found by exact and fuzzy look-ups, and by their own account only."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import timedelta

import psycopg
import pytest
import pytest_asyncio
from sqlalchemy import text

from dragoman.accounts import actions as accounts
from dragoman.accounts.model import AccountKind
from dragoman.database.connections import ALL_ACCOUNTS, Database, transaction
from dragoman.database.urls import ServerUrls
from dragoman.memories import lookup_statements, store
from dragoman.memories.fingerprints import take_fingerprint
from dragoman.memories.lookup import LookupScope, MemoryMatch, Query, find_exact, find_similar
from dragoman.memories.model import NO_CONTEXT, Context, Member, MemoryUnit, UnitOrigin, UnitStatus
from dragoman.memories.rows import write_row
from dragoman.memories.scoring import score
from dragoman.segments import Segment, render
from dragoman.translation.protection.markup import parse
from dragoman.translation.protection.placeholders import protect

WORDS = [
    *("the", "red", "blue", "house", "garden", "stands", "behind", "an", "old", "new"),
    *("bridge", "near", "river", "where", "children", "play", "music"),
]


def read(written: str) -> Segment:
    return protect(parse(written))


def unit(source: str, target: str, **fields: object) -> MemoryUnit:
    values = {"source_language": "en", "target_language": "es", **fields}
    return MemoryUnit(source=read(source), target=read(target), **values)  # type: ignore[arg-type]


class AccountMemories:
    """One account's memories."""

    def __init__(self, database: Database, account_id: int, memory_ids: Sequence[int]) -> None:
        self.database = database
        self.account_id = account_id
        self.memory_ids = memory_ids

    async def write(self, *units: MemoryUnit, memory: int = 0) -> list[store.WrittenUnit]:
        rows = [write_row(one, memory_id=self.memory_ids[memory]) for one in units]
        async with transaction(self.database, account=self.account_id) as tx:
            return await store.write_units(
                tx, rows, account_id=self.account_id, memory_id=self.memory_ids[memory]
            )

    def scope(self, *members: Member, source: str = "en", target: str = "es") -> LookupScope:
        every = members or tuple(Member(memory_id=one) for one in self.memory_ids)
        return LookupScope(
            account_id=self.account_id, members=every, source_language=source, target_language=target
        )

    async def exact(self, written: str, context: Context = NO_CONTEXT, **languages: str) -> list[MemoryMatch]:
        query = Query(segment=read(written), context=context)
        (found,) = await find_exact(self.database, self.scope(**languages), [query])
        return found

    async def similar(self, written: str, *, least: int = 70, most: int = 5) -> list[MemoryMatch]:
        query = Query(segment=read(written))
        (found,) = await find_similar(self.database, self.scope(), [query], least=least, most=most)
        return found


async def make_memories(database: Database, name: str) -> AccountMemories:
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        account = await accounts.create_account(tx, name=name, kind=AccountKind.PRODUCTION)
    async with transaction(database, account=account.id) as tx:
        made = [
            await store.insert_memory(
                tx, account_id=account.id, name=f"memory {n}", primary=n == 0, use_for_translation=True
            )
            for n in range(2)
        ]
    return AccountMemories(database, account.id, [memory.id for memory in made])


@pytest_asyncio.fixture
async def memories(database: Database) -> AccountMemories:
    return await make_memories(database, "Ours")


async def test_a_unit_is_found_with_the_codes_of_the_segment(memories: AccountMemories) -> None:
    await memories.write(unit("The <b>red</b> {thing}", "La {thing} <b>roja</b>"))
    (match,) = await memories.exact("The <i class='x'>red</i> {thing}")
    assert match.score == 100
    assert match.target is not None
    assert render(match.target) == "La {thing} <i class='x'>roja</i>"
    assert await memories.exact("The red {thing}") == []
    assert await memories.exact("The <b>red</b> {other}") == []
    assert await memories.exact("The <b>red</b> {thing}", source="de") == []
    assert await memories.exact("The <b>red</b> {thing}", target="pt") == []


async def test_a_unit_is_read_back_as_it_was_written(memories: AccountMemories) -> None:
    context = Context(previous="Before.", next="", document="a.docx", key="7")
    written = unit(
        "A \x07 <b>b</b>\u2028“c” \U0001f600",
        "x <b>y</b>",
        context=context,
        origin=UnitOrigin.MACHINE,
        status=UnitStatus.UNCONFIRMED,
        created_by="ann",
        changed_by="bob",
        properties={"client": "Ä"},
    )
    ((unit_id, added),) = await memories.write(written)
    assert added
    account_id = memories.account_id
    kept = (await lookup_statements.read_units(memories.database, [unit_id], account_id=account_id))[unit_id]
    assert kept.memory_id == memories.memory_ids[0]
    assert (kept.unit.source, kept.unit.target, kept.unit.context) == (
        written.source,
        written.target,
        context,
    )
    assert (kept.unit.origin, kept.unit.status) == (UnitOrigin.MACHINE, UnitStatus.UNCONFIRMED)
    assert (kept.unit.created_by, kept.unit.changed_by, kept.unit.properties) == (
        "ann",
        "bob",
        {"client": "Ä"},
    )


async def test_a_newer_unit_replaces_one_with_the_same_source_and_context(memories: AccountMemories) -> None:
    async with transaction(memories.database, account=memories.account_id) as tx:
        now = tx.now
    await memories.write(unit("House", "Casa", changed=now))
    assert [one.added for one in await memories.write(unit("House", "Hogar", changed=now))] == [False]
    assert await memories.write(unit("House", "Vieja", changed=now - timedelta(days=1))) == []
    (match,) = await memories.exact("House")
    assert render(match.target or ()) == "Hogar"
    other = Context(previous="a", next="b")
    assert [one.added for one in await memories.write(unit("House", "Cámara", context=other))] == [True]


async def test_a_date_in_the_future_refuses_no_change(memories: AccountMemories) -> None:
    async with transaction(memories.database, account=memories.account_id) as tx:
        now = tx.now
    await memories.write(unit("House", "Casa", changed=now + timedelta(days=36500)))
    assert [one.added for one in await memories.write(unit("House", "Hogar"))] == [False]
    (match,) = await memories.exact("House")
    assert render(match.target or ()) == "Hogar"
    assert match.found.unit.changed is not None
    assert match.found.unit.changed < now + timedelta(hours=1)


async def test_context_is_worth_a_point_and_two_translations_cost_one(memories: AccountMemories) -> None:
    beside = Context(previous="One.", next="Two.")
    await memories.write(unit("House", "Casa", context=beside), unit("House", "Cámara"))
    (first, second) = await memories.exact("House", beside)
    assert [(first.score, render(first.target or ())), (second.score, render(second.target or ()))] == [
        (101, "Casa"),
        (100, "Cámara"),
    ]
    assert {match.score for match in await memories.exact("House")} == {99}
    half = Context(previous="One.", next="Three.")
    assert {match.score for match in await memories.exact("House", half)} == {99}
    placed = Context(document="a.json", key="house")
    await memories.write(unit("House", "Vivienda", context=placed))
    assert (await memories.exact("House", placed))[0].score == 101


async def test_memories_rank_by_penalty_then_by_their_order(memories: AccountMemories) -> None:
    await memories.write(unit("House", "first"), memory=0)
    await memories.write(unit("House", "first"), memory=1)
    query = [Query(segment=read("House"))]
    one, other = memories.memory_ids
    for members, order in (
        ((Member(memory_id=one), Member(memory_id=other)), [one, other]),
        ((Member(memory_id=other), Member(memory_id=one)), [other, one]),
        ((Member(memory_id=one, penalty=3), Member(memory_id=other)), [other, one]),
    ):
        (found,) = await find_exact(memories.database, memories.scope(*members), query)
        assert [match.found.memory_id for match in found] == order


async def test_variants_of_languages_and_machines_cost_their_penalties(memories: AccountMemories) -> None:
    await memories.write(
        unit("House", "Casa", source_language="en-US"),
        unit("Garden", "Jardín", origin=UnitOrigin.MACHINE),
        unit("River", "Río", status=UnitStatus.UNCONFIRMED),
    )
    assert [(await memories.exact("House", source=code))[0].score for code in ("en", "en-US", "en-GB")] == [
        100,
        100,
        99,
    ]
    assert (await memories.exact("Garden"))[0].score == 95
    assert (await memories.exact("River"))[0].score == 97


async def test_fuzzy_matches_are_those_of_a_comparison_with_all_units(
    memories: AccountMemories,
) -> None:
    draw = random.Random(4)
    sources = list(dict.fromkeys(" ".join(draw.choices(WORDS, k=draw.randint(3, 14))) for _ in range(600)))
    await memories.write(*(unit(source, f"t{number}") for number, source in enumerate(sources)))
    found_of_wanted = [0, 0]
    for _ in range(100):
        words = draw.choice(sources).split()
        words[draw.randrange(len(words))] = draw.choice(WORDS)
        query = " ".join(words)
        own = take_fingerprint(read(query))
        every = sorted(
            (points for source in sources if (points := score(own, take_fingerprint(read(source)))) >= 70),
            reverse=True,
        )[:5]
        matches = await memories.similar(query)
        assert all(match.score >= 70 for match in matches)
        scores = [match.score for match in matches]
        assert scores == sorted(scores, reverse=True)
        found_of_wanted[0] += sum(one >= least for one, least in zip(scores, every, strict=False))
        found_of_wanted[1] += len(every)
    assert found_of_wanted[1] > 60
    assert found_of_wanted[0] >= 0.98 * found_of_wanted[1]


async def test_a_fuzzy_match_has_the_score_of_the_rules(
    memories: AccountMemories,
) -> None:
    (written,) = await memories.write(unit("The red house stands behind the bridge", "x"))
    assert [match.score for match in await memories.similar("The red house stands behind a bridge")] == [85]
    async with transaction(memories.database, account=memories.account_id) as tx:
        await tx.connection.execute(text("delete from memory_units where id = :id"), {"id": written.id})
    assert await memories.similar("The red house stands behind a bridge") == []


async def test_another_account_does_not_find_a_unit(database: Database, memories: AccountMemories) -> None:
    ours, theirs = memories, await make_memories(database, "Theirs")
    (written,) = await ours.write(unit("The red house stands behind the bridge", "secret"))
    stolen = AccountMemories(database, theirs.account_id, ours.memory_ids)
    assert await stolen.exact("The red house stands behind the bridge") == []
    assert await stolen.similar("The red house stands behind the bridge") == []
    assert await lookup_statements.read_units(database, [written.id], account_id=theirs.account_id) == {}
    async with transaction(database, account=theirs.account_id) as tx:
        assert (await tx.connection.execute(text("select * from memory_units"))).all() == []
        with pytest.raises(Exception, match="permission denied"):
            await tx.connection.execute(text("select * from memory_index"))


async def test_the_look_up_uses_its_index_as_the_application_role(
    database_urls: ServerUrls, memories: AccountMemories
) -> None:
    draw = random.Random(5)
    await memories.write(
        *(unit(" ".join(draw.choices(WORDS, k=9)) + f" {number}", "x") for number in range(300))
    )
    statistics = (
        "select t.seq_scan, i.idx_scan from pg_stat_user_tables t join pg_stat_user_indexes i using (relid) "
        "where i.indexrelname = 'memory_index_shingles_idx'"
    )
    connect = psycopg.AsyncConnection.connect
    async with await connect(database_urls.application, autocommit=True) as connection:

        async def scans() -> tuple[int, int]:
            await connection.execute("select pg_stat_force_next_flush()")
            row = await (await connection.execute(statistics)).fetchone()
            assert row is not None
            return row[0], row[1]

        whole, by_index = await scans()
        await connection.execute(
            "select * from find_similar_units(%s, %s, %s, %s, %s, 10)",
            (memories.account_id, [1, 2, 3], [3], [1], [99]),
        )
        assert await scans() == (whole, by_index + 1)
        await connection.execute(
            "select * from find_units_by_passages(%s, %s, %s, %s, %s, %s, 10)",
            (memories.account_id, [1, 2, 3], [2, 1], [1, 1], [5], [5]),
        )
        assert await scans() == (whole, by_index + 3)
        await connection.execute(
            "select * from find_units_by_thirds(%s, %s, %s, %s, %s, %s, 10)",
            (memories.account_id, [1, 2, 3], [1, 1, 1], [1], [5], [5]),
        )
        assert await scans() == (whole, by_index + 4)
