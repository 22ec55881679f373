"""Workers that die, are slow, or meet: each translation has one outcome, and is not done twice."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from dragoman.catalog.model import ServiceKind
from dragoman.database.connections import transaction
from dragoman.formats.format import Document, Unit
from dragoman.jobs.queue import enqueue
from dragoman.memories.segment_json import decode_segment, encode_segment
from dragoman.projects import file_store, segment_store
from dragoman.projects.finishing import cancel_project
from dragoman.projects.intake.downloading import open_bytes
from dragoman.projects.messages import rebuild_message
from dragoman.projects.model import FileTranslation, Project, ProjectStatus, Stage
from dragoman.projects.segment_model import SegmentChangeKind, SegmentState
from dragoman.projects.segment_store import SegmentChange
from dragoman.projects.store import find_project
from dragoman.projects.work import preparing as working
from dragoman.projects.work import rebuilding
from dragoman.projects.work.segmenting import cut_document, join_rows, prepare_document, repair_codes
from dragoman.segments import Code, CodeKind, Segment, Text
from dragoman.translation.translate import translate_segments
from tests.projects.shop import CALLBACK, Shop

LONG = "\n\n".join(f"The dog number {number} eats the red book." for number in range(250)).encode()


async def started(shop: Shop, kind: ServiceKind, data: bytes = LONG) -> tuple[Project, FileTranslation]:
    project = await shop.order(kind)
    await shop.send(project, data, callback_url=CALLBACK)
    await shop.work()
    await shop.start(project)
    found, _, (translation,) = await shop.look(project)
    return found, translation


async def read_states(shop: Shop, translation: FileTranslation) -> dict[SegmentState, int]:
    async with transaction(shop.database, account=shop.caller.account_id) as tx:
        return await segment_store.count_states(tx, translation.id)


class Killed(BaseException):
    """As if the process were gone."""


async def test_a_run_goes_on_where_another_died(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    project, translation = await started(shop, ServiceKind.MACHINE)
    asked: list[int] = []
    translate = translate_segments

    async def dying(translator: Any, segments: Sequence[Segment], **options: Any) -> Any:
        if len(asked) == 1:
            asked.append(0)
            raise Killed
        asked.append(len(segments))
        return await translate(translator, segments, **options)

    monkeypatch.setattr(working, "translate_segments", dying)
    ids = {"translation_id": translation.id, "account_id": shop.caller.account_id}
    with pytest.raises(Killed):
        await working.prepare_translation(shop.resources, **ids)
    assert await read_states(shop, translation) == {SegmentState.PRETRANSLATED: 100, SegmentState.NEW: 150}
    await shop.work()  # the job is given back
    assert asked == [100, 0, 100, 50]
    found, _, (done,) = await shop.look(project)
    assert (found.status, done.run, done.result is not None) == (ProjectStatus.FINISHED, 3, True)
    assert await shop.count("notifications") == 1


async def test_a_run_that_was_taken_over_changes_nothing(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    project, translation = await started(shop, ServiceKind.MACHINE)
    ids = {"translation_id": translation.id, "account_id": shop.caller.account_id}
    slow, go_on = asyncio.Event(), asyncio.Event()
    translate = translate_segments

    async def slowly(*arguments: Any, **options: Any) -> Any:
        if not slow.is_set():
            slow.set()
            await go_on.wait()
        return await translate(*arguments, **options)

    monkeypatch.setattr(working, "translate_segments", slowly)
    first = asyncio.create_task(working.prepare_translation(shop.resources, **ids))
    await slow.wait()
    await shop.work()
    assert (await shop.look(project))[0].status is ProjectStatus.FINISHED
    go_on.set()
    await first
    _, _, (done,) = await shop.look(project)
    assert (done.status, done.stage) == (ProjectStatus.FINISHED, Stage.DONE)
    await asyncio.gather(*(rebuilding.rebuild_translation(shop.resources, **ids) for _ in range(2)))
    assert (await shop.look(project))[2] == [done]
    assert await shop.count("notifications") == 1


async def test_two_runs_make_the_segments_once(shop: Shop) -> None:
    _, translation = await started(shop, ServiceKind.HUMAN)
    ids = {"translation_id": translation.id, "account_id": shop.caller.account_id}
    await asyncio.gather(*(working.prepare_translation(shop.resources, **ids) for _ in range(3)))
    assert await read_states(shop, translation) == {SegmentState.NEW: 250}


async def test_what_is_cancelled_meanwhile_stays_cancelled(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    project, _ = await started(shop, ServiceKind.MACHINE)
    rebuild = type(shop.resources.confined).rebuild

    async def cancel_first(confined: Any, *arguments: Any) -> bytes:
        async with transaction(shop.database, account=shop.caller.account_id) as tx:
            held = await find_project(tx, project.id, lock=True)
            assert held is not None
            await cancel_project(tx, shop.resources.keyring, held, reason="No more need.")
        return await rebuild(confined, *arguments)

    monkeypatch.setattr(type(shop.resources.confined), "rebuild", cancel_first)
    before = [info.key async for info in shop.resources.blobs.list("projects/")]
    await shop.work()
    found, _, (done,) = await shop.look(project)
    assert (found.status, found.cancel_reason) == (ProjectStatus.CANCELLED, "No more need.")
    assert (done.status, done.result) == (ProjectStatus.CANCELLED, None)
    assert sorted([info.key async for info in shop.resources.blobs.list("projects/")]) == sorted(before)
    assert await shop.count("notifications") == 1


async def test_what_linguists_wrote_is_in_the_file(shop: Shop) -> None:
    project, translation = await started(shop, ServiceKind.HUMAN, b"One house. Two houses.\n")
    await shop.work()
    said = {0: "Una casa.", 1: None}
    async with transaction(shop.database, account=shop.caller.account_id) as tx:
        changes = [
            SegmentChange(
                number=number,
                target=encode_segment((Text(text=text),)) if text else None,
                state=SegmentState.CONFIRMED,
                origin="human",
            )
            for number, text in said.items()
        ]
        await segment_store.update_targets(
            tx, translation.id, changes, kind=SegmentChangeKind.EDITED, by=None
        )
        delivered = {"stage": Stage.DELIVERING, "delivered_by": "staff:1"}
        await file_store.update_translation(tx, translation.id, delivered)
        await enqueue(tx, rebuild_message(translation))
    await shop.work()
    found, (file,), (done,) = await shop.look(project)
    assert (found.status, done.delivered_by) == (ProjectStatus.FINISHED, "staff:1")
    assert done.result is not None
    download = await open_bytes(shop.resources, file, done.result)
    assert b"".join([piece async for piece in download.pieces]) == b"Una casa. Two houses.\n"


async def test_rows_of_another_cut_are_refused(shop: Shop) -> None:
    project, translation = await started(shop, ServiceKind.MACHINE, b"One house. Two houses.\n")
    ids = {"translation_id": translation.id, "account_id": shop.caller.account_id}
    await working.prepare_translation(shop.resources, **ids)
    async with transaction(shop.database, account=shop.caller.account_id) as tx:
        await tx.connection.exec_driver_sql(
            f"update project_segments set unit = 'another' where translation_id = {translation.id}"
        )
    await shop.work()
    _, _, (failed,) = await shop.look(project)
    assert (failed.status, failed.stage) == (ProjectStatus.ACTIVE, Stage.FAILED)
    assert failed.failure is not None
    assert failed.failure.code == "CONVERSION_FAILED"


XLIFF = b"""<xliff version="1.2"><file source-language="en" target-language="es" datatype="x" original="y">
<body><trans-unit id="1"><source>One title</source></trans-unit>
<trans-unit id="2"><source>Two words.</source></trans-unit></body></file></xliff>"""


@pytest.mark.parametrize("kind", [ServiceKind.MACHINE, ServiceKind.HUMAN])
async def test_a_translation_that_the_file_cannot_hold(shop: Shop, kind: ServiceKind) -> None:
    """A machine's stays as it was; for people the delivery says which it is."""
    project = await shop.order(kind)
    await shop.send(project, XLIFF, file_name="page.xlf")
    await shop.work()
    await shop.start(project)
    _, (file,), (translation,) = await shop.look(project)
    ids = {"translation_id": translation.id, "account_id": shop.caller.account_id}
    await working.prepare_translation(shop.resources, **ids)
    async with transaction(shop.database, account=shop.caller.account_id) as tx:
        changes = [
            SegmentChange(
                number=number,
                target=encode_segment((Text(text=text),)),
                state=SegmentState.CONFIRMED,
                origin="human",
            )
            for number, text in enumerate(["Un\x01o", "Dos palabras."])
        ]
        await segment_store.update_targets(
            tx, translation.id, changes, kind=SegmentChangeKind.EDITED, by=None
        )
        await file_store.update_translation(tx, translation.id, {"stage": Stage.DELIVERING})
        await enqueue(tx, rebuild_message(translation))
    await shop.work()
    _, _, (done,) = await shop.look(project)
    if kind is ServiceKind.HUMAN:
        assert done.failure is not None
        assert (done.stage, done.failure.code) == (Stage.FAILED, "CONVERSION_FAILED")
        assert "segment 1." in done.failure.reason
        return
    assert done.result is not None
    download = await open_bytes(shop.resources, file, done.result)
    result = b"".join([piece async for piece in download.pieces])
    assert b"Dos palabras." in result
    assert b"Un" not in result


