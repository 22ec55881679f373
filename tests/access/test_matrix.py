"""Every endpoint of the OpenAPI document against every kind of identity (A6, A7)."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from typing import Any

import httpx2
import pytest
import pytest_asyncio

from dragoman.access import signing_keys
from dragoman.access.actions import revoke_application_tokens
from dragoman.access.model import AccessScope, StaffRole
from dragoman.accounts.actions import change_account
from dragoman.app import create_app
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from tests.access.conftest import Service
from tests.access.forge import UNKNOWN_KEY, Forge
from tests.access.provider import ISSUER

ALL = frozenset(AccessScope)
NOBODYS = 2**31 - 1  # an id that nothing has
METHODS = {"get", "put", "post", "patch", "delete"}


@pytest_asyncio.fixture
async def client(fresh: Service) -> AsyncIterator[httpx2.AsyncClient]:
    """The whole interface, without sockets."""
    app = create_app(fresh.identity.settings, issuer=ISSUER)
    app.state.runtime = fresh.runtime
    transport = httpx2.ASGITransport(app)
    async with httpx2.AsyncClient(transport=transport, base_url="http://test") as opened:
        yield opened


def protected(document: Mapping[str, Any]) -> Iterator[tuple[str, str, frozenset[AccessScope]]]:
    """Method, path and the scopes of which any opens it, for every operation that wants a token."""
    for path, operations in document["paths"].items():
        for method in METHODS & set(operations):
            alternatives = operations[method]["security"]
            scopes = frozenset(AccessScope(scope) for one in alternatives for scope in one["OAuth2"])
            if scopes:
                yield method.upper(), fill(path, operations[method]), scopes


def fill(path: str, operation: Mapping[str, Any]) -> str:
    """The path with well-formed values that name nothing."""
    for parameter in operation.get("parameters", ()):
        if parameter["in"] != "path":
            continue
        schema = parameter["schema"]
        value = str(uuid.UUID(int=0)) if schema.get("format") == "uuid" else str(NOBODYS)
        path = path.replace(f"{{{parameter['name']}}}", value)
    is_endless = "text/event-stream" in operation["responses"].get("200", {}).get("content", {})
    return f"{path}?after=no-cursor" if is_endless else path


async def refused_headers(service: Service) -> dict[str, dict[str, str]]:
    """Who must not come in, by what is wrong with them. Each would have all scopes."""
    application = await service.create_application(scopes=ALL, role=StaffRole.ADMIN)
    disabled = await service.create_application(scopes=ALL, role=StaffRole.ADMIN)
    revoked = await service.create_application(scopes=ALL, role=StaffRole.ADMIN)
    closed = await service.create_application(scopes=ALL, role=StaffRole.ADMIN)
    forge = Forge(service, application, await service.fetch_token(application))
    tokens = {
        "malformed": "not.a.token",
        "expired": forge.signed(exp=forge.claims["iat"] - 1, iat=forge.claims["iat"] - 400),
        "not valid yet": forge.signed(nbf=forge.claims["exp"] + 3600),
        "unsigned": forge.raw('{"alg":"none"}', "{}"),
        "of a stranger": forge.signed(key=UNKNOWN_KEY),
        "of another issuer": forge.signed(iss="https://elsewhere.example"),
        "for another audience": forge.signed(aud="elsewhere"),
        "of a disabled application": await service.fetch_token(disabled),
        "of a disabled account": await service.fetch_token(closed),
        "revoked": await service.fetch_token(revoked),
    }
    await service.set_disabled(disabled, disabled=True)
    async with transaction(service.database, account=ALL_ACCOUNTS) as tx:
        await change_account(tx, account_id=closed.application.account_id, disabled=True)
        await revoke_application_tokens(tx, application_id=revoked.application.id)
    return {
        "without a token": {},
        "by another scheme": {"Authorization": "Basic YTpi"},
        **{name: {"Authorization": f"Bearer {token}"} for name, token in tokens.items()},
    }


async def admitted_headers(
    service: Service, wanted: Iterable[frozenset[AccessScope]]
) -> dict[frozenset[AccessScope], dict[str, str]]:
    """Good tokens with exactly these scopes."""
    headers = {}
    for scopes in wanted:
        role = StaffRole.ADMIN if AccessScope.PROVIDER in scopes else None
        application = await service.create_application(scopes=scopes, role=role)
        headers[scopes] = {"Authorization": f"Bearer {await service.fetch_token(application)}"}
    return headers


async def test_a6_every_endpoint_refuses_whom_it_must_and_no_others(
    fresh: Service, client: httpx2.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    endpoints = list(protected((await client.get("/openapi.json")).json()))
    assert len(endpoints) > 30
    refused = await refused_headers(fresh)
    wanted = {scopes for _, _, scopes in endpoints}
    # Keys are read again from the database at most once a second, and callers wait for it.
    monkeypatch.setattr(signing_keys, "_RELOAD_SECONDS", 0.0)
    good = await admitted_headers(
        fresh, {ALL - scopes for scopes in wanted} | {frozenset({one}) for one in ALL}
    )
    wrong = []
    for method, path, scopes in endpoints:
        for name, headers in refused.items():
            answer = await client.request(method, path, headers=headers)
            if answer.status_code != 401 or not answer.headers["WWW-Authenticate"].startswith("Bearer"):
                wrong.append((method, path, name, answer.status_code))
        answer = await client.request(method, path, headers=good[ALL - scopes])
        if answer.status_code != 403 or "insufficient_scope" not in answer.headers["WWW-Authenticate"]:
            wrong.append((method, path, "without the scope", answer.status_code))
        for scope in scopes:
            answer = await client.request(method, path, headers=good[frozenset({scope})])
            if answer.status_code in {401, 403} or answer.status_code >= 500:
                wrong.append((method, path, f"with {scope}", answer.status_code))
    assert wrong == []
