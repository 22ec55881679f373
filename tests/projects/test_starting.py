"""Starts: what holds them, what follows them up, and that there is only one (P5, P12)."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

import pytest
import sqlalchemy as sa

from dragoman.catalog.model import ServiceKind
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.errors import NotFound, RuleBroken
from dragoman.projects import file_store, store
from dragoman.projects.intake import uploads
from dragoman.projects.model import HoldReason, Project, ProjectStatus, Setter
from dragoman.projects.orders.quoting import quote_project
from dragoman.projects.starting import start_due_projects, wait_for_analysis
from dragoman.resources import Resources
from tests.projects.shop import CALLBACK, Shop, open_shop
from tests.waiting import CEILING

BROKEN = b"PK\x03\x04" + b"\x00" * 200


async def change(shop: Shop, project: Project, **values: object) -> Project:
    async with transaction(shop.database, account=shop.caller.account_id) as tx:
        await store.find_project(tx, project.id, lock=True)
        return await store.update_project(tx, project.id, values)


def hasty(shop: Shop, seconds: float) -> Shop:
    """The same shop with another limit of waiting for an analysis."""
    settings = shop.resources.settings.model_copy(update={"project_analysis_wait_seconds": seconds})
    return replace(shop, resources=replace(shop.resources, settings=settings))


async def test_a_start_waits_for_the_analysis_and_follows_by_itself(shop: Shop) -> None:
    shop = hasty(shop, 0.1)
    project = await shop.order()
    await shop.send(project)
    waiting = await shop.start(project)
    assert (waiting.status, waiting.hold) == (ProjectStatus.DRAFT, HoldReason.ANALYSIS)
    await shop.work()
    assert (await shop.look(project))[0].status is ProjectStatus.FINISHED


async def test_the_request_itself_waits_a_little(shop: Shop) -> None:
    project = await shop.order()
    await shop.send(project)
    started, _ = await asyncio.gather(hasty(shop, CEILING).start(project), _work_later(shop))
    assert started.status in (ProjectStatus.ACTIVE, ProjectStatus.FINISHED)


async def test_a_quote_waits_a_little_as_well(shop: Shop) -> None:
    project = await shop.order()
    await shop.send(project)
    account = shop.caller.account_id
    assert await quote_project(hasty(shop, 0.1).resources, project.id, account_id=account) is None
    found, _ = await asyncio.gather(
        quote_project(hasty(shop, CEILING).resources, project.id, account_id=account), _work_later(shop)
    )
    assert found is not None
    assert found.quote.words > 0


async def test_a_thousand_that_wait_take_few_connections_and_few_queries(shop: Shop) -> None:
    project = await shop.order()
    await shop.send(project)
    queries: list[str] = []
    sync = shop.database.engine.sync_engine
    sa.event.listen(sync, "before_cursor_execute", lambda *given: queries.append(given[2]))
    patient = hasty(shop, CEILING).resources
    waits = [asyncio.create_task(wait_for_analysis(patient, project.id)) for _ in range(1000)]
    while len(queries) < 6:  # of several rounds
        await asyncio.sleep(0.01)
    assert len(queries) < 30
    assert shop.database.engine.pool.checkedout() <= 1  # type: ignore[attr-defined]
    await shop.work()
    assert set(await asyncio.gather(*waits)) == {True}


async def _work_later(shop: Shop) -> None:
    await asyncio.sleep(0.3)
    await shop.work()


async def test_an_empty_project_does_not_start(shop: Shop) -> None:
    project = await shop.order()
    await shop.send(project, b"notes", reference=True)
    with pytest.raises(RuleBroken) as refused:
        await shop.start(project)
    assert [one.code for one in refused.value.all_problems()] == ["PROJECT_EMPTY"]
    with pytest.raises(NotFound):
        await shop.start(replace(project, id=2**31 - 1))


async def test_a_file_that_cannot_be_read_must_be_taken_out(shop: Shop) -> None:
    project = await shop.order()
    await shop.send(project)
    bad = await shop.send(project, BROKEN, file_name="bad.docx")
    await shop.work()
    with pytest.raises(RuleBroken) as refused:
        await shop.start(project)
    (problem,) = refused.value.all_problems()
    assert (problem.code, bad["id"] in problem.message, "DOCUMENT_CORRUPT" in problem.message) == (
        "FILE_NOT_READABLE",
        True,
        True,
    )
    await change(shop, project, starts_at=project.created)
    assert await shop.work(due=True) == ["projects.start_due", "projects.start_due"]
    assert (await shop.look(project))[0].hold is HoldReason.FILE
    await uploads.delete_file(shop.resources, project.id, UUID(bad["id"]), account_id=shop.caller.account_id)
    await shop.work()
    assert (await shop.look(project))[0].status is ProjectStatus.FINISHED


async def test_a_deadline_that_is_too_tight_holds_the_start(shop: Shop) -> None:
    project = await shop.order(ServiceKind.HUMAN)
    await shop.send(project, b"Twenty words of text. " * 2000)
    await shop.work()
    soon = project.created + timedelta(hours=1)
    await change(shop, project, deadline=soon, deadline_set_by=Setter.CLIENT)
    held = await shop.start(project)
    assert (held.status, held.hold) == (ProjectStatus.DRAFT, HoldReason.DEADLINE)
    await change(shop, project, deadline=soon + timedelta(days=1000), hold=None)
    started = await shop.start(project)
    assert (started.status, started.hold, started.deadline_set_by) == (
        ProjectStatus.ACTIVE,
        None,
        Setter.CLIENT,
    )


async def test_a_confirmed_deadline_holds_nothing(shop: Shop) -> None:
    project = await shop.order(ServiceKind.HUMAN)
    await shop.send(project)
    await shop.work()
    await change(shop, project, deadline=project.created, deadline_confirmed=True)
    assert (await shop.start(project)).status is ProjectStatus.ACTIVE


async def test_two_starts_at_once_are_one(shop: Shop) -> None:
    project = await shop.order(ServiceKind.HUMAN)
    await shop.send(project)
    await shop.work()
    started = await asyncio.gather(*(shop.start(project) for _ in range(4)))
    assert {one.status for one in started} == {ProjectStatus.ACTIVE}
    assert len({one.started for one in started}) == 1
    assert await shop.work() == ["projects.prepare"]


async def test_each_upload_moves_the_time_of_the_start(shop: Shop) -> None:
    project = await shop.order()
    await shop.send(project)
    first = (await shop.look(project))[0].starts_at
    assert first is not None
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        assert project.created <= first - timedelta(seconds=60) <= tx.now
    await shop.send(project, file_name="b.txt")
    second = (await shop.look(project))[0].starts_at
    assert second is not None
    assert second > first
    await shop.work(due=True)
    assert (await shop.look(project))[0].status is ProjectStatus.DRAFT  # its jobs came before its time
    await change(shop, project, starts_at=project.created)
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        assert (project.id, project.account_id) in await file_store.list_due_projects(tx, limit=100)
    await start_due_projects(shop.resources)
    assert (await shop.look(project))[0].status is ProjectStatus.ACTIVE


async def test_the_client_cancels_before_the_start_only(shop: Shop, project_resources: Resources) -> None:
    project = await shop.order(ServiceKind.HUMAN)
    await shop.send(project, callback_url=CALLBACK, target_languages=("es", "de"))
    await shop.work()
    await shop.start(project)
    with pytest.raises(RuleBroken) as refused:
        await shop.cancel(project)
    assert refused.value.code == "PROJECT_STARTED"
    draft = await shop.order()
    await shop.send(draft, callback_url=CALLBACK)
    other = await open_shop(project_resources)
    with pytest.raises(NotFound):
        await other.cancel(draft)
    cancelled = await shop.cancel(draft)
    assert (cancelled.status, cancelled.starts_at) == (ProjectStatus.CANCELLED, None)
    assert await shop.count("notifications") == 1
    with pytest.raises(RuleBroken) as refused:
        await shop.start(draft)
    assert refused.value.code == "PROJECT_CANCELLED"
