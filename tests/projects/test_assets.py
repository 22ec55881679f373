"""A started project works with what it pinned, and with nothing else of its account (P3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dragoman.access.staff import OPERATOR
from dragoman.catalog.model import ServiceKind
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.memories.actions import MemoryDraft, create_memory, delete_memory
from dragoman.memories.model import Member, MemoryUnit, UnitOrigin, UnitStatus
from dragoman.memories.rows import write_row
from dragoman.memories.sets.actions import SetDraft, add_version, create_set
from dragoman.memories.store import write_units
from dragoman.projects import segment_store
from dragoman.projects.model import Project
from dragoman.projects.segment_model import ProjectSegment
from dragoman.segments import Text
from dragoman.termbases.actions import create_term_base
from tests.projects.shop import Shop
from tests.projects.test_path import read_result
from tests.termbases.staff_actions import add, proposal


async def make_memory(shop: Shop, name: str, **said: str) -> int:
    """A memory that has translations of sentences."""
    account_id = shop.caller.account_id
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        draft = MemoryDraft(account_id=account_id, name=name)
        memory = await create_memory(tx, draft=draft, staff=OPERATOR)
        rows = [
            write_row(
                MemoryUnit(
                    source_language="en",
                    target_language="es",
                    source=(Text(text=source.replace("_", " ") + "."),),
                    target=(Text(text=target),),
                    origin=UnitOrigin.HUMAN,
                    status=UnitStatus.CONFIRMED,
                ),
                memory_id=memory.id,
            )
            for source, target in said.items()
        ]
        await write_units(tx, rows, account_id=account_id, memory_id=memory.id)
    return memory.id


async def read_rows(shop: Shop, project: Project) -> Sequence[ProjectSegment]:
    _, _, (translation,) = await shop.look(project)
    async with transaction(shop.database, account=shop.caller.account_id) as tx:
        return await segment_store.list_segments(tx, translation.id)


async def started(shop: Shop, kind: ServiceKind, **fields: Any) -> Project:
    """A project whose jobs wait."""
    project = await shop.order(kind, **fields)
    await shop.send(project)
    await shop.work()
    return await shop.start(project)


async def test_the_set_is_the_one_of_the_start(shop: Shop) -> None:
    first = await make_memory(shop, "First", It_is_new="Del primero.")
    second = await make_memory(shop, "Second", It_is_new="Del segundo.", The_dog_eats="Come.")
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        draft = SetDraft(
            account_id=shop.caller.account_id, name="Set", members=[Member(memory_id=first, penalty=1)]
        )
        made = await create_set(tx, draft=draft, staff=OPERATOR)
    project = await shop.order(ServiceKind.HUMAN, memory_set_id=made.memory_set.id)
    await shop.send(project)
    await shop.work()
    bands = (await shop.look(project))[2][0].bands
    assert bands is not None
    assert bands["fuzzy-95-99"]["segments"] == 1  # the set's penalty is taken off
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        await add_version(
            tx,
            made.memory_set.id,
            members=[Member(memory_id=first), Member(memory_id=second)],
            staff=OPERATOR,
        )
    active = await shop.start(project)
    assert active.memory_set_version == 2
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        await add_version(tx, made.memory_set.id, members=[Member(memory_id=second)], staff=OPERATOR)
    await shop.work()
    rows = await read_rows(shop, project)
    assert [(row.target, row.origin, row.score) for row in rows] == [
        (None, None, None),
        ('["Del primero."]', "memory", 99),
        ('["Come."]', "memory", 100),
    ]


async def test_a_memory_that_is_not_chosen_is_not_used(shop: Shop) -> None:
    memory = await make_memory(shop, "Other", It_is_new="Del otro.")
    project = await started(shop, ServiceKind.HUMAN)
    await shop.work()
    assert [row.target for row in await read_rows(shop, project)] == [None] * 3
    chosen = await started(shop, ServiceKind.HUMAN, memory_id=memory)
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        await delete_memory(tx, memory, staff=OPERATOR)
    await shop.work()
    assert [row.target for row in await read_rows(shop, chosen)] == [None] * 3


async def test_the_terms_are_those_of_the_start(shop: Shop) -> None:
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        base = await create_term_base(
            tx, staff=OPERATOR, account_id=shop.caller.account_id, name="Terms", use_for_translation=False
        )
    await add(shop.database, base, proposal(en="book", es="tomo"))
    project = await started(shop, ServiceKind.MACHINE, term_base_id=base.id)
    assert project.term_base_version == 1
    await add(shop.database, base, proposal(en="dog", es="can"))
    await shop.work()
    _, _, (translation,) = await shop.look(project)
    text = await read_result(shop, translation)
    assert ("tomo" in text, "can " in text.lower()) == (True, False)
    later = await started(shop, ServiceKind.MACHINE, term_base_id=base.id)
    await shop.work()
    _, _, (translation,) = await shop.look(later)
    assert "can " in (await read_result(shop, translation)).lower()
