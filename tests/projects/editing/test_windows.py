"""V8: Windows of segments: filters, searches, what was changed since, and who has what open."""

from __future__ import annotations

import pytest

from dragoman.catalog.model import ServiceKind
from dragoman.projects.linguists.editing.checking import check_target, check_translation
from dragoman.projects.linguists.editing.presence import leave
from dragoman.projects.linguists.editing.refusals import SearchInvalid, SegmentInUse
from dragoman.projects.linguists.editing.searching import TextSearch
from dragoman.projects.linguists.editing.windows import (
    SearchedTexts,
    SegmentWindow,
    WantedSegments,
    read_changes,
    read_window,
)
from dragoman.projects.segment_model import MatchBand, SegmentFilter, SegmentState
from tests.projects.editing.desk import LINGUIST, OTHER, Desk, open_desk
from tests.projects.shop import Shop


async def read(desk: Desk, **wanted: object) -> SegmentWindow:
    window = await desk.call(read_window, desk.address, WantedSegments(**wanted), editor=LINGUIST)
    assert isinstance(window, SegmentWindow)
    return window


def numbers_of(window: SegmentWindow) -> list[int]:
    return [row.number for row in window.segments]


async def search(desk: Desk, text: str, where: SearchedTexts = SearchedTexts.BOTH, **how: bool) -> list[int]:
    return numbers_of(await read(desk, search=TextSearch(text=text, **how), texts=where))


async def test_windows_go_in_order_and_say_how_many_there_are(shop: Shop) -> None:
    desk = await open_desk(shop)
    count = len(await desk.rows())
    first, second = await read(desk, limit=3), await read(desk, limit=3, offset=3)
    assert numbers_of(first) + numbers_of(second) == [0, 1, 2, 3, 4, 5]
    assert first.total == second.total == count
    third = await read(desk, limit=2, first_number=4)
    assert (numbers_of(third), third.offset) == ([4, 5], 4)


async def test_filters_by_state_match_lock_author_and_finding(shop: Shop) -> None:
    desk = await open_desk(shop, kind=ServiceKind.POST_EDITING)
    every = [row.number for row in await desk.rows()]
    await desk.save(0, "Uno.", confirmed=True)
    await desk.save(1, "Pulse ahora.", editor=OTHER)
    await check_translation(desk.tools, desk.address, editor=LINGUIST)

    async def filtered(**said: object) -> list[int]:
        return numbers_of(await read(desk, filter=SegmentFilter(**said)))

    assert await filtered(states=(SegmentState.CONFIRMED,)) == [0]
    assert await filtered(states=(SegmentState.CONFIRMED, SegmentState.TRANSLATED)) == [0, 1]
    assert await filtered(matches=(MatchBand.MACHINE,)) == every[2:]
    assert await filtered(matches=(MatchBand.NONE,)) == [0, 1]
    assert await filtered(changed_by="application:78") == [1]
    assert await filtered(not_changed_by="application:77") == [1]
    assert await filtered(issue="CODE_MISSING") == [1]
    assert 1 in await filtered(has_issues=True)
    assert await filtered(locked=True) == []


async def test_searches_look_at_texts_without_their_codes(shop: Shop) -> None:
    desk = await open_desk(shop)
    await desk.save(0, "El LIBRO rojo (caro) es grande.")
    assert await search(desk, "start NOW") == await desk.find("Press <1>Start</1> now.")
    assert await search(desk, "libro") == [0]
    assert await search(desk, "libro", match_case=True) == []
    assert await search(desk, "libro", SearchedTexts.SOURCE) == []
    assert await search(desk, "(caro)") == [0]
    assert await search(desk, r"r\w+o \(", is_pattern=True) == [0]
    assert await search(desk, "tag") == []  # what codes are made of is no text


@pytest.mark.parametrize("pattern", ["(", "[", "a{2,1}"])
async def test_expressions_that_cannot_be_read_are_named(shop: Shop, pattern: str) -> None:
    desk = await open_desk(shop)
    with pytest.raises(SearchInvalid) as refused:
        await search(desk, pattern, is_pattern=True)
    assert refused.value.field == "search"


async def test_expressions_that_take_for_ever_are_ended(shop: Shop) -> None:
    desk = await open_desk(shop)
    await desk.save(0, "a" * 5000 + "!")
    with pytest.raises(SearchInvalid, match="too long"):
        await search(desk, r"((a|aa)+)+!!", is_pattern=True)


async def test_what_was_changed_since_is_read_and_other_windows_are_seen(shop: Shop) -> None:
    desk = await open_desk(shop)

    async def poll(since: int, window: str, number: int | None, editor: object = LINGUIST) -> object:
        return await desk.call(read_changes, desk.address, since, window=window, number=number, editor=editor)

    begin = await poll(0, "a", 3)
    assert begin.segments == []
    await desk.save(1, "Uno.")
    seen = await poll(begin.revision, "b", None, OTHER)
    assert [row.number for row in seen.segments] == [1]
    assert [(one.actor, one.number) for one in seen.windows] == [("application:77", 3)]
    assert (await poll(seen.revision, "b", None, OTHER)).segments == []


async def test_a_segment_that_another_window_has_open_is_not_saved_unless_taken_over(shop: Shop) -> None:
    desk = await open_desk(shop)
    for window, editor in (("a", LINGUIST), ("b", OTHER)):
        await desk.call(read_changes, desk.address, 0, window=window, number=0, editor=editor)
    with pytest.raises(SegmentInUse) as refused:
        await desk.save(0, "No.", editor=OTHER, window="b")
    assert refused.value.actor == "application:77"
    await desk.save(0, "Sí.", window="a")  # who came first goes on
    await desk.save(0, "Igual.", editor=OTHER, window="b", takes_over=True)
    await desk.call(leave, desk.address, window="a")
    assert (await desk.save(0, "Libre.", editor=OTHER, window="b")).segment.changed_by == "application:78"


async def test_a_text_is_checked_while_it_is_written_with_what_mends_it(shop: Shop) -> None:
    desk = await open_desk(shop)
    before = await desk.row(0)
    checked = await check_target(desk.tools, desk.at(0), "El  libro rojo es grande.", editor=LINGUIST)
    fixed = [one.fixed for one in checked if one.finding.code == "SPACE_DOUBLE"]
    assert fixed == ["El libro rojo es grande."]
    assert await desk.row(0) == before
