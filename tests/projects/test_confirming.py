"""In orders for people, segments that no person confirmed block a delivery without a reason on record."""

from __future__ import annotations

import pytest

from dragoman.access.staff import OPERATOR
from dragoman.audit.actions import list_entries
from dragoman.catalog.model import ServiceKind
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.projects.files import delete_files
from dragoman.projects.linguists.delivering import (
    DeliveryBlocked,
    FinishedFile,
    ReasonInvalid,
    deliver_file,
    deliver_translation,
)
from dragoman.projects.linguists.exchange import Version
from dragoman.projects.linguists.exporting import export_translation
from dragoman.projects.linguists.importing import PackageImportOptions, import_translation
from dragoman.projects.linguists.reviewing import review_translation
from dragoman.projects.linguists.tools import LinguistTools, linguist_tools
from dragoman.projects.linguists.translation_context import NotOpen, find_translation_context
from dragoman.projects.model import ProjectStatus, Stage
from dragoman.projects.orders.managing import retry_translation
from dragoman.projects.segment_model import SegmentState
from tests.projects.shop import TEXT, Shop
from tests.projects.test_learning import make_memories
from tests.projects.test_linguists import LINGUIST

Where = tuple[LinguistTools, int, int]
MACHINE = {"SEGMENT_UNCONFIRMED": 3, "SUGGESTION_UNEDITED": 3}


async def open_order(
    shop: Shop, kind: ServiceKind = ServiceKind.POST_EDITING, data: bytes = TEXT, **fields: object
) -> Where:
    project = await shop.order(kind, **fields)
    await shop.send(project, data)
    await shop.work()
    await shop.start(project)
    await shop.work()
    _, _, (translation,) = await shop.look(project)
    assert translation.stage is Stage.OPEN
    return linguist_tools(shop.resources), project.id, translation.id


async def codes(where: Where) -> tuple[int, dict[str, int]]:
    found = await review_translation(*where, staff=LINGUIST)
    return found.blocking, found.summary()["codes"]


async def package(where: Where, version: Version) -> str:
    return (await export_translation(*where, version=version, staff=LINGUIST)).data.decode()


@pytest.mark.parametrize("version", list(Version))
async def test_an_engines_texts_are_not_delivered_until_a_person_confirms_them(
    shop: Shop, version: Version
) -> None:
    where = await open_order(shop)
    sent = (await package(where, version)).encode()
    assert await codes(where) == (3, MACHINE)
    with pytest.raises(DeliveryBlocked, match=r"3 blocking issues: SEGMENT_UNCONFIRMED \(3\)\.") as blocked:
        await deliver_translation(*where, staff=OPERATOR)
    assert "have a person confirm the segments" in blocked.value.hints
    await import_translation(*where, data=sent, staff=LINGUIST)  # as it went out
    with pytest.raises(DeliveryBlocked):
        await deliver_translation(*where, staff=OPERATOR)
    report = await import_translation(
        *where, data=sent, how=PackageImportOptions(confirm=True), staff=LINGUIST
    )
    assert (report.changed, report.states) == (3, {SegmentState.CONFIRMED: 3})
    assert await codes(where) == (0, {})
    delivered = await deliver_translation(*where, staff=OPERATOR)
    assert delivered.context.translation.override_reason is None


async def test_what_a_tool_calls_translated_may_go_and_is_reported(shop: Shop) -> None:
    where = await open_order(shop)
    sent = await package(where, Version.TWO)
    accepted = sent.replace(' subState="dragoman:pretranslated"', "")
    report = await import_translation(*where, data=accepted.encode(), staff=LINGUIST)
    assert report.states == {SegmentState.TRANSLATED: 3}
    assert await codes(where) == (0, {"SUGGESTION_UNEDITED": 3})
    await deliver_translation(*where, staff=OPERATOR)


async def test_a_segment_that_others_changed_is_not_confirmed_by_an_older_file(shop: Shop) -> None:
    where = await open_order(shop)
    old = (await package(where, Version.TWO)).encode()
    sent = await package(where, Version.TWO)
    start = sent.index("<target>") + len("<target>")
    changed = sent[:start] + "Otra cosa." + sent[sent.index("</target>") :]
    await import_translation(*where, data=changed.encode(), staff=LINGUIST)
    report = await import_translation(
        *where, data=old, how=PackageImportOptions(confirm=True), staff=LINGUIST
    )
    assert report.states == {SegmentState.TRANSLATED: 1, SegmentState.CONFIRMED: 2}


