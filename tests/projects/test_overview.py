"""A project's page: true progress in words, failures with their remedies, analysis, timeline and history."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from dragoman.access.model import StaffRole
from dragoman.access.staff import OPERATOR, Staff
from dragoman.accounts.model import AccountKind
from dragoman.catalog.model import ServiceKind
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.errors import NotFound
from dragoman.projects import file_store, segment_store
from dragoman.projects.linguists.delivering import deliver_translation
from dragoman.projects.linguists.importing import PackageImportOptions, import_translation
from dragoman.projects.model import Project, ProjectFilter, Stage, TranslationFailure
from dragoman.projects.orders import managing
from dragoman.projects.orders.listing import list_projects
from dragoman.projects.orders.managing import HoldMessageInvalid
from dragoman.projects.orders.overview import (
    ProjectProgress,
    Remedy,
    TimelineEvent,
    read_history,
    read_progress,
)
from dragoman.projects.progress import WordProgress, measure
from dragoman.projects.segment_model import SegmentChangeKind, SegmentState
from dragoman.projects.segment_store import SegmentChange
from dragoman.projects.starting import request_start
from dragoman.resources import Resources
from tests.projects.shop import Shop, open_shop
from tests.projects.test_linguists import export, open_order, translate

WORDS = 5 + 3 + 3  # of the three sentences


async def look(shop: Shop, project: Project) -> ProjectProgress:
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        return await read_progress(tx, project.id)


def words(found: ProjectProgress) -> tuple[int, int, int, int, int]:
    one = found.progress
    return one.suggested, one.translated, one.confirmed, one.done, one.total


async def test_progress_is_what_linguists_have_done_in_words(shop: Shop) -> None:
    project, translation, tools = await open_order(shop)
    assert words(await look(shop, project)) == (0, 0, 0, 0, WORDS)
    where = (tools, project.id, translation.id)
    text = translate(await export(tools, project, translation), state="translated").decode()
    first_only = text.replace("<target>Es nuevo.</target>", "").replace("<target>El perro come.</target>", "")
    await import_translation(*where, data=first_only.encode(), staff=OPERATOR)
    found = await look(shop, project)
    assert words(found) == (0, 5, 0, 5, WORDS)
    assert (found.progress.percent, found.progress.share) == (45, 0.455)
    assert not found.files[0].languages[0].translation.is_ready
    confirm = PackageImportOptions(confirm=True, overwrite=True)
    await import_translation(*where, data=text.encode(), how=confirm, staff=OPERATOR)
    found = await look(shop, project)
    assert words(found) == (0, 0, WORDS, WORDS - 1, WORDS), "the file is still to be made"
    assert found.files[0].languages[0].translation.is_ready
    await deliver_translation(*where, staff=OPERATOR)
    await shop.work()
    found = await look(shop, project)
    assert (found.progress.done, found.progress.percent) == (WORDS, 100)


async def test_a_machines_words_count_as_done_and_are_suggestions_to_linguists(shop: Shop) -> None:
    project = await shop.order(ServiceKind.MACHINE)
    await shop.send(project)
    await shop.work()
    found = await look(shop, project)
    assert (found.by_people, words(found)) == (False, (0, 0, 0, 0, WORDS)), "from the analysis"
    await shop.start(project)
    await shop.do([job for job in await shop.take_jobs() if job[0] == "projects.prepare"])
    found = await look(shop, project)
    assert words(found) == (WORDS, 0, 0, WORDS - 1, WORDS)
    assert measure(found.files[0].languages[0].translation, by_people=True).done == 0
    await shop.work()
    assert (await look(shop, project)).progress.percent == 100


async def test_words_are_those_of_the_analysis_also_where_segments_have_placeholders(shop: Shop) -> None:
    """Before the cut they are from the analysis, afterwards the sum of the segments."""
    text = b"You have %d new messages, {name}. Call %s now!\n\nIt is new. See https://example.com/a now.\n"
    project = await shop.order(ServiceKind.MACHINE)
    await shop.send(project, text)
    await shop.work()
    ordered = (await look(shop, project)).progress.total
    await shop.start(project)
    await shop.do([job for job in await shop.take_jobs() if job[0] == "projects.prepare"])
    found = (await look(shop, project)).files[0].languages[0].translation
    assert found.total_words == ordered
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        rows = await segment_store.list_segments(tx, found.id)
    assert sum(row.words or 0 for row in rows) == ordered


async def test_counts_are_those_of_all_segments_whatever_is_changed(shop: Shop) -> None:
    _, translation, _ = await open_order(shop)

    def change(number: int, state: SegmentState) -> SegmentChange:
        return SegmentChange(number=number, target='["x"]', state=state, origin="human")

    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        for changes in (
            [change(0, SegmentState.CONFIRMED), change(1, SegmentState.PRETRANSLATED)],
            [change(1, SegmentState.TRANSLATED), change(1, SegmentState.CONFIRMED)],  # the last one counts
            [change(0, SegmentState.TRANSLATED)],
            [],
            [change(2, SegmentState.CONFIRMED), change(0, SegmentState.NEW)],
        ):
            await segment_store.update_targets(
                tx, translation.id, changes, kind=SegmentChangeKind.EDITED, by=None
            )
            found = await file_store.find_translation(tx, translation.id)
            assert found is not None
            rows = await segment_store.list_segments(tx, translation.id)
            sums = {
                state: sum(row.words or 0 for row in rows if row.state is state) for state in SegmentState
            }
            assert (found.suggested_words, found.translated_words, found.confirmed_words) == (
                sums[SegmentState.PRETRANSLATED],
                sums[SegmentState.TRANSLATED],
                sums[SegmentState.CONFIRMED],
            )
            assert (found.segments, found.total_words) == (3, WORDS)
            people = (SegmentState.TRANSLATED, SegmentState.CONFIRMED)
            assert found.segments_left == sum(row.state not in people for row in rows)
        # as a process of the release before leaves it
        nothing = dict.fromkeys(("segments", "segments_left", "total_words", "confirmed_words"))
        await file_store.update_translation(tx, translation.id, nothing)
        await segment_store.update_targets(
            tx, translation.id, [change(0, SegmentState.CONFIRMED)], kind=SegmentChangeKind.EDITED, by=None
        )
        found = await file_store.find_translation(tx, translation.id)
        assert found is not None
        assert (found.segments, found.segments_left, found.confirmed_words) == (3, 0, WORDS)


def test_a_percentage_is_whole_only_at_the_end() -> None:
    def percent(done: int, total: int) -> tuple[int, float]:
        made = WordProgress(done=done, total=total)
        return made.percent, made.share

    assert [percent(0, 0), percent(0, 5), percent(9999, 10_000), percent(7, 7)] == [
        (0, 0.0),
        (0, 0.0),
        (99, 0.999),
        (100, 1.0),
    ]


async def test_a_failure_says_what_can_be_done(shop: Shop) -> None:
    project, translation, _ = await open_order(shop)
    failure = TranslationFailure(code="TRANSLATION_FAILED", reason="The engine is away.")
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        await file_store.update_translation(tx, translation.id, {"stage": Stage.FAILED, "failure": failure})
        ((one,),) = (file.languages for file in (await read_progress(tx, project.id)).files)
        assert one.remedies == (Remedy.RETRY, Remedy.DELIVER_FILE, Remedy.CANCEL_REST)
        account = shop.caller.account_id
        (listed,) = await list_projects(tx, wanted=ProjectFilter(account_id=account))
        assert listed.attention == "TRANSLATION_FAILED"
        assert listed.failed is not None
        assert (listed.failed.name, listed.failed.target_language, listed.failed.failure.code) == (
            "text.txt",
            "es",
            "TRANSLATION_FAILED",
        )
        await managing.retry_translation(tx, project.id, translation.id, staff=OPERATOR)
        (listed,) = await list_projects(tx, wanted=ProjectFilter(account_id=account))
        assert (listed.attention, listed.failed) == (None, None)


async def test_a_file_that_cannot_be_read_is_to_be_removed_from_a_draft(shop: Shop) -> None:
    project = await shop.order()
    await shop.send(project, b'{"a": ', file_name="broken.json")
    await shop.work()
    ((file),) = (await look(shop, project)).files
    assert file.failure is not None
    assert (file.remedies, file.languages[0].remedies) == ((Remedy.REMOVE_FILE,), ())


async def test_a_row_of_a_list_has_what_a_reader_wants_to_know(shop: Shop) -> None:
    project, _, _ = await open_order(shop)
    async with transaction(shop.database, account=shop.caller.account_id) as tx:
        (row,) = await list_projects(tx, wanted=ProjectFilter(account_id=shop.caller.account_id))
    assert (row.project.id, row.account_name, row.source_languages, row.target_languages) == (
        project.id,
        "Acme",
        ("en",),
        ("es",),
    )
    assert (row.stage, row.attention, row.translations, row.ready, row.finished) == (
        "in_work",
        None,
        1,
        0,
        0,
    )
    assert row.progress.total == WORDS


async def test_bands_share_words_and_price(shop: Shop, project_resources: Resources) -> None:
    project, _, _ = await open_order(shop)
    found = await look(shop, project)
    assert [(one.figures.band.value, one.figures.words, one.share) for one in found.bands] == [
        ("none", WORDS, 1.0)
    ]
    assert sum(one.amount or Decimal(0) for one in found.bands) == found.project.price
    assert found.currency == found.project.currency
    sandbox = await open_shop(project_resources, AccountKind.SANDBOX)
    draft = await sandbox.order()
    await sandbox.send(draft)
    await sandbox.work()
    free = await look(sandbox, draft)
    assert ({one.amount for one in free.bands}, free.currency) == ({None}, None)


async def test_the_timeline_says_what_happened_when_and_by_whom(shop: Shop) -> None:
    manager = Staff(actor="user:7", role=StaffRole.MANAGER)
    project, translation, tools = await open_order(shop)
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        await managing.hold(tx, project.id, staff=manager, message="Is chapter 3 final?")
        await managing.release(tx, project.id, staff=manager)
    data = translate(await export(tools, project, translation))
    await import_translation(tools, project.id, translation.id, data=data, staff=manager)
    await deliver_translation(tools, project.id, translation.id, staff=manager)
    await shop.work()
    found = await look(shop, project)
    client = f"application:{shop.caller.application_id}"
    assert [(entry.event, entry.by) for entry in found.timeline] == [
        (TimelineEvent.ORDERED, client),
        (TimelineEvent.ANALYSED, None),
        (TimelineEvent.STARTED, None),  # the shop names no caller
        (TimelineEvent.HELD, "user:7"),
        (TimelineEvent.RELEASED, "user:7"),
        (TimelineEvent.DELIVERED, "user:7"),
        (TimelineEvent.FINISHED, "user:7"),
    ]
    assert found.timeline[3].details == {"message": "Is chapter 3 final?"}
    delivered = {"translation": translation.id, "file": "text.txt", "language": "es"}
    assert found.timeline[5].details == delivered
    assert list(found.timeline) == sorted(found.timeline, key=lambda entry: entry.at)
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        history = await read_history(tx, project.id, limit=20)
        assert [(one.event.action, one.event.actor) for one in history] == [
            ("project.held", "user:7"),
            ("project.released", "user:7"),
            ("translation.exported", "application:77"),
            ("translation.imported", "user:7"),
            ("translation.delivered", "user:7"),
        ]
        assert await read_history(tx, project.id, limit=2, offset=3) == history[3:]
        with pytest.raises(NotFound):
            await read_history(tx, 2**31 - 1, limit=1)


async def test_who_asked_for_a_start_has_started_it_also_when_something_else_let_it(shop: Shop) -> None:
    project = await shop.order(ServiceKind.HUMAN)
    await shop.send(project)
    await shop.work()
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        await managing.hold(tx, project.id, staff=OPERATOR)
    client = await start(shop, project, by="user:3")
    assert (client.status, client.start_requested_by, client.started_by) == ("Draft", "user:3", None)
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        released = await managing.release(tx, project.id, staff=OPERATOR)
        assert (released.status, released.started_by) == ("Active", "user:3")
        reason = "No more need."
        keyring = shop.resources.keyring
        cancelled = await managing.cancel(tx, keyring, project.id, reason=reason, staff=OPERATOR)
    assert cancelled.ended_by == "operator"


async def start(shop: Shop, project: Project, *, by: str) -> Project:
    return await request_start(shop.resources, project.id, account_id=shop.caller.account_id, by=by)


async def test_a_hold_has_a_message_until_it_ends(shop: Shop) -> None:
    project, _, _ = await open_order(shop)

    async def hold(**said: Any) -> str | None:
        return (await managing.hold(tx, project.id, staff=OPERATOR, **said)).hold_message

    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        assert await hold(message=" Is it final?\r\nBoth chapters? ") == "Is it final?\nBoth chapters?"
        assert await hold() == "Is it final?\nBoth chapters?"
        assert await hold(message="What now?") == "What now?"
        for bad in ("x" * 2001, "a\x07b"):
            with pytest.raises(HoldMessageInvalid):
                await hold(message=bad)
        released = await managing.release(tx, project.id, staff=OPERATOR)
        assert (released.hold, released.hold_message) == (None, None)
        assert await hold(message="  ") is None
        await hold(message="Once more")
        keyring = shop.resources.keyring
        cancelled = await managing.cancel(tx, keyring, project.id, reason="Enough", staff=OPERATOR)
        assert cancelled.hold_message is None
        kept = [one.event.details.get("message") for one in await read_history(tx, project.id, limit=9)]
    assert kept == ["Is it final?\nBoth chapters?", "What now?", None, None, "Once more", None]
