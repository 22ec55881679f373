"""Requests that are wrong in themselves, or come at the wrong time: one stable answer each, and no effect."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.projects.served import ABSENT, PROJECT, PROJECTS, RAW, STATES, TEXT, Client, bring, draft, said

STARTED, FINISHED, CANCELLED = [400, "PROJECT_STARTED"], [400, "PROJECT_FINISHED"], [400, "PROJECT_CANCELLED"]
VERBS: Final[dict[str, tuple[str, str, dict[str, Any], list[list[Any]]]]] = {
    # the answers in the order of STATES
    "put": ("PUT", "", {"json": {"title": "New"}}, [[204], [204], STARTED, FINISHED, CANCELLED]),
    "patch": ("PATCH", "", {"json": {"title": "New"}}, [[204], [204], STARTED, FINISHED, CANCELLED]),
    "patch nothing": ("PATCH", "", {"json": {}}, [[204], [204], STARTED, FINISHED, CANCELLED]),
    "patch badly": (
        "PATCH", "", {"json": {"title": 5, "userId": ABSENT}},
        [[400, *more, "WRONG_TYPE", "USER_NOT_FOUND"]
         for more in ([], [], STARTED[1:], FINISHED[1:], CANCELLED[1:])],
    ),
    "no object": ("PATCH", "", {"content": b"[]"}, [[422, "body"]] * 5),
    "read": ("GET", "", {}, [[200]] * 5),
    "quote": ("POST", "/do-quote", {}, [[400, "PROJECT_EMPTY"], [200], [200], [200], [200]]),
    "upload": ("POST", "/files?" + RAW.format("b.txt"), {"content": TEXT},
               [[201], [201], [201], FINISHED, CANCELLED]),
    "reference": ("POST", "/file?fileName=c.txt&reference=true", {"content": TEXT},
                  [[201], [201], [201], FINISHED, CANCELLED]),
    "list files": ("GET", "/files", {}, [[200]] * 5),
    "download": ("GET", "/files/{file}", {}, [[404], [200], [200], [200], [200]]),
    "take out": ("DELETE", "/files/{file}", {}, [[404], [204], STARTED, FINISHED, CANCELLED]),
    "start": ("POST", "/do-start", {"content": b"{{"},
              [[400, "PROJECT_EMPTY"], [200], [200], [200], CANCELLED]),
    "cancel": ("POST", "/do-cancel", {"json": [1]}, [[200], [200], STARTED, FINISHED, [200]]),
    "delete": ("DELETE", "", {}, [[204], [204], STARTED, FINISHED, CANCELLED]),
}  # fmt: skip


CHANGING: Final = {"start", "cancel", "delete"}  # the state of a draft


@pytest.mark.parametrize("state", STATES)
async def test_every_verb_in_every_state(client: Client, state: str) -> None:
    answers, place = {}, STATES.index(state)
    project, file = await bring(client, state)
    for verb, (method, rest, options, _) in VERBS.items():
        if verb in CHANGING and state in ("empty", "draft"):
            project, file = await bring(client, state)
        before = await client.read(f"{PROJECTS}/{project}")
        path = f"{PROJECTS}/{project}{rest.format(file=file)}"
        answer = await client.call(method, path, **options)
        answers[verb] = said(answer)
        if answer.status_code == 204:
            assert answer.content == b""
        if answer.status_code >= 400:
            assert await client.read(f"{PROJECTS}/{project}") == before
    assert answers == {verb: expected[place] for verb, (*_, expected) in VERBS.items()}


DEEP: Any = []
for _ in range(9):
    DEEP = [DEEP]
FIELDS: Final[list[tuple[str, Any, str | None, str]]] = [
    # field, value, the rule that it breaks (None: its type is wrong)
    ("title", "x" * 501, "TITLE_TOO_LONG", "501"),
    ("title", " \t\u3000\n", "TITLE_EMPTY", "spaces"),
    ("title", "", "TITLE_EMPTY", "empty"),
    ("title", "a\x00b", "TEXT_INVALID", "nul"),
    ("title", ["x"], None, "list"),
    ("deadline", "2020-01-01T00:00:00Z", "DEADLINE_PAST", "past"),
    ("deadline", "2020-01-01T00:00:00", "DEADLINE_PAST", "past-without-zone"),
    ("deadline", 4102444800, None, "number"),
    ("deadline", 4102444800.5, None, "float"),
    ("deadline", "10000-01-01T00:00:00Z", None, "year-10000"),
    ("deadline", "9999-12-31T23:59:59-14:00", None, "beyond-9999"),
    ("deadline", "2030-02-30T00:00:00Z", None, "no-day"),
    ("deadline", "tomorrow", None, "word"),
    ("deadline", "", None, "empty"),
    ("deadline", True, None, "true"),
    ("metadata", {"a": DEEP}, "METADATA_TOO_DEEP", "11-deep"),
    ("metadata", {"a": "x" * 16_400}, "METADATA_TOO_LARGE", "big"),
    ("metadata", {"a": "\x00"}, "METADATA_INVALID", "nul"),
    ("metadata", {"\x00": {}}, "METADATA_INVALID", "nul-name"),
    ("metadata", [], None, "list"),
    ("metadata", "{}", None, "text"),
    ("useTranslationMemory", 1, None, "one"),
    ("useTranslationMemory", "true", None, "text"),
    ("briefing", "x" * 50_001, "TEXT_TOO_LONG", "long"),
    ("purchaseOrderNumber", "x" * 256, "TEXT_TOO_LONG", "long"),
    ("externalId", "\u3000", "TEXT_EMPTY", "spaces"),
    ("externalId", 5, None, "number"),
]


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [pytest.param(*case[:3], id=f"{case[0]}-{case[3]}") for case in FIELDS],
)
async def test_a_field_that_is_wrong(client: Client, name: str, value: Any, code: str | None) -> None:
    body = {"title": "T", "serviceId": await client.service("human"), name: value}
    project = await draft(client)
    before = await client.read(f"{PROJECTS}/{project}")
    made = await client.call("POST", PROJECTS, json=body)
    assert said(made) == ([422, name] if code is None else [400, code])
    for method, path in (("PUT", PROJECTS), ("PATCH", PROJECT)):
        changed = await client.call(method, f"{path}/{project}", json={name: value})
        assert said(changed) == [400, code or "WRONG_TYPE"]
    assert await client.read(f"{PROJECTS}/{project}") == before


@pytest.mark.parametrize(
    "body",
    [
        b'{"title":"T","serviceId":1,"metadata":{"a":NaN}}',
        b'{"title":"T","serviceId":1,"metadata":{"a":"\\ud800"}}',
        b'{"title":"\\udc00","serviceId":1}',
        b'{"title":"T","serviceId":1' + b"0" * 5000 + b"}",
        b'{"title":"T","serviceId":1,"metadata":' + b'{"a":' * 5000 + b"1" + b"}" * 5001,
        b'{"title":"T","serviceId":1,"metadata":{"a":"\xff"}}',
        b'\xef\xbb\xbf{"title":"T","serviceId":1}',
        '{"title":"T","serviceId":1}'.encode("utf-16"),
        b'{"title":"T","serviceId":1,}',
        b'{"title":"T" "serviceId":1}',
        b"{'title':'T'}",
        b"\x00",
        b"",
        b" ",
        b"5",
    ],
    ids=lambda body: body[-24:].decode("latin-1"),
)
async def test_what_is_not_our_json(client: Client, body: bytes) -> None:
    project = await draft(client)
    for method, path in (
        ("POST", PROJECTS),
        ("PUT", f"{PROJECTS}/{project}"),
        ("PATCH", f"{PROJECT}/{project}"),
    ):
        answer = await client.call(method, path, content=body)
        assert answer.status_code == 422, (method, answer.text)
        assert all(one["loc"][0] == "body" for one in answer.json()["detail"])


async def test_metadata_with_a_name_twice_is_given_back_as_it_was_sent(client: Client) -> None:
    service = await client.service("human")
    text = '{"a": 1, "a": 2.50, "b": 12345678901234567890123}'
    body = f'{{"title":"T","serviceId":{service},"metadata":{text}}}'.encode()
    made = await client.call("POST", PROJECTS, content=body)
    assert made.status_code == 201
    assert text.encode() in made.content
    assert text.encode() in (await client.call("GET", f"{PROJECTS}/{made.json()['id']}")).content


async def test_refused_titles_are_not_said_back(client: Client) -> None:
    answer = await client.call("POST", PROJECTS, json={"title": "secret" * 100, "serviceId": "secret"})
    assert b"secret" not in answer.content
