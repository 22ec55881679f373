"""The messages for bad requests are in plain words, and say how to mend the request (E2, E4).

The requests are generated from the OpenAPI document: every operation, with what is wrong in every field.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any, Final

import httpx2
import pytest
import pytest_asyncio

from tests.conftest import Postgres
from tests.projects.conftest import open_project_resources
from tests.projects.served import Client, Served, serving

FORBIDDEN: Final = re.compile(
    "(?i:python|pydantic|orjson|class '|UploadFile|NoneType|dictionary|object to extract|instance of|"
    "received:|after validation|value error|input should|valid (string|integer|number|list|dict)|unable to|"
    r"parse|traceback|exception|index [0-9])|\bctx\b|\bNone\b|\bstr\b|\bint\b|\bbool\b|\(char |_type\b|__"
)
MULTIPART: Final = "multipart/form-data"
TOKENS: Final = ("/oauth2/token", "/protocol/openid-connect/token")
WRONG: Final[list[object]] = [5, "x", "", [], {}, [5], [None], True, None, 1.5, -1, 10**30, "x" * 200_000]
BODIES: Final[list[bytes]] = [
    b"",
    b"{",
    b"[]",
    b"null",
    b'"x"',
    b'{"a":"\xff"}',
    b"[" * 5000,
    b'{"a":\n NaN}',
    b"title=x&source=en",
]
FORMS: Final[list[tuple[bytes, str]]] = [
    (b'{"source":"en"}', "application/json"),
    (b"source=en", "application/x-www-form-urlencoded"),
    (b"x", MULTIPART),
    (b"x", f"{MULTIPART}; boundary=b"),
    (b"--b\r\n\r\nx\r\n--b--\r\n", f"{MULTIPART}; boundary=b"),
    (b'--b\r\nContent-Disposition: form-data; name="file"\r\n\r\nx\r\n', f"{MULTIPART}; boundary=b"),
    (b'--b\r\nContent-Disposition: form-data; name="file"\r\n\r\nx\r\n--b--\r\n', f"{MULTIPART}; boundary=b"),
    (
        b'--b\r\nContent-Disposition: form-data; name="file"; filename=""\r\n\r\nx\r\n--b--\r\n',
        f"{MULTIPART}; boundary=b",
    ),
]


@pytest_asyncio.fixture(scope="module")
async def served(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Served]:
    """On a database of its own: some of the requests are right, and change services and accounts."""
    data = tmp_path_factory.mktemp("messages") / "data"
    async with (
        open_project_resources(postgres, "test_messages", data) as resources,
        serving(resources) as opened,
    ):
        await opened.open_customer()  # whose things have the id 1, and are disabled and deleted
        yield opened


def resolve(schema: Mapping[str, Any], schemas: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema behind a reference, or behind what may also be null."""
    if "$ref" in schema:
        return resolve(schemas[schema["$ref"].rpartition("/")[2]], schemas)
    for choice in schema.get("anyOf", ()):
        if choice.get("type") != "null":
            return resolve(choice, schemas)
    return schema


def filled(schema: Mapping[str, Any], schemas: Mapping[str, Any], wrong: object, *, depth: int) -> object:
    """A value that has `wrong` in every field `depth` objects down."""
    schema = resolve(schema, schemas)
    if depth == 0:
        return wrong
    if "properties" in schema:
        return {
            name: filled(one, schemas, wrong, depth=depth - 1) for name, one in schema["properties"].items()
        }
    return [filled(schema["items"], schemas, wrong, depth=depth)] if "items" in schema else wrong


