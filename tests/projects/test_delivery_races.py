"""Linguists, managers and workers who meet at one translation: it is delivered once, or not at all."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from dragoman.access.staff import OPERATOR
from dragoman.catalog.model import ServiceKind
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.errors import Conflict, RuleBroken
from dragoman.projects.linguists import delivering, reviewing
from dragoman.projects.linguists.delivering import FinishedFile, deliver_file, deliver_translation
from dragoman.projects.linguists.importing import PackageImportOptions, import_translation
from dragoman.projects.model import HoldReason, ProjectStatus, Stage
from dragoman.projects.orders import managing
from dragoman.projects.segment_model import SegmentState
from tests.projects.shop import Shop
from tests.projects.test_linguists import LINGUIST, export, open_order, states_of, translate
from tests.projects.test_races import cancel_as_staff, check_whole, hold_as_staff, list_blobs, ready


async def test_a_delivery_that_an_import_overtakes_is_checked_again(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    project, translation, tools = await open_order(shop)
    where = (tools, project.id, translation.id)
    done = translate(await export(tools, project, translation))
    await import_translation(*where, data=done, staff=LINGUIST)
    spoilt = done.replace(b"<target>Es nuevo.</target>", b"<target>Es %s nuevo.</target>")
    assert spoilt != done
    review = reviewing.review

    async def overtaken(*arguments: Any, **options: Any) -> Any:
        found = await review(*arguments, **options)
        monkeypatch.setattr(delivering, "review", review)
        await import_translation(
            *where, data=spoilt, how=PackageImportOptions(overwrite=True), staff=LINGUIST
        )
        return found

    monkeypatch.setattr(delivering, "review", overtaken)
    with pytest.raises(RuleBroken) as refused:
        await deliver_translation(*where, staff=OPERATOR)
    assert refused.value.code == "DELIVERY_BLOCKED"
    assert (await shop.look(project))[2][0].stage is Stage.OPEN


async def test_one_delivery_of_several_at_once(shop: Shop) -> None:
    before = await list_blobs(shop)
    project, translation, tools = await open_order(shop)
    where = (tools, project.id, translation.id)
    done = translate(await export(tools, project, translation))
    await import_translation(*where, data=done, staff=LINGUIST)
    made = FinishedFile(name="text.txt", data=b"Made elsewhere.\n")
    outcomes = await asyncio.gather(
        *(deliver_translation(*where, staff=OPERATOR) for _ in range(3)),
        deliver_file(*where, finished=made, override_reason="By an agency", staff=OPERATOR),
        return_exceptions=True,
    )
    assert [isinstance(one, Conflict) for one in outcomes].count(True) == 3, outcomes
    await shop.work()
    assert await check_whole(shop, project, before) is ProjectStatus.FINISHED
    assert await shop.count("notifications") == 1


async def test_a_cancellation_during_a_delivery(shop: Shop) -> None:
    before = await list_blobs(shop)
    project, translation, tools = await open_order(shop)
    where = (tools, project.id, translation.id)
    await deliver_translation(*where, override_reason="As it is", staff=OPERATOR)
    outcomes = await asyncio.gather(shop.work(), cancel_as_staff(shop, project), return_exceptions=True)
    assert all(not isinstance(one, Exception) or isinstance(one, Conflict) for one in outcomes), outcomes
    await shop.work()
    assert await check_whole(shop, project, before) in (ProjectStatus.CANCELLED, ProjectStatus.FINISHED)


async def test_imports_at_once_follow_one_another(shop: Shop) -> None:
    project, translation, tools = await open_order(shop)
    where = (tools, project.id, translation.id)
    sent = await export(tools, project, translation)
    done, drafted = translate(sent), translate(sent, state="translated")
    await asyncio.gather(
        *(import_translation(*where, data=data, staff=LINGUIST) for data in (done, drafted, done))
    )
    states = await states_of(shop, translation)
    assert states in ({SegmentState.CONFIRMED: 3}, {SegmentState.TRANSLATED: 3})


async def test_a_held_project_is_not_delivered_by_who_began_before(shop: Shop) -> None:
    project = await ready(shop, ServiceKind.MACHINE)
    await shop.start(project)
    await hold_as_staff(shop, project)
    await shop.work()
    found, _, (translation,) = await shop.look(project)
    assert (found.hold, translation.status) == (HoldReason.STAFF, ProjectStatus.ACTIVE)
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        await managing.release(tx, project.id, staff=OPERATOR)
    await shop.work()
    assert (await shop.look(project))[0].status is ProjectStatus.FINISHED
