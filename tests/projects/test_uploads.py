"""What a project takes and refuses, and what is left of what it refused (P13, E8)."""

from __future__ import annotations

import asyncio
from typing import Any
from uuid import UUID

import orjson
import pytest

from dragoman.accounts.model import AccountKind
from dragoman.catalog.model import ServiceKind
from dragoman.database.connections import transaction
from dragoman.errors import Conflict, NotFound, RuleBroken
from dragoman.idempotency.model import RepeatableRequest
from dragoman.projects.intake import downloading, uploads
from dragoman.resources import Resources
from tests.projects.shop import CALLBACK, TEXT, Shop, open_shop


async def list_blobs(shop: Shop) -> list[str]:
    return sorted([info.key async for info in shop.resources.blobs.list("projects/")])


def codes(error: RuleBroken) -> list[str]:
    return [one.code for one in error.all_problems()]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({"file_name": ""}, ["FILE_NAME_INVALID"]),
        ({"file_name": "../etc/passwd"}, ["FILE_NAME_INVALID"]),
        ({"file_name": "a\u202etxt.exe"}, ["FILE_NAME_INVALID"]),
        ({"file_name": "x" * 256}, ["FILE_NAME_INVALID"]),
        ({"data": b""}, ["FILE_EMPTY"]),
        ({"file_name": "p.png", "data": b"\x89PNG\r\n\x1a\n"}, ["FILE_TYPE_NOT_SUPPORTED"]),
        ({"source_language": None}, ["SOURCE_LANGUAGE_MISSING"]),
        ({"target_languages": ()}, ["TARGET_LANGUAGES_MISSING"]),
        ({"source_language": "english"}, ["LANGUAGE_PAIR_NOT_SUPPORTED"]),
        ({"source_language": "e"}, ["LANGUAGE_CODE_INVALID"]),
        ({"target_languages": ("es", "xx")}, ["LANGUAGE_PAIR_NOT_SUPPORTED"]),
        ({"target_languages": ("en",)}, ["LANGUAGE_PAIR_NOT_SUPPORTED"]),
        ({"callback_url": "http://10.0.0.1/"}, ["CALLBACK_URL_INVALID"]),
        ({"callback_url": "ftp://example.com/"}, ["CALLBACK_URL_INVALID"]),
        (
            {
                "file_name": "",
                "data": b"",
                "source_language": None,
                "target_languages": (),
                "callback_url": "x",
            },
            [
                "FILE_NAME_INVALID",
                "CALLBACK_URL_INVALID",
                "FILE_EMPTY",
                "SOURCE_LANGUAGE_MISSING",
                "TARGET_LANGUAGES_MISSING",
            ],
        ),
    ],
    ids=str,
)
async def test_what_is_refused_leaves_nothing(shop: Shop, said: dict[str, Any], expected: list[str]) -> None:
    project = await shop.order()
    before = await list_blobs(shop)
    with pytest.raises(RuleBroken) as refused:
        await shop.send(project, **said)
    assert codes(refused.value) == expected
    assert await list_blobs(shop) == before
    assert await shop.count("project_files") == 0


async def test_people_translate_pairs_that_machines_do_not(shop: Shop) -> None:
    project = await shop.order(ServiceKind.HUMAN)
    sent = await shop.send(project, source_language="de", target_languages=("ja", "JA", "pt-br"))
    assert [one["targetLanguage"] for one in sent["translations"]] == ["ja", "pt-BR"]
    with pytest.raises(RuleBroken) as refused:
        await shop.send(project, file_name="b.txt", source_language="de", target_languages=("de", "qaa"))
    assert codes(refused.value) == ["LANGUAGE_PAIR_NOT_SUPPORTED"] * 2
    assert "de -> qaa" in refused.value.message


async def test_a_name_is_unique_for_each_language(shop: Shop) -> None:
    project = await shop.order(ServiceKind.HUMAN)
    first = await shop.send(project, target_languages=("es", "de"))
    with pytest.raises(RuleBroken) as refused:
        await shop.send(project, target_languages=("fr", "de"))
    assert codes(refused.value) == ["FILE_NAME_EXISTS"]
    assert first["id"] in refused.value.hints
    await shop.send(project, target_languages=("fr",))
    reference = await shop.send(project, b"\x89PNG", reference=True, target_languages=())
    assert (reference["sourceLanguage"], reference["translations"], reference["analysis"]) == (None, [], None)
    with pytest.raises(RuleBroken) as refused:
        await shop.send(project, b"\x89PNG", reference=True)
    assert codes(refused.value) == ["FILE_NAME_EXISTS"]
    await shop.send(project, file_name="four.txt")
    with pytest.raises(RuleBroken) as refused:
        await shop.send(project, file_name="five.txt")
    assert codes(refused.value) == ["TOO_MANY_FILES"]


