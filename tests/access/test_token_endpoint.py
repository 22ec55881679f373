"""Clauses A1, A2 and A3: the token endpoint, and a table of everything that must not get a token."""

from __future__ import annotations

import base64
import string
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from typing import Any
from urllib.parse import quote, urlencode

import httpx2
import pytest

from dragoman.access.model import NewApplication
from dragoman.accounts.model import AccountKind
from dragoman.telemetry import Metrics
from tests.access.bad_bodies import BAD_BODIES, G
from tests.access.conftest import Service, create_app

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
ASCII = set(string.printable) - set('"\\') - set("\r\n\t\x0b\x0c")


def basic(client_id: str, secret: str) -> dict[str, str]:
    return {"Authorization": "Basic " + base64.b64encode(f"{client_id}:{secret}".encode()).decode()}


async def post(
    service: Service, body: Any, headers: Any = (), path: str = "/oauth2/token"
) -> httpx2.Response:
    pairs = [*FORM.items(), *(headers.items() if isinstance(headers, dict) else headers)]
    return await service.client.post(path, content=body, headers=pairs)


@pytest.mark.parametrize("path", ["/oauth2/token", "/protocol/openid-connect/token"])
async def test_the_reply_is_exactly_the_promised_one(
    service: Service, fields: dict[str, str], path: str
) -> None:
    """A1, A2."""
    answer = await service.client.post(path, data=fields)
    reply = answer.json()
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Content-Type"] == "application/json"
    assert reply == {
        "access_token": reply["access_token"],
        "expires_in": 300,
        "refresh_expires_in": 0,
        "token_type": "Bearer",
        "not-before-policy": 0,
        "scope": "translate projects reference",
    }
    assert (await service.call(reply["access_token"])).status_code == 200


@pytest.mark.parametrize(
    "encode", [str, lambda text: quote(text, safe=""), lambda text: text.replace("_", "%5F")]
)
@pytest.mark.parametrize("scheme", ["Basic", "basic", "BASIC"])
async def test_basic_credentials_raw_and_percent_encoded(
    service: Service, application: NewApplication, encode: Any, scheme: str
) -> None:
    """A1 (RFC 6749, 2.3.1)."""
    header = basic(encode(application.application.client_id), encode(application.client_secret))
    header["Authorization"] = header["Authorization"].replace("Basic", scheme)
    answer = await post(service, "grant_type=client_credentials", header)
    assert answer.status_code == 200


async def test_basic_with_the_same_client_id_in_the_form(service: Service, fields: dict[str, str]) -> None:
    """A1: some libraries send the id in both places; the secret is there once."""
    header = basic(fields["client_id"], fields.pop("client_secret"))
    assert (await post(service, urlencode(fields), header)).status_code == 200


async def test_fewer_scopes_can_be_asked_for(service: Service, fields: dict[str, str]) -> None:
    """A1, A7."""
    answer = await service.client.post(
        "/oauth2/token", data={**fields, "scope": "reference translate reference"}
    )
    assert answer.json()["scope"] == "translate reference"
    empty = await service.client.post("/oauth2/token", data={**fields, "scope": ""})
    assert empty.json()["scope"] == "translate projects reference"


async def test_unknown_fields_a_charset_and_other_accept_headers_do_no_harm(
    service: Service, fields: dict[str, str]
) -> None:
    """A1."""
    headers = {
        "Content-Type": "application/x-www-form-urlencoded; charset=UTF-8",
        "Accept": "text/html",
        "Authorization": "Bearer of-a-stale-token",
    }
    body = urlencode({**fields, "audience": "x", "resource": "y", "ключ": "значение"})
    answer = await service.client.post("/oauth2/token?client_id=ignored", content=body, headers=headers)
    assert answer.status_code == 200


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "PATCH"])
async def test_other_methods_are_405(service: Service, method: str) -> None:
    """A1."""
    answer = await service.client.request(method, "/oauth2/token")
    assert (answer.status_code, answer.headers["Allow"]) == (405, "POST")


def test_the_table_is_as_long_as_promised() -> None:
    assert len({str(body) for body, _ in BAD_BODIES}) >= 60


async def test_bad_bodies_get_the_right_error_and_nothing_echoed(
    service: Service, application: NewApplication
) -> None:
    """A1, A3: every row of the table."""
    wrong = []
    for template, error in BAD_BODIES:
        body = template.encode() if isinstance(template, str) else template
        body = body.replace(b"ID", application.application.client_id.encode())
        body = body.replace(b"SECRET", application.client_secret.encode())
        answer = await post(service, body)
        problems = check_refusal(answer, error)
        if application.client_secret in answer.text or problems:
            wrong.append((template, answer.status_code, answer.text, problems))
    assert wrong == []


