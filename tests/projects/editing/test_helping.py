"""V8: The help beside a segment: the project's own confirmed segments, memories, terms; concordance."""

from __future__ import annotations

import pytest

from dragoman.access.staff import OPERATOR
from dragoman.database.connections import transaction
from dragoman.errors import NotFound
from dragoman.memories.actions import list_memories
from dragoman.memories.units import actions as units
from dragoman.memories.units.model import UnitDraft
from dragoman.projects.linguists.editing.concordance import search_memories
from dragoman.projects.linguists.editing.helping import SegmentHelp, find_help
from dragoman.projects.linguists.editing.opening import SegmentAddress
from dragoman.projects.linguists.editing.suggesting import suggest_target
from dragoman.segments import plain_text
from tests.projects.editing.desk import LINGUIST, Desk, open_desk
from tests.projects.shop import Shop

TWINS = (
    b"<p>The red book is very big today.</p><p>The blue book is very big today.</p>"
    b"<p>Press <b>Start</b> to begin now.</p><p>Press <i>Stop</i> to begin <b>now</b>.</p>"
)


async def help_for(desk: Desk, number: int) -> SegmentHelp:
    return await find_help(desk.tools, desk.at(number), editor=LINGUIST)


async def add_unit(shop: Shop, source: str, target: str) -> int:
    """Add a unit to the account's memory; the memory's id."""
    async with transaction(shop.database, account=shop.caller.account_id) as tx:
        (memory, *_) = await list_memories(tx, account_id=shop.caller.account_id, limit=5)
        draft = UnitDraft(source_language="en", target_language="es", source=source, target=target)
        await units.add_unit(tx, memory.id, draft=draft, staff=OPERATOR)
    return memory.id


async def test_the_next_segment_alike_has_what_was_confirmed_at_once(shop: Shop) -> None:
    desk = await open_desk(shop, TWINS)
    assert (await help_for(desk, 1)).matches == []
    await desk.save(0, "El libro rojo es muy grande hoy.")
    assert (await help_for(desk, 1)).matches == []  # a draft teaches nothing
    await desk.save(0, "El libro rojo es muy grande hoy.", confirmed=True)
    (match,) = (await help_for(desk, 1)).matches
    assert (match.target_tagged, match.memory) == ("El libro rojo es muy grande hoy.", None)
    assert 75 <= match.score < 100
    assert match.changed_by == "application:77"
    await desk.save(0, "El libro rojo es muy grande hoy.")
    assert (await help_for(desk, 1)).matches == []  # it is no longer confirmed


async def test_the_same_text_scores_in_full_and_in_its_context_more(shop: Shop) -> None:
    desk = await open_desk(shop)
    first, second, third = await desk.find("The red book is big.")
    await desk.save(first, "El libro rojo es grande.", confirmed=True)
    scores = [(await help_for(desk, number)).matches[0].score for number in (second, third)]
    assert scores == [100, 100]
    other = await open_desk(shop)
    assert (await help_for(other, first)).matches == []  # another project's


async def test_matches_have_codes_of_the_segment_only(shop: Shop) -> None:
    desk = await open_desk(shop, TWINS)
    await desk.save(2, "Pulse <1>Inicio</1> para empezar ahora.", confirmed=True)
    (match, *_) = (await help_for(desk, 3)).matches
    assert match.target_tagged == "Pulse <1>Inicio</1> para empezar ahora."
    saved = await desk.save(3, match.target_tagged)  # it can be stored as it is
    assert saved.segment.target is not None


async def test_memories_of_the_project_are_searched_with_their_names(shop: Shop) -> None:
    memory = await add_unit(shop, "The red book is very big.", "El libro rojo es muy grande.")
    desk = await open_desk(shop, TWINS, memory_id=memory)
    (match,) = (await help_for(desk, 0)).matches
    assert match.memory
    assert 75 <= match.score < 100
    without = await open_desk(shop, TWINS)
    assert (await help_for(without, 0)).matches == []


async def test_words_are_found_in_memories_and_in_confirmed_segments(shop: Shop) -> None:
    memory = await add_unit(shop, "A red fox.", "Un zorro rojo.")
    desk = await open_desk(shop, TWINS, memory_id=memory)
    await desk.save(0, "El libro rojo es muy grande hoy.", confirmed=True)
    found = await search_memories(desk.tools, desk.address, "rojo", editor=LINGUIST)
    assert [(plain_text(one.source), one.memory is None) for one in found.units] == [
        ("The red book is very big today.", True),
        ("A red fox.", False),
    ]
    assert found.highlighter.find("Un zorro rojo.") == [(9, 13)]


async def test_help_is_for_those_who_see_the_translation(shop: Shop) -> None:
    desk = await open_desk(shop, TWINS)
    wrong = SegmentAddress(
        project_id=desk.address.project_id + 1, translation_id=desk.address.translation_id, number=0
    )
    with pytest.raises(NotFound):
        await find_help(desk.tools, wrong, editor=LINGUIST)


async def test_an_engine_translates_one_segment_with_its_codes_and_nothing_is_stored(shop: Shop) -> None:
    desk = await open_desk(shop)
    (number, *_) = await desk.find("Press <1>Start</1> now.")
    made = await suggest_target(shop.resources, desk.at(number), editor=LINGUIST)
    assert made.target.count("<1>") == made.target.count("</1>") == 1
    assert made.engine.startswith("apertium")
    assert (await desk.row(number)).target is None