OPEN = Code(id="1", kind=CodeKind.OPEN, type="b", data="<b>")
CLOSE = Code(id="1", kind=CodeKind.CLOSE, type="b", data="</b>")
BREAK = Code(id="2", kind=CodeKind.STANDALONE, type="br", data="<br>")
STRANGER = Code(id="9", kind=CodeKind.STANDALONE, type="x", data="<x>")


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ((Text(text="a "), OPEN, Text(text="b"), CLOSE, BREAK), None),
        ((Text(text="a b"),), (Text(text="a b"), OPEN, CLOSE, BREAK)),
        ((OPEN, Text(text="a "), STRANGER, Text(text="b")), (Text(text="a b"), OPEN, CLOSE, BREAK)),
        ((), (OPEN, CLOSE, BREAK)),
    ],
    ids=["whole", "lost", "strange", "empty"],
)
def test_an_overridden_delivery_still_has_the_codes(target: Segment, expected: Segment | None) -> None:
    source: Segment = (Text(text="x "), OPEN, Text(text="y"), CLOSE, BREAK)
    assert repair_codes(source, target) == (target if expected is None else expected)


async def test_rows_give_the_document_back(shop: Shop) -> None:
    unit = Unit(id="u1", segment=(OPEN, Text(text="One {x}. Two."), CLOSE, Text(text=" 3. "), BREAK))
    document = Document(units=(unit, Unit(id="u2", segment=(Text(text="77"),))))
    prepared = await prepare_document(shop.resources.translator, document, language="en")
    cut = await cut_document(document, prepared, name="d.txt", look_up=None)
    same = [
        type(row)(**{**{n: getattr(row, n) for n in row.__slots__}, "target": row.source}) for row in cut.rows
    ]
    assert join_rows(prepared, cut.rows) == join_rows(prepared, same) == {"u1": unit.segment}
    assert [decode_segment(row.source) for row in cut.rows][-1] == (Text(text="Two."),)