def requests(document: Mapping[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Method, path and what is sent."""
    schemas = document["components"]["schemas"]
    for template, operations in document["paths"].items():
        for method, operation in operations.items():
            parameters = operation.get("parameters", ())
            path = re.sub(r"\{\w+\}", "1", template)
            for value in ("nonsense", "-1", "9" * 30, ""):
                query = {one["name"]: value for one in parameters if one["in"] == "query"}
                if query:
                    yield method, path, {"params": query}
            for value in ("nonsense", "9" * 30):
                if path != template:
                    yield method, re.sub(r"\{\w+\}", value, template), {}
            for kind, content in operation.get("requestBody", {}).get("content", {}).items():
                for options in bodies(kind, content["schema"], schemas):
                    yield method, path, options


def bodies(kind: str, schema: Mapping[str, Any], schemas: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    if kind == "application/json":
        yield from ({"content": body, "headers": {"Content-Type": kind}} for body in BODIES)
        for wrong in WRONG:
            for depth in (1, 2):
                yield {"content": json.dumps(filled(schema, schemas, wrong, depth=depth)).encode()}
    elif kind == MULTIPART:
        yield from ({"content": body, "headers": {"Content-Type": said}} for body, said in FORMS)
        names = set(resolve(schema, schemas)["properties"]) - {"file"}
        for value in ("", "x", "{", "\x00", "-1", "x" * 5000):
            yield {"data": dict.fromkeys(names, value), "files": {"file": ("a.txt", b"x")}}


def texts(answer: httpx2.Response) -> Iterator[str]:
    """All that people are to read."""
    body = answer.json()
    if "error_description" in body:
        yield body["error_description"]
    elif isinstance(body, list):
        for one in body:
            yield from (one["message"], one["hints"])
    elif isinstance(body["detail"], str):
        yield body["detail"]
    else:
        for item in body["detail"]:
            assert set(item) == {"loc", "msg", "type"}
            assert item["loc"][0] in {"body", "query", "path", "header"}
            assert not re.match("json|multipart", item["type"]) or item["loc"] == ["body"]
            yield item["msg"]


@pytest.mark.timeout(400)
async def test_every_message_is_in_plain_words(served: Served, client: Client) -> None:
    staff = await served.open_staff()
    document = (await client.http.get("/openapi.json")).json()
    messages: dict[str, str] = {}
    refused = 0
    for method, path, options in requests(document):
        caller = staff if path.startswith("/provider/") else client
        answer = await caller.call(method.upper(), path, **options)
        assert answer.status_code < 500, (method, path, options, answer.text)
        assert answer.status_code != 401 or path in TOKENS, "the caller was disabled by a request before"
        if answer.status_code >= 400:
            refused += 1
            for text in texts(answer):
                messages.setdefault(text, f"{method} {path} {str(options)[:200]}")
    assert refused > 1000
    assert [(text, messages[text]) for text in messages if not text.strip() or FORBIDDEN.search(text)] == []


EXPLAINED: Final[dict[str, tuple[str, dict[str, Any], str]]] = {
    "byte order mark": ("/v2/translate", {"content": b"\xef\xbb\xbf{}"}, "byte order mark"),
    "huge number": ("/v2/translate", {"content": b'{"a":1e999}'}, "the number is too large"),
    "large text": ("/v2/translate", {"content": b" " * 3_000_000}, "shorter segments"),
    "large record": ("/project/v1/projects", {"content": b" " * 3_000_000}, "Send less"),
    "large field of a form": (
        "/v2/documents/translate",
        {"data": {"source": "x" * 100_000}, "files": {"file": ("a.txt", b"x")}},
        "a field is longer than 65536 bytes",
    ),
    "two files": (
        "/v2/documents/translate",
        {"files": [("file", ("a.txt", b"x")), ("file", ("b.txt", b"x"))]},
        "more than one file",
    ),
    "many fields": (
        "/v2/documents/translate",
        {"data": {f"a{number}": "x" for number in range(40)}, "files": {"file": ("a.txt", b"x")}},
        "more than 32 fields",
    ),
    "no boundary": (
        "/v2/documents/translate",
        {"content": b"x", "headers": {"Content-Type": MULTIPART}},
        "names no boundary",
    ),
    "no name": (
        "/v2/documents/translate",
        {"content": FORMS[4][0], "headers": {"Content-Type": FORMS[4][1]}},
        "a part has no name",
    ),
    "cut off": (
        "/v2/documents/translate",
        {"content": FORMS[5][0], "headers": {"Content-Type": FORMS[5][1]}},
        "Send the whole body",
    ),
    "long text field": (
        "/v2/documents/translate",
        {
            "data": {"source": "en", "target": "es", "translationId": "x" * 65},
            "files": {"file": ("a.txt", b"x")},
        },
        "Send a shorter value: its length is at most 64",
    ),
}


async def test_lists_of_the_provider_refuse_what_no_database_holds(served: Served) -> None:
    staff = await served.open_staff()
    for path in ("audit-log", "notifications"):
        answer = await staff.call("GET", f"/provider/v1/{path}", params={"subject": "a\0"})
        assert answer.status_code == 422
        assert list(texts(answer)) == ["The text holds the character U+0000; leave it out"]


async def test_the_place_of_a_wrong_name_is_the_name(served: Served) -> None:
    staff = await served.open_staff()
    answer = await staff.call("POST", "/provider/v1/services", json={"weights": {"nonsense": 1}})
    places = [one["loc"] for one in answer.json()["detail"]]
    assert ["body", "weights", "nonsense"] in places


@pytest.mark.parametrize("case", EXPLAINED)
async def test_the_reason_is_the_true_one(client: Client, case: str) -> None:
    path, options, words = EXPLAINED[case]
    answer = await client.call("POST", path, **options)
    assert answer.status_code == 422
    messages = list(texts(answer))
    assert [text for text in messages if words in text], messages