async def test_a_reason_overrides_and_stays_on_record(shop: Shop) -> None:
    where = await open_order(shop)
    await deliver_translation(*where, override_reason="The client wants it raw.", staff=OPERATOR)
    await shop.work()
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        (entry,) = await list_entries(tx, subject=f"translation:{where[2]}", limit=1)
    assert entry.event.details["reason"] == "The client wants it raw."
    found = await review_translation(*where, staff=LINGUIST)
    assert (found.override_reason, found.summary()["codes"]) == ("The client wants it raw.", MACHINE)


async def test_a_memorys_exact_matches_need_a_person_as_well(shop: Shop) -> None:
    (memory,) = await make_memories(shop, "Learns")
    where = await open_order(shop, memory_id=memory)
    sent = (await package(where, Version.TWO)).encode()
    await import_translation(*where, data=sent, how=PackageImportOptions(confirm=True), staff=LINGUIST)
    await deliver_translation(*where, staff=OPERATOR)
    await shop.work()  # the memory learns it
    again = await open_order(shop, ServiceKind.HUMAN, memory_id=memory)
    assert await codes(again) == (3, {"SEGMENT_UNCONFIRMED": 3})
    with pytest.raises(DeliveryBlocked):
        await deliver_translation(*again, staff=OPERATOR)


async def test_a_finished_file_takes_a_reason_unless_all_is_confirmed(shop: Shop) -> None:
    finished = FinishedFile(name="texto.txt", data=b"Hecho en otra parte.\n")
    where = await open_order(shop)
    with pytest.raises(DeliveryBlocked, match="not confirmed all of its segments here: 3 of 3 are left"):
        await deliver_file(*where, finished=finished, staff=OPERATOR)
    sent = (await package(where, Version.TWO)).encode()
    await import_translation(*where, data=sent, how=PackageImportOptions(confirm=True), staff=LINGUIST)
    place = await deliver_file(*where, finished=finished, staff=OPERATOR)
    assert (place.translation.status, place.translation.override_reason) == (ProjectStatus.FINISHED, None)


@pytest.mark.parametrize("reason", ["", " \n", "\u200b", "\u2060\u00ad", "\u202e", "-"])
async def test_a_reason_has_something_to_read(shop: Shop, reason: str) -> None:
    where = await open_order(shop)
    with pytest.raises(ReasonInvalid):
        await deliver_translation(*where, override_reason=reason, staff=OPERATOR)
    finished = FinishedFile(name="texto.txt", data=b"Hecho.\n")
    with pytest.raises(ReasonInvalid):
        await deliver_file(*where, finished=finished, override_reason=reason, staff=OPERATOR)


@pytest.mark.parametrize("kind", [ServiceKind.POST_EDITING, ServiceKind.HUMAN])
async def test_a_file_without_segments_needs_no_reason(shop: Shop, kind: ServiceKind) -> None:
    where = await open_order(shop, kind, b"https://example.com/one\n")
    assert await codes(where) == (0, {})
    with pytest.raises(NotOpen, match="nothing in its file is to be translated"):
        await package(where, Version.TWO)
    delivered = await deliver_translation(*where, staff=OPERATOR)
    assert delivered.context.translation.override_reason is None
    await shop.work()
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        place = await find_translation_context(tx, *where[1:])
    assert place.translation.status is ProjectStatus.FINISHED
    again = await open_order(shop, kind, b"https://example.com/two\n")
    finished = FinishedFile(name="texto.txt", data=b"https://example.com/dos\n")
    made = await deliver_file(*again, finished=finished, staff=OPERATOR)
    assert (made.translation.status, made.translation.override_reason) == (ProjectStatus.FINISHED, None)


async def test_a_delivery_that_failed_is_checked_again_and_its_reason_forgotten(shop: Shop) -> None:
    where = await open_order(shop)
    await deliver_translation(*where, override_reason="The client wants it raw.", staff=OPERATOR)
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        file = (await find_translation_context(tx, *where[1:])).file
    await delete_files(shop.resources.blobs, file.id)
    await shop.work()
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        assert (await find_translation_context(tx, *where[1:])).translation.stage is Stage.FAILED
        await retry_translation(tx, *where[1:], staff=OPERATOR)
    await shop.work()
    found = await review_translation(*where, staff=LINGUIST)
    assert (found.override_reason, found.summary()["codes"]) == (None, MACHINE)
    with pytest.raises(DeliveryBlocked):
        await deliver_translation(*where, staff=OPERATOR)
