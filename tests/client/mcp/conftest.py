"""A live service, customers with words of their own, and programs of agents over both transports."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from dragoman_client import Client as ServiceClient
from tests.live import Application, LiveService, live_service
from tests.waiting import CEILING

COMMAND = (sys.executable, "-c", "from dragoman_client.commands import main; main()", "mcp")


@dataclass(frozen=True, kw_only=True)
class Customer:
    """An account with a term base and a memory, and its applications."""

    account: int
    application: Application  # with all scopes of customers
    ordering: Application  # whose agents may order
    http: httpx2.Client
    term: str  # in its term base, nowhere else
    earlier: str  # a sentence in its memory, nowhere else
    term_base: int
    memory: int
    service: int  # for projects, which never starts by itself


@pytest.fixture(scope="package")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    data = tmp_path_factory.mktemp("agents") / "data"
    with live_service(data, DRAGOMAN_MCP_ORDERS="*") as service:
        yield service


def make_customer(live: LiveService, name: str) -> Customer:
    account = live.create_account(name)
    application = live.create_application(account, "--rate-limit", "off")
    http = live.client(application)
    term = f"{name.lower()}widget"
    earlier = f"{name} sells lamps."
    with ServiceClient(
        live.url, client_id=application.client_id, client_secret=application.client_secret
    ) as service_client:
        base = service_client.term_bases.create(
            f"Terms of {name}", source_language="en", target_language="es", entries={term: f"{term}o"}
        )
        memory = service_client.memories.create(f"Memory of {name}", use_for_translation=False)
        service_client.memories.save_unit(
            memory.id, languages=("en", "es"), source=earlier, target=f"{name} vende lámparas."
        )
    staff = live.create_application(account, "--scopes", "provider", "--role", "admin", name="staff")
    with live.client(staff) as admin:
        service = admin.post(
            "/provider/v1/services",
            json={
                "name": f"Human {name}",
                "kind": "machine",
                "currency": "EUR",
                "pricePerWord": 0.5,
                "accountId": account,
                "autoStartAfter": 0,  # would start each project at once
            },
        )
        assert service.status_code == 201, service.text
    return Customer(
        account=account,
        application=application,
        ordering=live.create_application(account, "--rate-limit", "off", name="orders"),
        http=http,
        term=term,
        earlier=earlier,
        term_base=base.id,
        memory=memory.id,
        service=service.json()["id"],
    )


@pytest.fixture(scope="package")
def acme(live: LiveService) -> Iterator[Customer]:
    customer = make_customer(live, "Acme")
    yield customer
    customer.http.close()


@pytest.fixture(scope="package")
def other(live: LiveService) -> Iterator[Customer]:
    customer = make_customer(live, "Other")
    yield customer
    customer.http.close()


@asynccontextmanager
async def over_http(live: LiveService, token: str, **options: Any) -> AsyncIterator[Client]:
    """An agent's program that is connected to `/mcp` with a token."""
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=CEILING) as http,
        Client(streamable_http_client(f"{live.url}/mcp", http_client=http), **options) as client,
    ):
        yield client


@asynccontextmanager
async def over_stdio(
    live: LiveService,
    application: Application,
    folder: Path,
    *words: str,
    environment: Mapping[str, str] | None = None,
    **options: Any,
) -> AsyncIterator[Client]:
    """An agent's program that has started `dragoman mcp` in a folder."""
    started = StdioServerParameters(
        command=COMMAND[0],
        args=[*COMMAND[1:], *words],
        cwd=folder,
        env={
            "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
            "DRAGOMAN_URL": live.url,
            "DRAGOMAN_CLIENT_ID": application.client_id,
            "DRAGOMAN_CLIENT_SECRET": application.client_secret,
            **(environment or {}),
        },
    )
    async with Client(started, **options) as client:
        yield client


async def call(client: Client, tool: str, /, **arguments: Any) -> Any:
    """The structured result of a tool, which must succeed."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    return result.structured_content


async def refusal(client: Client, tool: str, /, **arguments: Any) -> str:
    """What a tool says that must refuse."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error, result.structured_content
    (said,) = result.content
    return str(said.text)  # type: ignore[union-attr]
