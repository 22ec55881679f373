"""Actions at the same time: the first one wins, the other is refused or follows, and nothing is half done."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import pytest
import sqlalchemy as sa

from dragoman.access.staff import OPERATOR
from dragoman.catalog.model import ServiceKind
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.errors import DragomanError, NotFound, RuleBroken
from dragoman.projects import file_store, files, starting, store
from dragoman.projects.intake import uploads
from dragoman.projects.model import Analysis, HoldReason, Project, ProjectStatus, Stage
from dragoman.projects.orders import managing
from dragoman.projects.orders.actions import delete_project
from tests.projects.shop import CALLBACK, Shop
from tests.projects.test_starting import hasty

Action = Callable[[Shop, Project], Awaitable[Any]]


async def start(shop: Shop, project: Project) -> None:
    await shop.start(project)


async def start_when_due(shop: Shop, project: Project) -> None:
    async with transaction(shop.database, account=shop.caller.account_id) as tx:
        if await store.find_project(tx, project.id, lock=True) is not None:
            await store.update_project(tx, project.id, {"starts_at": project.created})
    await starting.start_due_project(shop.resources, project_id=project.id, account_id=shop.caller.account_id)


async def cancel(shop: Shop, project: Project) -> None:
    await shop.cancel(project)


async def cancel_as_staff(shop: Shop, project: Project) -> None:
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        await managing.cancel(tx, shop.resources.keyring, project.id, reason="No need", staff=OPERATOR)


async def hold_as_staff(shop: Shop, project: Project) -> None:
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        await managing.hold(tx, project.id, staff=OPERATOR)


async def finish_as_staff(shop: Shop, project: Project) -> None:
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        await managing.finish(
            tx, shop.resources.keyring, project.id, cancel_rest=True, reason="Enough", staff=OPERATOR
        )


async def delete(shop: Shop, project: Project) -> None:
    async with transaction(shop.database, account=shop.caller.account_id) as tx:
        await delete_project(tx, project.id, caller=shop.caller)


async def upload(shop: Shop, project: Project) -> None:
    await shop.send(project, file_name="another.txt", callback_url=CALLBACK)


async def take_out(shop: Shop, project: Project) -> None:
    _, (file, *_), _ = await shop.look(project)
    await uploads.delete_file(shop.resources, project.id, file.id, account_id=shop.caller.account_id)


async def work(shop: Shop, _: Project) -> None:
    await shop.work()


async def start_and_work(shop: Shop, project: Project) -> None:
    await start(shop, project)
    await work(shop, project)


ACTIONS: Sequence[Action] = (
    start, start_when_due, cancel, cancel_as_staff, hold_as_staff, finish_as_staff, delete, upload, take_out,
    work,
)  # fmt: skip


async def list_blobs(shop: Shop) -> set[str]:
    return {info.key async for info in shop.resources.blobs.list("projects/")}


async def ready(shop: Shop, kind: ServiceKind = ServiceKind.HUMAN) -> Project:
    """A draft with a file that is analysed."""
    project = await shop.order(kind)
    await shop.send(project, callback_url=CALLBACK)
    await shop.work()
    return project


async def check_whole(shop: Shop, project: Project, before: set[str]) -> ProjectStatus | None:
    """That nothing is half done; the project's status, or None when it is deleted.

    `before`: the blobs that were there before the project.
    """
    blobs = {tuple(name.split("/")[1:]) for name in await list_blobs(shop) - before}
    async with transaction(shop.database, account=shop.caller.account_id) as tx:
        query = sa.text("select count(*) from notifications where subject = :subject")
        notifications = await tx.connection.scalar(query, {"subject": f"project:{project.id}"})
        query = sa.text("select count(*) from project_files where project_id = :project")
        sent = await tx.connection.scalar(query, {"project": project.id})
        if await store.find_project(tx, project.id) is None:
            assert (sent, blobs, notifications) == (0, set(), 0)
            return None
    found, there, translations = await shop.look(project)
    ended = {ProjectStatus.FINISHED, ProjectStatus.CANCELLED}
    assert {one.status for one in translations} <= {
        ProjectStatus.DRAFT: {ProjectStatus.DRAFT},
        ProjectStatus.ACTIVE: {ProjectStatus.ACTIVE, ProjectStatus.FINISHED},
        ProjectStatus.FINISHED: ended,
        ProjectStatus.CANCELLED: ended,
    }[found.status]
    assert notifications == sum(one.status in ended for one in translations)
    for one in translations:
        assert (one.status is ProjectStatus.FINISHED) == (one.result is not None)
        assert (one.status in ended) == (one.stage is Stage.DONE)
        if one.status is ProjectStatus.ACTIVE and found.hold is not HoldReason.STAFF:
            assert one.stage is Stage.OPEN  # all that machines do is done
    assert not any(file.analysis is Analysis.WAITING for file in there)
    kept = {(str(file.id), "source") for file in there}
    kept |= {(str(one.file_id), str(one.result.id)) for one in translations if one.result is not None}
    assert blobs == kept
    return found.status


async def meet(shop: Shop, *actions: Action, kind: ServiceKind = ServiceKind.HUMAN) -> ProjectStatus | None:
    """Do these at once to one project, then what waits; where the project is then."""
    before = await list_blobs(shop)
    project = await ready(shop, kind)
    done = await asyncio.gather(*(action(shop, project) for action in actions), return_exceptions=True)
    for outcome in done:
        assert outcome is None or isinstance(outcome, DragomanError), repr(outcome)
    await shop.work()
    return await check_whole(shop, project, before)


def name_pair(pair: tuple[Action, ...]) -> str:
    return "-".join(action.__name__ for action in pair)


PAIRS = [*itertools.combinations_with_replacement(ACTIONS, 2)]
SLICE = [
    (start, cancel), (start, delete), (start, upload), (start, take_out), (start_when_due, start),
    (start, hold_as_staff), (upload, cancel), (upload, delete), (upload, take_out), (cancel, cancel_as_staff),
    (start_and_work, cancel_as_staff), (start_and_work, finish_as_staff), (start_and_work, hold_as_staff),
    (start_and_work, upload), (start_and_work, start_and_work),
]  # fmt: skip


@pytest.mark.parametrize("pair", SLICE, ids=name_pair)
async def test_two_actions_at_once(shop: Shop, pair: tuple[Action, Action]) -> None:
    kind = ServiceKind.MACHINE if start_and_work in pair else ServiceKind.HUMAN
    await meet(shop, *pair, kind=kind)


@pytest.mark.campaign
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("kind", [ServiceKind.HUMAN, ServiceKind.MACHINE])
@pytest.mark.parametrize("pair", PAIRS, ids=name_pair)
async def test_any_two_actions_at_once(shop: Shop, pair: tuple[Action, Action], kind: ServiceKind) -> None:
    for _ in range(5):
        await meet(shop, *pair, *pair[:1], kind=kind)


@pytest.mark.parametrize(
    ("kind", "action", "refused", "status"),
    [
        (ServiceKind.HUMAN, start, None, ProjectStatus.ACTIVE),
        (ServiceKind.MACHINE, start_and_work, "PROJECT_FINISHED", ProjectStatus.FINISHED),
        (ServiceKind.HUMAN, cancel, "PROJECT_CANCELLED", ProjectStatus.CANCELLED),
        (ServiceKind.HUMAN, delete, "not found", None),
        (ServiceKind.HUMAN, upload, "FILE_NAME_EXISTS", ProjectStatus.DRAFT),
        (ServiceKind.HUMAN, take_out, None, ProjectStatus.DRAFT),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
async def test_what_happens_during_an_upload(
    shop: Shop,
    monkeypatch: pytest.MonkeyPatch,
    kind: ServiceKind,
    action: Action,
    refused: str | None,
    status: ProjectStatus | None,
) -> None:
    before = await list_blobs(shop)
    project = await ready(shop, kind)
    write = files.write_source

    async def write_slowly(*arguments: Any) -> None:
        await write(*arguments)
        monkeypatch.setattr(files, "write_source", write)
        await action(shop, project)

    monkeypatch.setattr(files, "write_source", write_slowly)
    try:
        await upload(shop, project)
        outcome = None
    except RuleBroken as error:
        outcome = error.all_problems()[0].code
    except NotFound:
        outcome = "not found"
    assert outcome == refused
    await shop.work()
    assert await check_whole(shop, project, before) is status


async def test_the_last_two_analyses_at_once_start_the_project(shop: Shop) -> None:
    shop = hasty(shop, 0)
    before = await list_blobs(shop)
    project = await shop.order(ServiceKind.HUMAN)
    for name in ("a.txt", "b.txt"):
        await shop.send(project, file_name=name, callback_url=CALLBACK)
    assert (await shop.start(project)).hold is HoldReason.ANALYSIS
    await asyncio.gather(*(work_at_once(shop) for _ in range(2)))
    assert await check_whole(shop, project, before) is ProjectStatus.ACTIVE


async def work_at_once(shop: Shop) -> None:
    while jobs := await shop.take_jobs(most=1):
        await shop.do(jobs)


async def test_the_last_two_files_at_once_finish_the_project(shop: Shop) -> None:
    before = await list_blobs(shop)
    project = await shop.order(ServiceKind.MACHINE)
    await shop.send(project, callback_url=CALLBACK, target_languages=("es", "ca"))
    await shop.work()
    await shop.start(project)
    await asyncio.gather(*(work_at_once(shop) for _ in range(2)))
    assert await check_whole(shop, project, before) is ProjectStatus.FINISHED


async def test_a_translation_is_changed_twice_while_another_holds_its_project(shop: Shop) -> None:
    """Preparation does; a cancellation that holds the project waits for it, so it must not wait in turn."""
    project = await shop.order()
    await shop.send(project)
    _, _, (translation, *_) = await shop.look(project)
    account = shop.caller.account_id
    async with transaction(shop.database, account=account) as holder:
        assert await store.find_project(holder, project.id, lock=True) is not None
        async with transaction(shop.database, account=account) as tx:
            await tx.connection.execute(sa.text("set local lock_timeout = '5s'"))
            for progress in (0.1, 0.2):
                assert await file_store.update_translation(tx, translation.id, {"progress": progress})
    _, _, (translation, *_) = await shop.look(project)
    assert translation.progress == 0.2
