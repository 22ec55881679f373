"""What memories learn from a delivery: which of a set's members, and what of a machine's translations."""

from __future__ import annotations

from collections import Counter

import pytest
import sqlalchemy as sa

from dragoman.access.staff import OPERATOR
from dragoman.catalog.model import ServiceKind
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.memories.actions import MemoryDraft, create_memory, delete_memory
from dragoman.memories.model import Member
from dragoman.memories.segment_json import decode_segment
from dragoman.memories.sets.actions import SetDraft, add_version, create_set
from dragoman.projects import segment_store
from dragoman.projects.linguists.delivering import deliver_translation
from dragoman.projects.linguists.exchange import Version
from dragoman.projects.linguists.exporting import export_translation
from dragoman.projects.linguists.importing import import_translation
from dragoman.projects.linguists.tools import linguist_tools
from dragoman.projects.model import Stage
from dragoman.projects.segment_model import SegmentState
from dragoman.segments import render
from tests.projects.shop import Shop
from tests.projects.test_linguists import LINGUIST, SPANISH, translate


async def make_memories(shop: Shop, *names: str) -> list[int]:
    made = []
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        for name in names:
            draft = MemoryDraft(account_id=shop.caller.account_id, name=name)
            made.append((await create_memory(tx, draft=draft, staff=OPERATOR)).id)
    return made


async def learnt(shop: Shop) -> Counter[int]:
    """How many units each memory has."""
    async with transaction(shop.database, account=shop.caller.account_id) as tx:
        rows = await tx.connection.execute(sa.text("select memory_id from memory_units"))
        return Counter(row.memory_id for row in rows)


async def test_every_writable_member_of_the_pinned_set_learns(shop: Shop) -> None:
    first, second, read, gone, later = await make_memories(shop, "1", "2", "Read", "Gone", "Later")
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        members = [
            Member(memory_id=read),
            Member(memory_id=first, writable=True),
            Member(memory_id=second, penalty=5, writable=True),
            Member(memory_id=gone, writable=True),
        ]
        draft = SetDraft(account_id=shop.caller.account_id, name="Set", members=members)
        made = await create_set(tx, draft=draft, staff=OPERATOR)
    project = await shop.order(ServiceKind.HUMAN, memory_set_id=made.memory_set.id)
    await shop.send(project)
    await shop.work()
    await shop.start(project)
    await shop.work()
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        await add_version(
            tx, made.memory_set.id, members=[Member(memory_id=later, writable=True)], staff=OPERATOR
        )
        await delete_memory(tx, gone, staff=OPERATOR)
    _, _, (translation,) = await shop.look(project)
    where = (linguist_tools(shop.resources), project.id, translation.id)
    sent = await export_translation(*where, version=Version.TWO, staff=LINGUIST)
    await import_translation(*where, data=translate(sent.data), staff=LINGUIST)
    await deliver_translation(*where, staff=OPERATOR)
    await shop.work()
    assert await learnt(shop) == {first: 3, second: 3}

    again = await shop.order(ServiceKind.HUMAN, memory_id=second)
    await shop.send(again)
    await shop.work()
    _, _, (translation,) = await shop.look(again)
    assert translation.bands is not None
    assert {name: band["segments"] for name, band in translation.bands.items() if band["segments"]} == {
        "context": 3
    }


async def open_post_editing(shop: Shop) -> tuple[int, int]:
    """A project of machine translation and post-editing whose linguists may begin; its memory."""
    (memory,) = await make_memories(shop, "Learns")
    project = await shop.order(ServiceKind.POST_EDITING, memory_id=memory)
    await shop.send(project)
    await shop.work()
    await shop.start(project)
    await shop.work()
    _, _, (translation,) = await shop.look(project)
    assert translation.stage is Stage.OPEN
    return project.id, translation.id


async def test_a_post_editors_package_shows_what_the_machine_said(shop: Shop) -> None:
    where = (linguist_tools(shop.resources), *await open_post_editing(shop))
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        rows = await segment_store.list_segments(tx, where[2])
    assert [(row.state, row.origin) for row in rows] == [(SegmentState.PRETRANSLATED, "engine")] * 3
    machine = [render(decode_segment(row.target or "[]")) for row in rows]
    old = (await export_translation(*where, version=Version.ONE, staff=LINGUIST)).data.decode()
    new = (await export_translation(*where, version=Version.TWO, staff=LINGUIST)).data.decode()
    for text in machine:
        assert f'<target state="needs-review-translation" state-qualifier="mt-suggestion">{text}<' in old
        assert f"<target>{text}</target>" in new
    assert new.count('state="translated" subState="dragoman:pretranslated"') == 3
    for package in (old, new):  # an unchanged segment stays a machine's
        report = await import_translation(*where, data=package.encode(), staff=LINGUIST)
        assert (report.changed, report.states) == (0, {SegmentState.PRETRANSLATED: 3})


@pytest.mark.parametrize("version", list(Version))
async def test_what_a_post_editor_confirms_or_changes_is_learnt(shop: Shop, version: Version) -> None:
    project_id, translation_id = await open_post_editing(shop)
    where = (linguist_tools(shop.resources), project_id, translation_id)
    package = (await export_translation(*where, version=version, staff=LINGUIST)).data.decode()
    # The first is confirmed unchanged, the second is changed, the third is left alone.
    if version is Version.ONE:
        package = package.replace(
            'state="needs-review-translation" state-qualifier="mt-suggestion"', 'state="final"', 1
        )
    else:
        package = package.replace('state="translated" subState="dragoman:pretranslated"', 'state="final"', 1)
    source = "<source>It is new.</source>"
    before, _, after = package.partition(source)
    start, end = after.index(">", after.index("<target")) + 1, after.index("</target>")
    package = before + source + after[:start] + SPANISH["It is new."].replace("Es", "Está") + after[end:]
    report = await import_translation(*where, data=package.encode(), staff=LINGUIST)
    assert report.states == {
        SegmentState.CONFIRMED: 1,
        SegmentState.TRANSLATED: 1,
        SegmentState.PRETRANSLATED: 1,
    }
    await deliver_translation(*where, override_reason="To see what is learnt.", staff=OPERATOR)
    await shop.work()
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        rows = await segment_store.list_segments(tx, translation_id)
    async with transaction(shop.database, account=shop.caller.account_id) as tx:
        found = await tx.connection.execute(sa.text("select source, target, status from memory_units"))
        units = {row.source: (row.target, row.status) for row in found}
    assert units == {row.source: (row.target, "confirmed") for row in rows[:2]}
    assert rows[1].target == '["Está nuevo."]'
