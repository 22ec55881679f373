"""V8: Replacing a text in many segments: preview, the change, and its undoing."""

from __future__ import annotations

import pytest

from dragoman.projects.linguists.editing.locking import lock_segments
from dragoman.projects.linguists.editing.refusals import SearchInvalid
from dragoman.projects.linguists.editing.replacing import (
    ChosenSegment,
    ReplacementOutcome,
    TextReplacement,
    preview_replacement,
    replace_texts,
)
from dragoman.projects.linguists.editing.searching import TextSearch
from dragoman.projects.linguists.editing.versions import undo_revision
from dragoman.projects.segment_model import SegmentChangeKind, SegmentState
from tests.projects.editing.desk import LINGUIST, MANAGER, OTHER, Desk, open_desk
from tests.projects.shop import Shop

PRESS = "Press <1>Start</1> now."


def replacement(text: str, by: str, **how: bool) -> TextReplacement:
    return TextReplacement(search=TextSearch(text=text, **how), replacement=by)


async def preview(desk: Desk, wanted: TextReplacement) -> list[ChosenSegment]:
    found = await preview_replacement(desk.tools, desk.address, wanted, editor=LINGUIST)
    return [ChosenSegment(number=one.segment.number, version=one.segment.revision) for one in found]


async def apply(desk: Desk, wanted: TextReplacement, chosen: list[ChosenSegment]) -> ReplacementOutcome:
    return await replace_texts(desk.tools, desk.address, wanted, chosen, editor=LINGUIST)


async def test_a_preview_changes_nothing_and_codes_stay_in_their_places(shop: Shop) -> None:
    desk = await open_desk(shop)
    first, second = await desk.find(PRESS)
    for number in (first, second):
        await desk.save(number, "Pulse <1>Inicio</1> ya, pulse.", confirmed=True)
    wanted = replacement("pulse", "toque")
    chosen = await preview(desk, wanted)
    assert [one.number for one in chosen] == [first, second]
    assert (await desk.targets())[first] == "Pulse <1>Inicio</1> ya, pulse."
    done = await apply(desk, wanted, chosen[:1])
    assert (await desk.targets())[first] == "toque <1>Inicio</1> ya, toque."
    assert (await desk.targets())[second] == "Pulse <1>Inicio</1> ya, pulse."
    (row,) = done.segments
    assert (row.state, row.change) == (SegmentState.TRANSLATED, SegmentChangeKind.REPLACED)


async def test_all_of_it_is_one_change_that_is_undone_at_once(shop: Shop) -> None:
    desk = await open_desk(shop)
    for number in range(3):
        await desk.save(number, "Texto 5.")
    before = await desk.targets()
    wanted = replacement(r"(\w+) (\d)", r"\2 \1", is_pattern=True)
    done = await apply(desk, wanted, await preview(desk, wanted))
    assert (await desk.targets())[:3] == ["5 Texto."] * 3
    await desk.call(undo_revision, desk.address, done.revision, editor=LINGUIST)
    assert await desk.targets() == before


async def test_what_was_changed_or_locked_since_the_preview_is_kept_and_named(shop: Shop) -> None:
    desk = await open_desk(shop)
    for number in range(3):
        await desk.save(number, "Viejo.")
    wanted = replacement("Viejo", "Nuevo")
    chosen = await preview(desk, wanted)
    await desk.save(0, "Viejo, pero otro.", editor=OTHER)
    await desk.call(lock_segments, desk.address, [1], locked=True, editor=MANAGER)
    done = await apply(desk, wanted, chosen)
    assert ([row.number for row in done.segments], done.kept) == ([2], [0, 1])
    assert (await desk.targets())[:3] == ["Viejo, pero otro.", "Viejo.", "Nuevo."]


async def test_signs_of_expressions_are_plain_text_where_no_expression_is_wanted(shop: Shop) -> None:
    desk = await open_desk(shop)
    await desk.save(0, "Cuesta $1.5 (uno).")
    wanted = replacement("$1.5 (uno)", r"\1 & co")
    await apply(desk, wanted, await preview(desk, wanted))
    assert (await desk.targets())[0] == r"Cuesta \1 &amp; co."


async def test_a_replacement_that_cannot_be_read_is_named(shop: Shop) -> None:
    desk = await open_desk(shop)
    await desk.save(0, "Texto.")
    with pytest.raises(SearchInvalid) as refused:
        await preview(desk, replacement("(T)", r"\7", is_pattern=True))
    assert refused.value.field == "replacement"
