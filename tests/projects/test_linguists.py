"""What linguists and managers do: a package out and back, checks, delivery, and what the memory learns."""

from __future__ import annotations

import re

import pytest

from dragoman.access.model import StaffRole
from dragoman.access.staff import OPERATOR, Staff
from dragoman.audit.actions import list_entries
from dragoman.catalog.model import ServiceKind
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.errors import Conflict, Forbidden, NotFound, RuleBroken
from dragoman.memories.actions import list_memories
from dragoman.memories.units import actions as units
from dragoman.memories.units.model import UnitDraft
from dragoman.projects import segment_store
from dragoman.projects.linguists.delivering import (
    DeliveryBlocked,
    FinishedFile,
    deliver_file,
    deliver_translation,
)
from dragoman.projects.linguists.exchange import Version
from dragoman.projects.linguists.exporting import export_translation
from dragoman.projects.linguists.importing import import_translation
from dragoman.projects.linguists.learning import learn_translation
from dragoman.projects.linguists.reviewing import review_translation
from dragoman.projects.linguists.tools import LinguistTools, linguist_tools
from dragoman.projects.model import FileTranslation, Project, ProjectStatus, Stage
from dragoman.projects.segment_model import SegmentState
from tests.projects.shop import CALLBACK, Shop
from tests.projects.test_path import read_result

LINGUIST = Staff(actor="application:77", role=StaffRole.LINGUIST)
SPANISH = {
    "The red book is big.": "El libro rojo es grande.",
    "It is new.": "Es nuevo.",
    "The dog eats.": "El perro come.",
}


async def open_order(shop: Shop, **fields: object) -> tuple[Project, FileTranslation, LinguistTools]:
    """A human project that waits for its linguists; it uses the account's memory."""
    async with transaction(shop.database, account=shop.caller.account_id) as tx:
        (memory, *_) = await list_memories(tx, account_id=shop.caller.account_id, limit=5)
    project = await shop.order(ServiceKind.HUMAN, memory_id=memory.id, **fields)
    await shop.send(project, callback_url=CALLBACK)
    await shop.work()
    await shop.start(project)
    await shop.work()
    project, _, (translation,) = await shop.look(project)
    assert translation.stage is Stage.OPEN
    return project, translation, linguist_tools(shop.resources)


def translate(data: bytes, *, state: str = "final") -> bytes:
    """Do a linguist's work on a file of XLIFF 2.1."""
    text = data.decode()
    for source, target in SPANISH.items():
        pattern = rf'state="[a-z]+"([^>]*)><source>{re.escape(source)}</source>(<target>[^<]*</target>)?'
        text = re.sub(pattern, f'state="{state}"><source>{source}</source><target>{target}</target>', text)
    return text.encode()


async def export(tools: LinguistTools, project: Project, translation: FileTranslation) -> bytes:
    exported = await export_translation(
        tools, project.id, translation.id, version=Version.TWO, staff=LINGUIST
    )
    assert exported.name == "text.txt.es.xlf"
    return exported.data


async def states_of(shop: Shop, translation: FileTranslation) -> dict[SegmentState, int]:
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        return await segment_store.count_states(tx, translation.id)


async def test_a_package_comes_back_is_delivered_and_learnt(shop: Shop) -> None:
    project, translation, tools = await open_order(shop)
    where = (tools, project.id, translation.id)
    sent = await export(tools, project, translation)
    found = await review_translation(*where, staff=LINGUIST)
    assert [(one.number, one.finding.code, one.blocking) for one in found.issues] == [
        (number, "TARGET_EMPTY", True) for number in range(3)
    ]
    report = await import_translation(*where, data=translate(sent), staff=LINGUIST)
    assert (report.segments, report.changed, report.problems) == (3, 3, ())
    assert report.states == {SegmentState.CONFIRMED: 3}
    again = await import_translation(*where, data=translate(sent), staff=LINGUIST)
    assert again.changed == 0
    delivery = await deliver_translation(*where, staff=OPERATOR)
    assert delivery.review.blocking == 0
    assert delivery.context.translation.stage is Stage.DELIVERING
    assert sorted(await shop.work()) == ["projects.learn", "projects.rebuild"]
    finished, _, (translation,) = await shop.look(project)
    assert (finished.status, translation.status) == (ProjectStatus.FINISHED, ProjectStatus.FINISHED)
    assert (translation.delivered_by, translation.override_reason) == ("operator", None)
    assert await read_result(shop, translation) == ("El libro rojo es grande. Es nuevo.\n\nEl perro come.\n")
    assert await shop.count("notifications") == 1
    assert await shop.count("memory_units") == 3

    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        log = await list_entries(tx, subject=f"translation:{translation.id}", limit=9)
    assert [(one.event.actor, one.event.action) for one in log] == [
        ("operator", "translation.delivered"),
        ("application:77", "translation.imported"),
        ("application:77", "translation.imported"),
        ("application:77", "translation.exported"),
    ]
    assert log[1].event.details == {
        "project": project.id,
        "segments": 3,
        "changed": 0,
        "overwrite": False,
        "confirm": False,
        "problems": {},
    }

    again_ordered, second, _ = await open_order(shop)  # the same file: all of it in context
    assert second.bands is not None
    assert {name for name, band in second.bands.items() if band["segments"]} == {"context"}
    assert again_ordered.id != project.id
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        rows = await segment_store.list_segments(tx, second.id)
    assert [(row.score, row.state) for row in rows] == [(101, SegmentState.PRETRANSLATED)] * len(rows)