async def test_two_uploads_of_one_name_at_once(shop: Shop) -> None:
    project = await shop.order()
    before = len(await list_blobs(shop))
    answers = await asyncio.gather(*(shop.send(project) for _ in range(4)), return_exceptions=True)
    refused = [answer for answer in answers if isinstance(answer, RuleBroken)]
    assert [codes(one) for one in refused] == [["FILE_NAME_EXISTS"]] * 3
    assert len(await list_blobs(shop)) == before + 1


async def test_a_repeat_gets_the_first_answer(shop: Shop) -> None:
    project = await shop.order()

    def request(body: bytes) -> RepeatableRequest:
        return RepeatableRequest(
            application_id=shop.caller.application_id, method="POST", path="/p", key="k", body_hash=body
        )

    before = len(await list_blobs(shop))
    first = await shop.send(project, repeatable=request(b"1"))
    assert await shop.send(project, repeatable=request(b"1")) == first
    with pytest.raises(RuleBroken, match="Idempotency-Key"):
        await shop.send(project, repeatable=request(b"2"))
    assert len(await list_blobs(shop)) == before + 1
    answers = await asyncio.gather(
        *(shop.send(project, file_name="b.txt", repeatable=request(b"1")) for _ in range(2)),
        return_exceptions=True,
    )
    assert all(answer == first or isinstance(answer, Conflict) for answer in answers)


async def test_another_accounts_project_and_files_are_not_there(
    shop: Shop, project_resources: Resources
) -> None:
    project = await shop.order()
    sent = await shop.send(project)
    other = await open_shop(project_resources)
    absent, before = 2**31 - 1, await list_blobs(shop)
    refusals = []
    for project_id in (project.id, absent):
        with pytest.raises(NotFound) as refused:
            await other.send(type(project)(**{**_values(project), "id": project_id}))
        refusals.append(refused.value.message)
    assert refusals[0] == refusals[1]
    assert await list_blobs(shop) == before
    mine, account = UUID(sent["id"]), other.caller.account_id
    with pytest.raises(NotFound):
        await downloading.open_download(project_resources, mine, account_id=account)
    with pytest.raises(NotFound):
        await uploads.delete_file(project_resources, project.id, mine, account_id=account)
    async with transaction(project_resources.database, account=account) as tx:
        assert await downloading.list_records(tx, account_id=account, limit=10, offset=0) == []
        with pytest.raises(NotFound):
            await downloading.find_record(tx, mine, account_id=account)


def _values(value: Any) -> dict[str, Any]:
    return {name: getattr(value, name) for name in value.__slots__}


async def test_files_leave_a_draft_with_their_blobs_and_stay_in_others(shop: Shop) -> None:
    project = await shop.order()
    before = await list_blobs(shop)
    sent = await shop.send(project, callback_url=CALLBACK)
    file_id, account = UUID(sent["id"]), shop.caller.account_id
    download = await downloading.open_download(shop.resources, file_id, account_id=account)
    assert b"".join([piece async for piece in download.pieces]) == TEXT
    assert (download.name, download.media_type, download.size) == ("text.txt", "text/plain", len(TEXT))
    await uploads.delete_file(shop.resources, project.id, file_id, account_id=account)
    await shop.work()
    assert (await shop.look(project))[1:] == ([], [])
    assert await list_blobs(shop) == before
    kept = await shop.send(project)
    await shop.work()
    await shop.start(project)
    with pytest.raises(RuleBroken) as refused:
        await uploads.delete_file(shop.resources, project.id, UUID(kept["id"]), account_id=account)
    assert codes(refused.value) == ["PROJECT_STARTED"]
    await shop.work()
    with pytest.raises(RuleBroken) as refused:
        await shop.send(project, file_name="late.txt")
    assert codes(refused.value) == ["PROJECT_FINISHED"]


async def test_nothing_is_sent_to_a_cancelled_project(project_resources: Resources) -> None:
    shop = await open_shop(project_resources, AccountKind.SANDBOX)
    project = await shop.order()
    await shop.send(project, callback_url=CALLBACK, target_languages=("es",))
    await shop.cancel(project)
    await shop.cancel(project)
    assert await shop.count("notifications") == 1
    with pytest.raises(RuleBroken) as refused:
        await shop.send(project, file_name="late.txt")
    assert codes(refused.value) == ["PROJECT_CANCELLED"]
    assert await shop.work(due=True) == ["projects.analyse", "projects.start_due"]
    assert orjson.dumps((await shop.look(project))[0].status) == b'"Cancelled"'