def check_refusal(answer: httpx2.Response, error: str) -> list[str]:
    body = answer.json()
    status = 401 if error == "invalid_client" else 400
    challenged = answer.headers.get("WWW-Authenticate", "").startswith("Basic ")
    checks = {
        "status": answer.status_code == status,
        "error": body.get("error") == error,
        "shape": set(body) == {"error", "error_description"},
        "ascii": set(body.get("error_description", "")) <= ASCII,
        "helpful": len(body.get("error_description", "")) > 15,
        "challenge": challenged is (status == 401),
        "cache": answer.headers.get("Cache-Control") == "no-store",
    }
    return [name for name, good in checks.items() if not good]


@pytest.mark.parametrize(
    "content_type",
    [
        "application/json",
        "text/plain",
        "multipart/form-data; boundary=x",
        "",
        "application/x-www-form-urlencodedx",
    ],
)
async def test_only_forms_are_read_and_the_message_says_so(
    service: Service, fields: dict[str, str], content_type: str
) -> None:
    """A1: what clients get wrong most often."""
    answer = await service.client.post(
        "/oauth2/token", content=urlencode(fields), headers={"Content-Type": content_type}
    )
    assert check_refusal(answer, "invalid_request") == []
    assert "form" in answer.json()["error_description"]


async def test_json_gets_the_hint_to_send_a_form(service: Service, fields: dict[str, str]) -> None:
    """A1."""
    answer = await service.client.post("/oauth2/token", json=fields)
    assert check_refusal(answer, "invalid_request") == []
    assert "form" in answer.json()["error_description"]


def encoded(text: str | bytes) -> str:
    return base64.b64encode(text.encode() if isinstance(text, str) else text).decode()


@pytest.mark.parametrize(
    ("value", "error"),
    [
        ("Basic", "invalid_client"),
        ("Basic ", "invalid_client"),
        ("Basic !!!", "invalid_client"),
        ("Basic " + encoded("no colon"), "invalid_client"),
        ("Basic " + encoded(b"\xff:\xff"), "invalid_client"),
        ("Basic " + encoded("%ff:%ff"), "invalid_client"),
        ("Basic " + encoded(":"), "invalid_client"),
        ("Basic " + encoded("a\0:b\0"), "invalid_client"),
        ("Basic " + encoded("nobody:nothing"), "invalid_client"),
        ("Basic " + encoded("nobody:nothing").rstrip("="), "invalid_client"),
        ("Basic " + encoded("nobody:nothing") + " trailing", "invalid_client"),
        ("Bearer abc", "invalid_client"),
    ],
)
async def test_bad_basic_headers(service: Service, value: str, error: str) -> None:
    """A1, A3."""
    answer = await post(service, G, {"Authorization": value})
    assert check_refusal(answer, error) == []


async def test_credentials_in_two_places_or_two_headers(service: Service, fields: dict[str, str]) -> None:
    """A1."""
    header = basic(fields["client_id"], fields["client_secret"])
    both = await post(service, urlencode(fields), header)
    other = await post(service, f"{G}&client_id=another", header)
    doubled = await post(service, G, [*header.items(), *header.items()])
    for answer in (both, other, doubled):
        assert check_refusal(answer, "invalid_request") == []


async def test_an_endless_body_is_refused_before_it_is_read(service: Service) -> None:
    """A1, E7."""
    sent = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal sent
        while sent < 50_000_000:
            sent += 4096
            yield b"x" * 4096

    answer = await service.client.post("/oauth2/token", content=endless(), headers=FORM)
    assert check_refusal(answer, "invalid_request") == []
    assert sent < 50_000


async def test_a_trial_that_ended_gets_neither_tokens_nor_answers(open_beside: Any) -> None:
    """A9."""
    service: Service = await open_beside(trial_days=60)
    application = await service.create_application(kind=AccountKind.TRIAL)
    token = await service.fetch_token(application)
    assert (await service.call(token)).status_code == 200
    later = replace(service.identity.database, clock_offset=timedelta(days=60))
    ended: Service = await open_beside(trial_days=60, on=later)
    refused = await ended.request_token(application)
    assert refused.status_code == 401
    assert refused.json() == {"error": "invalid_client", "error_description": "The trial has ended."}
    answer = await ended.call(token)
    assert (answer.status_code, answer.json()) == (401, {"detail": "The trial has ended."})


async def test_while_starting_it_answers_503(fields: dict[str, str]) -> None:
    """A3, E5."""
    transport = httpx2.ASGITransport(create_app(None, Metrics(), []))
    async with httpx2.AsyncClient(transport=transport, base_url="http://test") as client:
        answer = await client.post("/oauth2/token", data=fields)
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) >= 1
    assert set(answer.json()) == {"error", "error_description"}