async def test_learning_twice_is_learning_once(shop: Shop) -> None:
    project, translation, tools = await open_order(shop)
    where = (tools, project.id, translation.id)
    await import_translation(
        *where, data=translate(await export(tools, project, translation)), staff=LINGUIST
    )
    await deliver_translation(*where, staff=OPERATOR)
    await shop.work()
    ids = {"translation_id": translation.id, "project_id": project.id}
    assert await learn_translation(shop.resources, **ids, account_id=shop.caller.account_id) == 0
    assert await shop.count("memory_units") == 3


async def test_blocking_issues_take_a_reason(shop: Shop) -> None:
    project, translation, tools = await open_order(shop)
    where = (tools, project.id, translation.id)
    for reason, code in ((None, "DELIVERY_BLOCKED"), ("  ", "OVERRIDE_REASON_INVALID")):
        with pytest.raises(RuleBroken) as refused:
            await deliver_translation(*where, override_reason=reason, staff=OPERATOR)
        assert refused.value.code == code
    await deliver_translation(*where, override_reason="The client wants it so.", staff=OPERATOR)
    with pytest.raises(Conflict):
        await deliver_translation(*where, override_reason="Again", staff=OPERATOR)
    with pytest.raises(Conflict):
        await import_translation(*where, data=b"", staff=OPERATOR)
    await shop.work()
    _, _, (translation,) = await shop.look(project)
    assert translation.override_reason == "The client wants it so."
    assert translation.quality is not None
    assert translation.quality["codes"] == {"TARGET_EMPTY": 3}
    assert await read_result(shop, translation) == "The red book is big. It is new.\n\nThe dog eats.\n"
    assert await shop.count("memory_units") == 0


async def test_a_file_made_elsewhere_is_a_delivery(shop: Shop) -> None:
    project, translation, tools = await open_order(shop)
    where = (tools, project.id, translation.id)
    bad = [
        (FinishedFile(name="text.txt", data=b""), ["FILE_EMPTY"]),
        (FinishedFile(name="a/b.txt", data=b"x"), ["FILE_NAME_INVALID"]),
        (FinishedFile(name="text.json", data=b'{"a": "b"}'), ["DELIVERY_TYPE_DIFFERS"]),
    ]
    for finished, expected in bad:
        with pytest.raises(RuleBroken) as refused:
            await deliver_file(*where, finished=finished, staff=OPERATOR)
        assert [problem.code for problem in refused.value.all_problems()] == expected
    finished = FinishedFile(name="texto.txt", data=b"Hecho en otra parte.\n")
    with pytest.raises(DeliveryBlocked):
        await deliver_file(*where, finished=finished, staff=OPERATOR)
    place = await deliver_file(*where, finished=finished, override_reason="By an agency", staff=OPERATOR)
    assert place.translation.override_reason == "By an agency"
    assert (place.translation.stage, place.translation.delivered_by) == (Stage.DONE, "operator")
    assert place.project.status is ProjectStatus.FINISHED
    assert await read_result(shop, place.translation) == "Hecho en otra parte.\n"
    assert await shop.count("notifications") == 1
    assert await shop.work() == []
    assert await shop.count("memory_units") == 0
    with pytest.raises(Conflict):
        await deliver_file(*where, finished=finished, staff=OPERATOR)


async def test_linguists_do_not_deliver_and_nobody_guesses(shop: Shop) -> None:
    project, translation, tools = await open_order(shop)
    with pytest.raises(Forbidden):
        await deliver_translation(tools, project.id, translation.id, staff=LINGUIST)
    with pytest.raises(Forbidden):
        await deliver_file(
            tools, project.id, translation.id, finished=FinishedFile(name="a", data=b"a"), staff=LINGUIST
        )
    for where in ((project.id + 1000, translation.id), (project.id, translation.id + 1000)):
        with pytest.raises(NotFound):
            await export_translation(tools, *where, version=Version.ONE, staff=LINGUIST)


async def test_a_package_has_proposals_of_the_memory(shop: Shop) -> None:
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        (memory, *_) = await list_memories(tx, account_id=shop.caller.account_id, limit=5)
        draft = UnitDraft(
            source_language="en",
            target_language="es",
            source="The red book is very big.",
            target="El libro rojo es muy grande.",
        )
        await units.add_unit(tx, memory.id, draft=draft, staff=OPERATOR)
    project, translation, tools = await open_order(shop, briefing="Mind the tone.")
    text = (await export(tools, project, translation)).decode()
    assert '<mtc:match ref="#s0" similarity="8' in text
    assert "<target>El libro rojo es muy grande.</target></mtc:match>" in text
    assert "<notes><note>Mind the tone.</note></notes>" in text
    plain = await export_translation(
        tools, project.id, translation.id, version=Version.ONE, matches=False, staff=LINGUIST
    )
    assert b"alt-trans" not in plain.data
