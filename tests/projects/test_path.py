"""The path of a project from its first file to the last notification, job by job."""

from __future__ import annotations

from dragoman.accounts.model import AccountKind
from dragoman.catalog.model import ServiceKind
from dragoman.database.connections import transaction
from dragoman.projects import segment_store
from dragoman.projects.intake import downloading
from dragoman.projects.model import FileTranslation, ProjectStatus, Stage
from dragoman.projects.segment_model import SegmentState
from dragoman.resources import Resources
from tests.projects.shop import CALLBACK, Shop, open_shop


async def read_result(shop: Shop, translation: FileTranslation) -> str:
    assert translation.result is not None
    download = await downloading.open_download(
        shop.resources, translation.result.id, account_id=shop.caller.account_id
    )
    data = b"".join([piece async for piece in download.pieces])
    assert (download.name, len(data)) == (translation.result.name, translation.result.size)
    return data.decode()


async def test_a_machine_project_finishes_by_itself(shop: Shop) -> None:
    project = await shop.order()
    sent = await shop.send(project, callback_url=CALLBACK)
    assert await shop.work() == ["projects.analyse"]
    started = await shop.start(project)
    assert (started.status, started.price is not None) == (ProjectStatus.ACTIVE, True)
    assert started.deadline is not None
    assert await shop.work() == ["projects.prepare", "projects.rebuild"]
    found, (file,), (translation,) = await shop.look(project)
    assert (found.status, translation.status, translation.stage) == (
        ProjectStatus.FINISHED,
        ProjectStatus.FINISHED,
        Stage.DONE,
    )
    assert str(file.id) == sent["id"]
    assert (file.words, translation.words, translation.progress) == (11, 11, 1.0)
    text = await read_result(shop, translation)
    assert "libro rojo" in text
    assert text.count("\n") == 3
    assert await shop.count("notifications") == 1
    assert await shop.work(due=True) == ["projects.start_due"]  # its time comes, and it has started already
    assert await shop.count("notifications") == 1


async def test_a_human_project_waits_for_linguists(shop: Shop) -> None:
    project = await shop.order(ServiceKind.HUMAN)
    await shop.send(project, target_languages=("es", "de"))
    await shop.work()
    await shop.start(project)
    assert await shop.work(due=True) == ["projects.prepare", "projects.prepare"]
    found, _, translations = await shop.look(project)
    assert found.status is ProjectStatus.ACTIVE
    assert {one.stage for one in translations} == {Stage.OPEN}
    async with transaction(shop.database, account=shop.caller.account_id) as tx:
        rows = await segment_store.list_segments(tx, translations[0].id)
    assert [(row.number, row.part, row.source, row.target, row.state) for row in rows] == [
        (0, 0, '["The red book is big."]', None, SegmentState.NEW),
        (1, 1, '["It is new."]', None, SegmentState.NEW),
        (2, 0, '["The dog eats."]', None, SegmentState.NEW),
    ]
    assert [(row.previous, row.next) for row in rows] == [
        ("", "It is new."),
        ("The red book is big.", "The dog eats."),
        ("It is new.", ""),
    ]


async def test_post_editing_begins_with_the_engine(shop: Shop) -> None:
    project = await shop.order(ServiceKind.POST_EDITING)
    await shop.send(project)
    await shop.work()
    await shop.start(project)
    await shop.work()
    _, _, (translation,) = await shop.look(project)
    assert (translation.status, translation.stage) == (ProjectStatus.ACTIVE, Stage.OPEN)
    async with transaction(shop.database, account=shop.caller.account_id) as tx:
        assert await segment_store.count_states(tx, translation.id) == {SegmentState.PRETRANSLATED: 3}


async def test_a_sandbox_project_needs_no_person(project_resources: Resources) -> None:
    shop = await open_shop(project_resources, AccountKind.SANDBOX)
    project = await shop.order(ServiceKind.HUMAN)
    await shop.send(project, callback_url=CALLBACK)
    starts_at = (await shop.look(project))[0].starts_at
    assert starts_at is not None
    assert round((starts_at - project.created).total_seconds()) in (10, 11, 12)
    await shop.work()
    assert (await shop.look(project))[0].status is ProjectStatus.DRAFT
    await shop.start(project)
    await shop.work()
    found, _, (translation,) = await shop.look(project)
    assert found.status is ProjectStatus.FINISHED
    assert "[Ţĥéé đóóĝ" in await read_result(shop, translation)


async def test_a_file_joins_an_active_project(shop: Shop) -> None:
    project = await shop.order(ServiceKind.HUMAN)
    await shop.send(project)
    await shop.work()
    started = await shop.start(project)
    await shop.send(project, file_name="second.txt")
    assert await shop.work(due=True) == ["projects.prepare", "projects.analyse", "projects.prepare"]
    found, _, translations = await shop.look(project)
    assert {(one.status, one.stage) for one in translations} == {(ProjectStatus.ACTIVE, Stage.OPEN)}
    assert started.price is not None
    assert found.price == 2 * started.price
