"""V8: What the translator handed back is kept, and compared with what it is now."""

from __future__ import annotations

import pytest

from dragoman.projects import review_store
from dragoman.projects.linguists.editing.first_pass import list_differences
from dragoman.projects.linguists.editing.locking import lock_segments
from dragoman.projects.linguists.editing.refusals import (
    FirstPassGoingOn,
)
from dragoman.projects.linguists.editing.targets import write_tagged_pair
from dragoman.projects.linguists.editing.versions import list_history
from tests.projects.editing.desk import LINGUIST, MANAGER
from tests.projects.editing.reviewing import open_review_desk
from tests.projects.shop import Shop


async def test_the_first_pass_is_kept_when_the_same_actor_goes_on_at_once(shop: Shop) -> None:
    """What one goes on writing within a minute is one version otherwise."""
    desk = await open_review_desk(shop)
    await desk.save(0, "Primera.", editor=LINGUIST)
    await desk.hand_back(LINGUIST)
    await desk.save(0, "Segunda.", editor=LINGUIST)
    await desk.save(0, "Segunda y tercera.", editor=LINGUIST)
    (difference,) = await desk.call(list_differences, desk.address, editor=MANAGER)
    assert write_tagged_pair(difference.segment, difference.first_target)[1] == "Primera."
    assert (difference.amount.edits, difference.amount.longest) == (3, 4)
    history = await desk.call(list_history, desk.at(0), editor=MANAGER)
    assert len(history) == 2


async def test_differences_are_of_changed_texts_only_and_of_ended_first_passes(shop: Shop) -> None:
    desk = await open_review_desk(shop)
    with pytest.raises(FirstPassGoingOn):
        await desk.call(list_differences, desk.address, editor=desk.translator)
    await desk.save(0, "Uno.", editor=desk.translator, confirmed=True)
    await desk.save(1, "Dos.", editor=desk.translator, confirmed=True)
    await desk.hand_back()
    await desk.save(0, "Uno.", editor=desk.reviewer)  # the state only
    await desk.save(1, "Dos y medio.", editor=desk.reviewer)
    await desk.save(2, "Nuevo.", editor=desk.reviewer)
    found = await desk.call(list_differences, desk.address, editor=desk.translator)
    assert [(one.segment.number, one.amount.share) for one in found] == [(1, 2 / 4), (2, 1.0)]
    assert found[1].first_target is None
    page = await desk.call(list_differences, desk.address, limit=1, offset=1, editor=desk.translator)
    assert page == found[1:]
    await desk.save(1, "Dos.", editor=desk.reviewer)
    found = await desk.call(list_differences, desk.address, editor=desk.translator)
    assert [one.segment.number for one in found] == [2]


async def test_authors_are_who_wrote_in_the_first_pass(shop: Shop) -> None:
    desk = await open_review_desk(shop)
    await desk.save(0, "Uno.", editor=desk.translator, confirmed=True)
    first = await desk.hand_back()
    await desk.call(lock_segments, desk.address, [0], locked=True, editor=MANAGER)
    await desk.save(1, "Dos.", editor=desk.reviewer)
    translator, reviewer = desk.translator.staff.actor, desk.reviewer.staff.actor
    where = desk.address.translation_id
    assert await desk.call(review_store.find_authors, where, until=first.first_pass) == {0: translator}
    assert await desk.call(review_store.find_authors, where, until=None) == {0: translator, 1: reviewer}
