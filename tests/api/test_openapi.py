"""The committed OpenAPI document is the one the code makes, and a stranger can rely on it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import httpx2
from pydantic import BaseModel

from dragoman.app import create_app
from dragoman.http.forms import MULTIPART
from dragoman.settings import Settings
from scripts.setup.browser_files import find_node
from scripts.setup.project import ROOT
from tests.waiting import CEILING

FILE = {"type": "string", "format": "binary", "contentMediaType": "application/octet-stream"}
URLENCODED = "application/x-www-form-urlencoded"
LINT_RULES = Path(__file__).with_name("redocly.yaml")
COMMITTED = Path(__file__).parents[2] / "docs" / "openapi.json"


@cache
def document() -> dict[str, Any]:
    return create_app(Settings(), issuer="http://127.0.0.1:8080").openapi()


def test_the_committed_document_is_current() -> None:
    assert json.loads(COMMITTED.read_text(encoding="utf-8")) == document(), "run `make openapi`"


async def test_others_are_answered_while_the_document_is_made() -> None:
    """It takes a second of computing."""
    transport = httpx2.ASGITransport(create_app(Settings(), issuer="http://127.0.0.1:8080"))
    async with httpx2.AsyncClient(transport=transport, base_url="http://test") as client:
        asked = [asyncio.create_task(client.get("/openapi.json")) for _ in range(3)]
        answered = 0
        while not any(task.done() for task in asked):
            assert (await client.get("/docs")).is_success
            answered += 1
        assert answered > 1
        assert [(await task).json() for task in asked] == 3 * [document()]


def test_every_operation_has_words_and_documents_its_refusals() -> None:
    for path, operations in document()["paths"].items():
        for method, operation in operations.items():
            assert operation["summary"], f"{method} {path}"
            assert operation["description"], f"{method} {path}"
            if path.startswith("/v2"):
                documented = set(operation["responses"])
                assert {"401", "403", "422", "429", "500", "503", "504"} <= documented
                assert documented & {"200", "202", "204"}
                assert operation["security"]


def operations() -> Iterator[tuple[str, dict[str, Any]]]:
    found = document()
    for part in ("paths", "webhooks"):
        for path, by_method in found[part].items():
            for method, operation in by_method.items():
                yield f"{method} {path}", operation


def test_every_upload_is_multipart_with_a_binary_file() -> None:
    schemas = document()["components"]["schemas"]
    uploads = 0
    for name, operation in operations():
        content = operation.get("requestBody", {}).get("content", {})
        assert (URLENCODED in content) == name.endswith(("/token", "/device_authorization")), name
        if MULTIPART in content:
            form = content[MULTIPART]["schema"]
            form = schemas[form["$ref"].rpartition("/")[2]] if "$ref" in form else form
            assert FILE.items() <= form["properties"]["file"].items(), name
            assert "file" in form["required"], name
            uploads += 1
    assert uploads > 6


def test_no_form_has_a_field_that_may_be_null() -> None:
    """A form cannot say null: clients made from such a field send the word for it."""
    schemas = document()["components"]["schemas"]
    for name, operation in operations():
        content = operation.get("requestBody", {}).get("content", {})
        for kind in {MULTIPART, URLENCODED} & set(content):
            form = content[kind]["schema"]
            form = schemas[form["$ref"].rpartition("/")[2]] if "$ref" in form else form
            for field, schema in form["properties"].items():
                assert {"type": "null"} not in schema.get("anyOf", ()), f"{name} {field}"


def test_own_words_answer_what_the_providers_endpoints_do() -> None:
    """They are the same functions; imports of terms alone are jobs only here."""
    answers = {name: operation["responses"] for name, operation in operations()}
    twins = [
        (name, twin)
        for name in answers
        if "{id}/" in name
        and (twin := name.replace("/project/", "/provider/")) in answers
        and name.partition("/v1/")[2].startswith(("term-bases", "translation-memories"))
        and name != "post /project/v1/term-bases/{id}/imports"
    ]
    assert len(twins) >= 14
    for name, twin in twins:
        own, other = (
            {status: made.get("content") for status, made in answers[one].items() if status[0] == "2"}
            for one in (name, twin)
        )
        own.pop("202", None), other.pop("202", None)  # named differently
        assert own == other, name


def test_no_description_names_clauses_of_the_specification() -> None:
    assert re.findall(r"\([A-Z][0-9]{1,2}\b[^)]*\)", json.dumps(document())) == []


def test_every_tag_of_an_operation_is_described() -> None:
    used = {tag for _, operation in operations() for tag in operation["tags"]}
    assert used == {tag["name"] for tag in document()["tags"] if tag["description"]}


def test_schemas_have_plain_names_that_no_two_models_share() -> None:
    """Two models of one name get the paths of their modules, or -Input and -Output: rename one of them."""
    names = document()["components"]["schemas"]
    assert [name for name in names if not re.fullmatch("[A-Z][A-Za-z0-9]*", name)] == []
    assert not {"HTTPValidationError", "ValidationError"} & set(names), "document what a 422 is"
    models: dict[str, set[str]] = {}
    for module in list(sys.modules.values()):
        if module.__name__.startswith("dragoman.api"):
            for value in vars(module).values():
                if isinstance(value, type) and issubclass(value, BaseModel):
                    models.setdefault(value.__name__, set()).add(value.__module__)
    assert {name: places for name, places in models.items() if len(places) > 1} == {}


def test_every_operation_says_who_may_call_it_and_what_it_answers_when_something_is_wrong() -> None:
    known = set(document()["components"]["securitySchemes"]["OAuth2"]["flows"]["clientCredentials"]["scopes"])
    for name, operation in operations():
        scopes = [scope for one in operation["security"] for scope in one["OAuth2"]]
        assert set(scopes) <= known
        path = name.partition(" ")[2]
        assert bool(scopes) == path.startswith(("/v2", "/project/v1", "/provider/v1")), name
        assert all(len(one["OAuth2"]) == 1 for one in operation["security"]), name
        answers = operation["responses"]
        assert any(status.startswith("4") for status in answers), name
        if scopes:
            assert {"401", "403", "422", "429", "500", "503"} <= set(answers), name
        assert ("{" in path) <= ("404" in answers), name


def test_the_calls_that_the_service_makes_are_documented_with_their_signature() -> None:
    calls = document()["webhooks"]
    assert set(calls) == {"documentFinished", "documentFailed", "projectFileEnded", "testEvent"}
    for call in calls.values():
        headers = {one["name"] for one in call["post"]["parameters"] if one["in"] == "header"}
        assert headers == {"webhook-id", "webhook-timestamp", "webhook-signature"}


def test_the_document_names_where_the_service_is() -> None:
    made = create_app(Settings(), issuer="https://translate.example.com").openapi()
    assert made["servers"] == [{"url": "https://translate.example.com"}]


def test_the_token_endpoint_has_its_other_path() -> None:
    paths = document()["paths"]
    one, other = paths["/oauth2/token"]["post"], paths["/protocol/openid-connect/token"]["post"]
    assert one["requestBody"] == other["requestBody"]
    assert one["operationId"] != other["operationId"]


def test_the_token_form_of_the_page_knows_where_to_send_credentials() -> None:
    (scheme,) = document()["components"]["securitySchemes"].values()
    assert scheme["flows"]["clientCredentials"]["tokenUrl"] == "/oauth2/token"
    assert "translate" in scheme["flows"]["clientCredentials"]["scopes"]


def test_the_document_is_clean_under_redocly() -> None:
    environment = {**os.environ, "REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}
    tool = ROOT / "node_modules/@redocly/cli/bin/cli.js"
    done = subprocess.run(
        [find_node(), tool, "lint", "--config", LINT_RULES, "--format", "json", COMMITTED],
        env=environment,
        capture_output=True,
        text=True,
        timeout=CEILING,
        check=False,
    )
    found = json.loads(done.stdout)
    assert found["totals"] == {"errors": 0, "warnings": 0, "ignored": 0}, found["problems"][:5]
