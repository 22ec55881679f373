"""Uploads that are wrong, and requests that are sent several times at once."""

from __future__ import annotations

import asyncio
import uuid
from typing import Any, Final

import httpx2
import pytest

from tests.projects.served import PROJECT, PROJECTS, RAW, TEXT, Client, draft, said, send

UPLOADS: Final[dict[str, tuple[str, bytes, list[Any]]]] = {
    "no languages": ("fileName=a.txt", TEXT, [400, "SOURCE_LANGUAGE_MISSING", "TARGET_LANGUAGES_MISSING"]),
    "no target": ("fileName=a.txt&sourceLanguage=en", TEXT, [400, "TARGET_LANGUAGES_MISSING"]),
    "commas": ("fileName=a.txt&sourceLanguage=en&targetLanguages=,,", TEXT,
               [400, "TARGET_LANGUAGES_MISSING"]),
    "itself": ("fileName=a.txt&sourceLanguage=en&targetLanguages=EN", TEXT,
               [400, "LANGUAGE_PAIR_NOT_SUPPORTED"]),
    "no such pair": ("fileName=a.txt&sourceLanguage=en&targetLanguages=es,tlh", TEXT,
                     [400, "LANGUAGE_PAIR_NOT_SUPPORTED"]),
    "no code": ("fileName=a.txt&sourceLanguage=e_n&targetLanguages=es", TEXT, [400, "LANGUAGE_CODE_INVALID"]),
    "nul": ("fileName=a.txt&sourceLanguage=%00&targetLanguages=es", TEXT, [400, "LANGUAGE_CODE_INVALID"]),
    "many": ("fileName=a.txt&sourceLanguage=en&targetLanguages=" + ",".join(["es"] * 101), TEXT,
             [400, "LANGUAGE_CODE_INVALID"]),
    "0 bytes": (RAW.format("a.txt"), b"", [400, "FILE_EMPTY"]),
    "no type": (RAW.format("a.exe"), b"MZ\x90\x00", [400, "FILE_TYPE_NOT_SUPPORTED"]),
    "other contents": (RAW.format("a.docx"), TEXT, [400, "FILE_TYPE_NOT_SUPPORTED"]),
    "no name": ("sourceLanguage=en&targetLanguages=es", TEXT, [400, "FILE_NAME_INVALID"]),
    "dots": (RAW.format(".."), TEXT, [400, "FILE_NAME_INVALID"]),
    "path": (RAW.format("..%2F..%2Fetc%2Fpasswd"), TEXT, [400, "FILE_NAME_INVALID"]),
    "backslash": (RAW.format("C:%5Ca.txt"), TEXT, [400, "FILE_NAME_INVALID"]),
    "bidi": (RAW.format("a%E2%80%AEtxt.exe"), TEXT, [400, "FILE_NAME_INVALID"]),
    "nul in the name": (RAW.format("a%00.txt"), TEXT, [400, "FILE_NAME_INVALID"]),
    "long": (RAW.format("x" * 252 + ".txt"), TEXT, [400, "FILE_NAME_INVALID"]),
    "not UTF-8": (RAW.format("%FF.txt"), TEXT, [201]),
    "reference": (RAW.format("a.txt") + "&reference=maybe", TEXT, [422, "reference"]),
    "two sources": (RAW.format("a.txt") + "&SourceLanguage=de", TEXT, [400, "FIELD_TWICE"]),
    "all": ("fileName=%2F&reference=0&sourceLanguage=x", b"",
            [400, "FILE_NAME_INVALID", "FILE_EMPTY", "TARGET_LANGUAGES_MISSING", "LANGUAGE_CODE_INVALID"]),
}  # fmt: skip


@pytest.mark.parametrize("case", UPLOADS)
async def test_an_upload_that_is_wrong(client: Client, case: str) -> None:
    query, data, expected = UPLOADS[case]
    project = await draft(client)
    answer = await client.call("POST", f"{PROJECTS}/{project}/files?{query}", content=data)
    assert said(answer) == expected
    again = await client.call("GET", f"{PROJECT}/{project}/file")
    assert len(again.json()["files"]) == (1 if expected == [201] else 0)


async def test_a_name_is_unique_for_a_language_in_every_spelling(client: Client) -> None:
    project = await draft(client)
    first = (await send(client, project, "r%C3%A9sum%C3%A9.txt")).json()
    again = await send(client, project, "re%CC%81sume%CC%81.txt")
    assert said(again) == [400, "FILE_NAME_EXISTS"]
    assert first["id"] in again.json()[0]["hints"]


