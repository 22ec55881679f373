"""V8: Earlier versions of segments: what is kept, restoring, undoing."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sqlalchemy as sa

from dragoman.projects.linguists.editing.locking import lock_segments
from dragoman.projects.linguists.editing.propagating import Propagation
from dragoman.projects.linguists.editing.refusals import SegmentChanged, SegmentLocked, VersionMissing
from dragoman.projects.linguists.editing.targets import write_texts
from dragoman.projects.linguists.editing.versions import list_history, restore_version, undo_revision
from dragoman.projects.segment_model import ProjectSegment, SegmentChangeKind, SegmentState
from tests.projects.editing.desk import LINGUIST, MANAGER, OTHER, Desk, open_desk
from tests.projects.shop import Shop

RED = "The red book is big."


async def read_history(desk: Desk, number: int) -> list[tuple[str | None, str | None]]:
    """The targets of a segment's versions and who made them, the current one first."""
    history = await desk.call(list_history, desk.at(number), editor=LINGUIST)
    row = await desk.row(number)
    return [
        (None if one.target is None else write_target(row, one.target), one.changed_by) for one in history
    ]


def write_target(row: ProjectSegment, encoded: str) -> str:
    return write_texts(replace(row, target=encoded))[1] or ""


async def test_the_history_has_what_each_person_wrote_the_latest_first(shop: Shop) -> None:
    desk = await open_desk(shop)
    await desk.save(0, "Uno.")
    await desk.save(0, "Dos.", editor=OTHER)
    await desk.save(0, "Tres.", editor=LINGUIST)
    assert await read_history(desk, 0) == [
        ("Tres.", "application:77"),
        ("Dos.", "application:78"),
        ("Uno.", "application:77"),
    ]


async def test_what_a_person_goes_on_writing_is_one_version_until_it_is_confirmed(shop: Shop) -> None:
    desk = await open_desk(shop)
    for text in ("U", "Un", "Uno."):
        await desk.save(0, text)
    await desk.save(0, "Uno.", confirmed=True)
    await desk.save(0, "Uno y más.")
    assert [target for target, _ in await read_history(desk, 0)] == ["Uno y más.", "Uno."]


async def test_what_was_written_a_minute_ago_is_a_version_of_its_own(shop: Shop) -> None:
    desk = await open_desk(shop)
    await desk.save(0, "Uno.")
    earlier = sa.text(
        "update project_segments set changed = changed - interval '61 seconds' where translation_id = :id"
    )
    await desk.call(lambda tx: tx.connection.execute(earlier, {"id": desk.address.translation_id}))
    await desk.save(0, "Dos.")
    assert [target for target, _ in await read_history(desk, 0)] == ["Dos.", "Uno."]


async def test_a_version_is_restored_as_a_change_that_is_to_be_confirmed_again(shop: Shop) -> None:
    desk = await open_desk(shop)
    first = (await desk.save(0, "Uno.", confirmed=True)).segment
    second = (await desk.save(0, "Dos.", editor=OTHER)).segment
    with pytest.raises(SegmentChanged):
        await desk.call(restore_version, desk.at(0), first.revision, expected=first.revision, editor=LINGUIST)
    with pytest.raises(VersionMissing):
        await desk.call(restore_version, desk.at(0), 999, expected=second.revision, editor=LINGUIST)
    restored = await desk.call(
        restore_version, desk.at(0), first.revision, expected=second.revision, editor=LINGUIST
    )
    assert (restored.target, restored.state) == (first.target, SegmentState.TRANSLATED)
    assert restored.change is SegmentChangeKind.RESTORED
    assert [target for target, _ in await read_history(desk, 0)] == ["Uno.", "Dos.", "Uno."]


async def test_a_propagation_is_undone_in_all_segments_or_in_some(shop: Shop) -> None:
    desk = await open_desk(shop)
    first, second, third = await desk.find(RED)
    await desk.save(second, "De antes.")
    saved = await desk.save(first, "Nuevo.", confirmed=True, propagation=Propagation.UNCONFIRMED)
    assert [(await desk.targets())[number] for number in (second, third)] == ["Nuevo.", "Nuevo."]
    some = await desk.call(undo_revision, desk.address, saved.revision, numbers=[third], editor=LINGUIST)
    assert [row.number for row in some.segments] == [third]
    rest = await desk.call(undo_revision, desk.address, saved.revision, editor=LINGUIST)
    assert [row.number for row in rest.segments] == [second]
    assert [(await desk.targets())[number] for number in (first, second, third)] == [
        "Nuevo.",
        "De antes.",
        None,
    ]
    again = await desk.call(undo_revision, desk.address, rest.revision, editor=LINGUIST)
    assert write_texts(again.segments[0])[1] == "Nuevo."


async def test_what_was_changed_since_is_not_undone(shop: Shop) -> None:
    desk = await open_desk(shop)
    first, second, third = await desk.find(RED)
    saved = await desk.save(first, "Nuevo.", confirmed=True, propagation=Propagation.UNCONFIRMED)
    await desk.save(second, "Mejor.", editor=OTHER)
    undone = await desk.call(
        undo_revision, desk.address, saved.revision, numbers=[second, third], editor=LINGUIST
    )
    assert ([row.number for row in undone.segments], undone.kept) == ([third], [second])
    assert (await desk.targets())[second] == "Mejor."
    with pytest.raises(VersionMissing):
        await desk.call(undo_revision, desk.address, saved.revision, editor=LINGUIST)


async def test_undoing_a_confirmation_brings_back_text_and_state(shop: Shop) -> None:
    desk = await open_desk(shop)
    await desk.save(0, "Uno.", confirmed=True)
    changed = await desk.save(0, "Dos.", editor=OTHER)
    undone = await desk.call(undo_revision, desk.address, changed.revision, editor=OTHER)
    (row,) = undone.segments
    assert (write_texts(row)[1], row.state) == ("Uno.", SegmentState.CONFIRMED)


async def test_locking_is_in_the_history_and_neither_undone_nor_overwritten(shop: Shop) -> None:
    desk = await open_desk(shop)
    saved = await desk.save(0, "Uno.")
    (locked,) = await desk.call(lock_segments, desk.address, [0], locked=True, editor=MANAGER)
    assert (locked.target, locked.change) == (saved.segment.target, SegmentChangeKind.LOCKED)
    with pytest.raises(VersionMissing):
        await desk.call(undo_revision, desk.address, locked.revision, editor=MANAGER)
    with pytest.raises(SegmentLocked):
        await desk.call(
            restore_version, desk.at(0), saved.revision, expected=locked.revision, editor=LINGUIST
        )
    assert await desk.call(lock_segments, desk.address, [0], locked=True, editor=MANAGER) == []
