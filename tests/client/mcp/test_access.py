"""Who is answered at `/mcp`: tokens and the way to them, origins, sizes, methods."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.client.auth.extensions.client_credentials import ClientCredentialsOAuthProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError

from tests.client.mcp.conftest import Customer, call, over_http
from tests.live import Application, LiveService
from tests.waiting import CEILING


def token(live: LiveService, application: Application) -> str:
    return str(live.fetch_token(application)["access_token"])


async def test_a_token_that_ends_ends_the_session(live: LiveService, acme: Customer) -> None:
    """Tokens are checked with every message: nothing of a session outlives them."""
    application = live.create_application(acme.account, name="ends")
    issued = token(live, application)
    async with over_http(live, issued) as client:
        assert await call(client, "list_languages", source_language="en", target_language="es")
        live.admin("application", "regenerate-secret", str(application.id), "--revoke-tokens")
        with pytest.raises(MCPError, match="error response"):
            await client.call_tool("list_languages", {})
    refused = httpx2.post(
        f"{live.url}/mcp", json={}, headers={"Authorization": f"Bearer {issued}"}, timeout=CEILING
    )
    assert refused.status_code == 401
    assert 'error="invalid_token"' in refused.headers["www-authenticate"]


def test_without_a_token_the_way_to_one_is_told(live: LiveService) -> None:
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    for headers in ({}, {"Authorization": "Bearer wrong"}):
        refused = httpx2.post(f"{live.url}/mcp", json=message, headers=headers, timeout=CEILING)
        assert refused.status_code == 401
        challenge = refused.headers["www-authenticate"]
        metadata = f"{live.url}/.well-known/oauth-protected-resource/mcp"
        assert f'resource_metadata="{metadata}"' in challenge
    described = httpx2.get(metadata, timeout=CEILING).json()
    assert described["resource"] == f"{live.url}/mcp"
    assert described["authorization_servers"] == [live.url]
    assert described["scopes_supported"] == ["translate", "projects", "reference"]
    root = httpx2.get(f"{live.url}/.well-known/oauth-protected-resource", timeout=CEILING)
    assert root.json() == described


class Memory:
    """Where the package's client keeps its token."""

    def __init__(self) -> None:
        self.tokens: Any = None
        self.client: Any = None

    async def get_tokens(self) -> Any:
        return self.tokens

    async def set_tokens(self, tokens: Any) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> Any:
        return self.client

    async def set_client_info(self, client: Any) -> None:
        self.client = client


@pytest.mark.parametrize("scopes", ["translate,projects,reference", "translate"])
async def test_the_package_gets_its_token_by_the_metadata(
    live: LiveService, acme: Customer, scopes: str
) -> None:
    """With an application that lacks scopes too: it gets a token with those that it has."""
    application = live.create_application(acme.account, "--scopes", scopes, name=f"discovers {scopes}")
    kept = Memory()
    signs_in = ClientCredentialsOAuthProvider(
        server_url=f"{live.url}/mcp",
        storage=kept,
        client_id=application.client_id,
        client_secret=application.client_secret,
        issuer=live.url,
    )
    async with (
        httpx2.AsyncClient(auth=signs_in, timeout=CEILING) as http,
        Client(streamable_http_client(f"{live.url}/mcp", http_client=http)) as client,
    ):
        found = await call(client, "detect_language", text="Where is the railway station of this town?")
    assert found == {"language": "en"}
    assert set(kept.tokens.scope.split()) == set(scopes.split(","))


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Content-Type": "text/plain"}, 400),
    ],
)
def test_calls_of_other_sites_and_other_types_are_refused(
    live: LiveService, acme: Customer, headers: dict[str, str], status: int
) -> None:
    message = b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
    usual = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    authorized = {**usual, "Authorization": f"Bearer {token(live, acme.application)}"}
    refused = httpx2.post(
        f"{live.url}/mcp", content=message, headers={**authorized, **headers}, timeout=CEILING
    )
    assert refused.status_code == status, refused.text
    own = httpx2.post(
        f"{live.url}/mcp", content=message, headers={**authorized, "Origin": live.url}, timeout=CEILING
    )
    assert own.status_code == 200, own.text


def test_a_body_beyond_the_limit_is_refused(live: LiveService, acme: Customer) -> None:
    headers = {
        "Authorization": f"Bearer {token(live, acme.application)}",
        "Accept": "application/json, text/event-stream",
    }
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"x": "x" * (2 * 1024 * 1024)}}
    refused = httpx2.post(f"{live.url}/mcp", json=message, headers=headers, timeout=CEILING)
    assert refused.status_code == 422
    assert "larger ones by /v2/documents/translate" in refused.json()["detail"]


def test_only_post_is_answered(live: LiveService, acme: Customer) -> None:
    headers = {"Authorization": f"Bearer {token(live, acme.application)}"}
    for method in ("GET", "DELETE"):
        refused = httpx2.request(method, f"{live.url}/mcp", headers=headers, timeout=CEILING)
        assert (refused.status_code, refused.headers["allow"]) == (405, "POST")