FORM = {"Content-Type": "multipart/form-data; boundary=x"}
PART = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nText.\r\n'


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        (FORM, b""),
        (FORM, b"junk"),
        (FORM, b"--y\r\n\r\n--y--"),
        (FORM, PART),  # no end
        (FORM, PART + PART + b"--x--\r\n"),  # two files
        (FORM, PART.replace(b'; filename="a.txt"', b"") + b"--x--\r\n"),  # a field, not a file
        ({"Content-Type": "multipart/form-data"}, PART + b"--x--\r\n"),  # no boundary
        ({"Content-Type": "multipart/mixed; boundary=x"}, PART + b"--x--\r\n"),
        (FORM, b'--x\r\nContent-Disposition: form-data; name="f"\r\n\r\n' + b"y" * 70_000 + b"\r\n--x--\r\n"),
    ],
    ids=["empty", "junk", "other boundary", "no end", "two files", "a field", "no boundary", "mixed", "long"],
)
async def test_a_form_that_is_malformed(client: Client, headers: dict[str, str], body: bytes) -> None:
    project = await draft(client)
    path = f"{PROJECTS}/{project}/files?{RAW.format('a.txt')}"
    answer = await client.call("POST", path, content=body, headers=headers)
    assert said(answer)[0] == 422
    assert (await client.read(f"{PROJECTS}/{project}/files"))["files"] == []


async def at_once(*calls: Any) -> list[httpx2.Response]:
    return list(await asyncio.gather(*calls))


async def test_one_of_several_takes_an_external_id(client: Client) -> None:
    name, service = uuid.uuid4().hex, await client.service("human")
    body = {"title": "T", "serviceId": service, "externalId": name}
    answers = await at_once(*(client.call("POST", PROJECTS, json=body) for _ in range(5)))
    assert sorted(one.status_code for one in answers) == [201] + [400] * 4
    (made,) = [one.json()["id"] for one in answers if one.status_code == 201]
    for one in answers:
        if one.status_code == 400:
            assert said(one) == [400, "EXTERNAL_ID_EXISTS"]
            assert f"project {made}." in one.json()[0]["hints"]
    name, drafts = uuid.uuid4().hex, [await draft(client) for _ in range(4)]
    changes = [client.call("PATCH", f"{PROJECTS}/{one}", json={"externalId": name}) for one in drafts]
    answers = await at_once(*changes)
    assert sorted(one.status_code for one in answers) == [204, 400, 400, 400]
    found = await client.read(f"{PROJECTS}?externalId={name}")
    assert len(found["projects"]) == 1


async def test_one_of_several_repeats_is_done(client: Client) -> None:
    key, title = {"Idempotency-Key": uuid.uuid4().hex}, uuid.uuid4().hex
    body = {"title": title, "serviceId": await client.service("human")}
    answers = await at_once(*(client.call("POST", PROJECTS, json=body, headers=key) for _ in range(5)))
    assert {one.status_code for one in answers} <= {201, 409}
    (content,) = {one.content for one in answers if one.status_code == 201}
    assert len((await client.read(f"{PROJECTS}?title={title}"))["projects"]) == 1
    project = (await client.call("POST", PROJECTS, json=body, headers=key)).json()["id"]
    assert str(project).encode() in content
    path = f"{PROJECTS}/{project}/files?{RAW.format('a.txt')}"
    answers = await at_once(*(client.call("POST", path, content=TEXT, headers=key) for _ in range(5)))
    assert {one.status_code for one in answers} <= {201, 409}
    assert len({one.content for one in answers if one.status_code == 201}) == 1
    assert len((await client.read(f"{PROJECTS}/{project}/files"))["files"]) == 1


@pytest.mark.parametrize("action", ["do-cancel", "delete"])
async def test_a_repeat_gets_the_first_answer_after_any_change(client: Client, action: str) -> None:
    key = {"Idempotency-Key": uuid.uuid4().hex}
    project = await draft(client)
    path = f"{PROJECTS}/{project}/files?{RAW.format('a.txt')}"
    first = await client.call("POST", path, content=TEXT, headers=key)
    assert first.status_code == 201
    method, rest = ("DELETE", "") if action == "delete" else ("POST", f"/{action}")
    assert (await client.call(method, f"{PROJECTS}/{project}{rest}")).status_code in (200, 204)
    again = await client.call("POST", path, content=TEXT, headers=key)
    assert (again.status_code, again.content) == (201, first.content)
