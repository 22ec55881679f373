"""V8: Saving a segment: its version, what is refused, and what is kept of it."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest

from dragoman.access.model import StaffRole
from dragoman.access.staff import Staff
from dragoman.catalog.model import ServiceKind
from dragoman.errors import LimitExceeded, NotFound
from dragoman.projects.linguists.editing.locking import lock_segments
from dragoman.projects.linguists.editing.opening import Editor
from dragoman.projects.linguists.editing.propagating import Propagation
from dragoman.projects.linguists.editing.refusals import (
    HandedBack,
    SegmentChanged,
    SegmentLocked,
    SegmentMissing,
    TargetInvalid,
)
from dragoman.projects.linguists.editing.targets import LONGEST_TARGET, write_texts
from dragoman.projects.linguists.translation_context import NotOpen
from dragoman.projects.model import Stage
from dragoman.projects.segment_model import SegmentChangeKind, SegmentState
from dragoman.quality.model import Severity
from tests.projects.editing.desk import LINGUIST, MANAGER, OTHER, open_desk
from tests.projects.shop import Shop

RED = "The red book is big."
PRESS = "Press <1>Start</1> now."


async def test_a_save_is_stored_with_who_and_a_new_version(shop: Shop) -> None:
    desk = await open_desk(shop)
    before = (await desk.row(0)).revision
    saved = await desk.save(0, "El libro rojo es grande.")
    row = saved.segment
    assert (row.state, row.origin, row.score) == (SegmentState.TRANSLATED, "human", None)
    assert (row.changed_by, row.change) == ("application:77", SegmentChangeKind.EDITED)
    assert row.revision == saved.revision > before
    assert write_texts(row)[1] == "El libro rojo es grande."
    assert write_texts(await desk.row(0))[1] == "El libro rojo es grande."


async def test_a_save_from_an_old_version_stores_nothing_and_shows_both_texts(shop: Shop) -> None:
    desk = await open_desk(shop)
    before = (await desk.row(0)).revision
    await desk.save(0, "El libro rojo es grande.", editor=OTHER)
    with pytest.raises(SegmentChanged) as refused:
        await desk.save(0, "Otro texto.", version=before)
    assert write_texts(refused.value.current)[1] == "El libro rojo es grande."
    assert (await desk.targets())[0] == "El libro rojo es grande."


async def test_the_same_save_sent_again_changes_nothing(shop: Shop) -> None:
    desk = await open_desk(shop)
    before = (await desk.row(0)).revision
    first = await desk.save(0, "El libro.", version=before, confirmed=True)
    again = await desk.save(0, "El libro.", version=before, confirmed=True)
    assert again.segment == first.segment
    assert again.revision == first.revision


async def test_of_many_saves_at_once_from_one_version_one_is_stored(shop: Shop) -> None:
    desk = await open_desk(shop)
    before = (await desk.row(0)).revision
    outcomes = await asyncio.gather(
        *(desk.save(0, f"Texto {n}.", version=before) for n in range(8)), return_exceptions=True
    )
    stored = [one for one in outcomes if not isinstance(one, BaseException)]
    assert len(stored) == 1
    assert all(isinstance(one, SegmentChanged) for one in outcomes if isinstance(one, BaseException))
    assert (await desk.row(0)).target == stored[0].segment.target


async def test_confirming_a_suggestion_as_it_is_keeps_where_it_is_from(shop: Shop) -> None:
    desk = await open_desk(shop, kind=ServiceKind.POST_EDITING)
    row = await desk.row(0)
    assert row.state is SegmentState.PRETRANSLATED
    target = write_texts(row)[1]
    assert target is not None
    kept = (await desk.save(0, target, confirmed=True)).segment
    assert (kept.state, kept.origin, kept.score) == (SegmentState.CONFIRMED, row.origin, row.score)
    changed = (await desk.save(0, f"{target} Sí.", confirmed=True)).segment
    assert (changed.state, changed.origin) == (SegmentState.CONFIRMED, "human")


async def test_an_empty_draft_takes_the_translation_away_and_an_empty_confirmed_one_stays(
    shop: Shop,
) -> None:
    desk = await open_desk(shop)
    emptied = (await desk.save(0, "")).segment
    assert (emptied.target, emptied.state) == (None, SegmentState.NEW)
    confirmed = (await desk.save(0, "", confirmed=True)).segment
    assert (write_texts(confirmed)[1], confirmed.state) == ("", SegmentState.CONFIRMED)


@pytest.mark.parametrize(
    "target",
    [
        "Pulse <2/>Inicio.",
        "Pulse <1>Inicio.",
        "Pulse Inicio</1>.",
        "Pulse </1>Inicio<1>.",
        "Pulse <1>Inicio</1> <1>ya</1>.",
        "Pulse < Inicio.",
    ],
)
async def test_invalid_codes_are_refused_and_change_nothing(shop: Shop, target: str) -> None:
    desk = await open_desk(shop)
    (number, *_) = await desk.find(PRESS)
    before = await desk.row(number)
    with pytest.raises(TargetInvalid) as refused:
        await desk.save(number, target)
    assert refused.value.hints
    assert await desk.row(number) == before


async def test_a_draft_may_lack_codes_and_its_findings_say_so(shop: Shop) -> None:
    desk = await open_desk(shop)
    (number, *_) = await desk.find(PRESS)
    saved = await desk.save(number, "Pulse Inicio ahora.")
    assert "CODE_MISSING" in [one.code for one in saved.findings]
    assert "CODE_MISSING" in (saved.segment.issues or ())
    mended = await desk.save(number, "Pulse <1>Inicio</1> ahora.")
    assert "CODE_MISSING" not in (mended.segment.issues or ())


async def test_a_target_that_is_too_long_is_refused(shop: Shop) -> None:
    desk = await open_desk(shop)
    with pytest.raises(LimitExceeded, match=str(LONGEST_TARGET)):
        await desk.save(0, "x" * (LONGEST_TARGET + 1))


async def test_repetitions_get_the_translation_with_their_own_codes(shop: Shop) -> None:
    desk = await open_desk(shop)
    first, second = await desk.find(PRESS)
    saved = await desk.save(
        first, "Pulse <1>Inicio</1> ahora.", confirmed=True, propagation=Propagation.UNCONFIRMED
    )
    assert [row.number for row in saved.propagated] == [second]
    (row,) = saved.propagated
    assert write_texts(row) == (PRESS, "Pulse <1>Inicio</1> ahora.")
    assert (row.state, row.change) == (SegmentState.TRANSLATED, SegmentChangeKind.PROPAGATED)
    assert row.revision == saved.revision > saved.segment.revision


async def test_repetitions_that_a_person_wrote_are_kept_by_choice_and_confirmed_ones_always(
    shop: Shop,
) -> None:
    desk = await open_desk(shop)
    first, second, third = await desk.find(RED)
    await desk.save(second, "De una persona.")
    await desk.save(third, "Confirmada.", confirmed=True)
    untouched = await desk.save(first, "Uno.", confirmed=True, propagation=Propagation.UNTOUCHED)
    assert untouched.propagated == []
    every = await desk.save(first, "Dos.", confirmed=True, propagation=Propagation.UNCONFIRMED)
    assert [row.number for row in every.propagated] == [second]
    assert (await desk.targets())[third] == "Confirmada."


async def test_locked_segments_are_not_changed_by_saves_or_repetitions(shop: Shop) -> None:
    desk = await open_desk(shop)
    first, second, third = await desk.find(RED)
    await desk.call(lock_segments, desk.address, [second], locked=True, editor=MANAGER)
    with pytest.raises(SegmentLocked):
        await desk.save(second, "No.")
    saved = await desk.save(first, "Sí.", confirmed=True, propagation=Propagation.UNCONFIRMED)
    assert [row.number for row in saved.propagated] == [third]
    await desk.call(lock_segments, desk.address, [second], locked=False, editor=MANAGER)
    assert (await desk.save(second, "Ahora.")).segment.locked is False


async def test_a_linguist_sees_and_changes_only_what_is_assigned_to_them(shop: Shop) -> None:
    desk = await open_desk(shop)
    stranger = Editor(staff=Staff(actor="user:1", role=StaffRole.LINGUIST), user_id=1)
    with pytest.raises(NotFound):
        await desk.save(0, "No.", editor=stranger)


async def test_what_was_handed_back_is_changed_by_managers_only(shop: Shop) -> None:
    desk = await open_desk(shop)
    await desk.update(handed_back=datetime.now(UTC), handed_back_by="user:1")
    with pytest.raises(HandedBack):
        await desk.save(0, "No.")
    assert (await desk.save(0, "Sí.", editor=MANAGER)).segment.changed_by == "application:79"


async def test_nothing_is_changed_once_it_is_being_delivered(shop: Shop) -> None:
    desk = await open_desk(shop)
    await desk.update(stage=Stage.DELIVERING)
    with pytest.raises(NotOpen):
        await desk.save(0, "No.", editor=MANAGER)


async def test_an_unknown_segment_is_named(shop: Shop) -> None:
    desk = await open_desk(shop)
    with pytest.raises(SegmentMissing, match="999"):
        await desk.save(999, "No.", version=1)
    assert LINGUIST.user_id is None


async def test_a_translation_that_is_longer_than_its_place_is_an_error(shop: Shop) -> None:
    catalogue = b'#, max-length:8\nmsgid "Save it"\nmsgstr ""\n'
    desk = await open_desk(shop, catalogue, file_name="en.po")
    fitting = await desk.save(0, "Guardar")
    assert fitting.findings == []
    saved = await desk.save(0, "Guardarlo")
    (finding,) = saved.findings
    assert (finding.code, finding.severity) == ("LENGTH_EXCEEDED", Severity.ERROR)
    assert finding.message == "The translation has 9 characters and its place allows 8; shorten it."
    assert saved.segment.issues == ("LENGTH_EXCEEDED",)
