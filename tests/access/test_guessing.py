"""A10: guessing secrets is braked by client and address, in all processes, and never locks out an owner."""

from __future__ import annotations

import itertools
import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import httpx2
import psycopg
import pytest
import pytest_asyncio

from dragoman.conversion.confined import Confined
from dragoman.database.connections import open_database
from dragoman.database.urls import parse_url, render_url
from dragoman.http.client_address import client_address
from dragoman.settings import Settings
from tests.access.conftest import Service, create_app, open_process
from tests.access.provider import ISSUER
from tests.conftest import Postgres

PROXY = "10.0.0.1"
_numbers = itertools.count(1)


@pytest_asyncio.fixture(scope="module")
async def processes(
    postgres: Postgres, shared_confined: Confined, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[tuple[Service, Service]]:
    """Two processes of one installation."""
    await postgres.run('create database "guessing" template "template_of_tests" owner dragoman_owner')
    settings = Settings(
        data=tmp_path_factory.mktemp("guessing"),
        token_failures="4/600",
        token_address_failures="12/600",
        trusted_proxies=f"{PROXY},10.1.0.0/16",
    )
    async with (
        open_database(postgres.named("guessing").application, connections=8) as database,
        AsyncExitStack() as stack,
    ):
        first = await open_process(stack, database, settings, ISSUER, shared_confined)
        yield first, await open_process(stack, database, settings, ISSUER, shared_confined)


@pytest.fixture
def owner() -> str:
    """An address that no test has used."""
    return f"192.0.2.{next(_numbers)}"


@pytest.fixture
def guesser() -> str:
    """Another one."""
    return f"198.51.100.{next(_numbers)}"


async def ask(
    service: Service, client_id: str, secret: str, *, address: str, forwarded: str | None = None
) -> httpx2.Response:
    app = create_app(service.runtime, service.runtime.metrics, [])
    transport = httpx2.ASGITransport(app, client=(address, 50_000))
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    form = {"grant_type": "client_credentials", "client_id": client_id, "client_secret": secret}
    async with httpx2.AsyncClient(transport=transport, base_url="http://test") as client:
        return await client.post("/oauth2/token", data=form, headers=headers)


def wrong() -> str:
    return secrets.token_urlsafe(24)


async def guess(services: tuple[Service, ...], client_id: str, *, address: str, times: int) -> list[Any]:
    answers = [
        await ask(services[number % len(services)], client_id, wrong(), address=address)
        for number in range(times)
    ]
    return [answer.status_code for answer in answers]


async def test_guesses_over_the_rate_are_429_in_all_processes_together(
    processes: tuple[Service, Service], owner: str, guesser: str
) -> None:
    made = await processes[0].create_application()
    assert (
        await guess(processes, made.application.client_id, address=guesser, times=7) == [401] * 4 + [429] * 3
    )
    refused = await ask(processes[1], made.application.client_id, wrong(), address=guesser)
    assert refused.json() == {
        "error": "temporarily_unavailable",
        "error_description": "Too many wrong credentials. Wait, then try again.",
    }
    assert 0 < int(refused.headers["retry-after"]) <= 150
    assert refused.headers["ratelimit-policy"] == '"wrong-credentials";q=4;w=600'
    assert refused.headers["cache-control"] == "no-store"


async def test_the_right_secret_works_from_elsewhere_and_is_not_read_where_it_was_guessed(
    processes: tuple[Service, Service], owner: str, guesser: str
) -> None:
    made = await processes[0].create_application()
    client_id = made.application.client_id
    await guess(processes, client_id, address=guesser, times=5)
    assert (await ask(processes[1], client_id, made.client_secret, address=owner)).status_code == 200
    assert (await ask(processes[1], client_id, made.client_secret, address=guesser)).status_code == 429


async def test_an_owner_who_shares_the_address_with_a_guesser_goes_on(
    processes: tuple[Service, Service], owner: str, guesser: str
) -> None:
    made, other = [await processes[0].create_application() for _ in range(2)]
    client_id = made.application.client_id
    assert (await ask(processes[0], client_id, made.client_secret, address=owner)).status_code == 200
    assert await guess(processes, client_id, address=owner, times=6) == [401] * 4 + [429] * 2
    assert (await ask(processes[1], client_id, made.client_secret, address=owner)).status_code == 200
    assert await guess(processes, client_id, address=owner, times=1) == [429]
    # For another client, of which nothing is known at that address, it is not a known one.
    assert await guess(processes, other.application.client_id, address=owner, times=5) == [401] * 4 + [429]


async def test_many_ids_from_one_address_are_braked_too(
    processes: tuple[Service, Service], owner: str, guesser: str
) -> None:
    made = await processes[0].create_application()
    found = [
        (await ask(processes[number % 2], f"client-{number}", wrong(), address=guesser)).status_code
        for number in range(15)
    ]
    assert found == [401] * 12 + [429] * 3
    client_id = made.application.client_id
    assert (await ask(processes[0], client_id, made.client_secret, address=guesser)).status_code == 429
    assert (await ask(processes[0], client_id, made.client_secret, address=owner)).status_code == 200


async def test_known_and_unknown_ids_get_the_same(
    processes: tuple[Service, Service], owner: str, guesser: str
) -> None:
    made = await processes[0].create_application()
    outcomes = []
    for client_id, address in ((made.application.client_id, guesser), ("nobody-knows-it", owner)):
        answers = [await ask(processes[0], client_id, wrong(), address=address) for _ in range(6)]
        outcomes.append(
            [(one.status_code, one.text, sorted(set(one.headers) - {"x-request-id"})) for one in answers]
        )
    assert outcomes[0] == outcomes[1]


async def test_right_secrets_count_for_nothing(
    processes: tuple[Service, Service], owner: str, guesser: str
) -> None:
    made = await processes[0].create_application()
    for _ in range(20):
        answer = await ask(processes[0], made.application.client_id, made.client_secret, address=owner)
        assert answer.status_code == 200


async def test_the_table_stays_small(
    processes: tuple[Service, Service], postgres: Postgres, guesser: str
) -> None:
    """Guesses that are refused leave nothing, and rows that are over go with the next failures."""
    url = render_url({**parse_url(postgres.superuser), "dbname": "guessing"})
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
        await connection.execute("update token_attempts set expires = now() - interval '1 hour'")
        (before,) = await (await connection.execute("select count(*) from token_attempts")).fetchall()
        for number in range(30):
            await ask(processes[0], f"invented-{number}", wrong(), address=guesser)
        found = await (await connection.execute("select expires > now() from token_attempts")).fetchall()
    alive = sum(one for (one,) in found)
    assert alive == 13  # of the address, and of the 12 ids that were looked at
    assert len(found) - alive == max(0, before[0] - 24)


@pytest.mark.parametrize(
    ("peer", "forwarded", "expected"),
    [
        ("192.0.2.1", None, "192.0.2.1"),
        ("192.0.2.1", "203.0.113.5", "192.0.2.1"),  # no proxy of ours
        (PROXY, "203.0.113.5", "203.0.113.5"),
        (PROXY, "6.6.6.6, 203.0.113.5", "203.0.113.5"),  # what the client itself wrote is not believed
        (PROXY, "203.0.113.5, 10.1.2.3", "203.0.113.5"),
        (PROXY, "203.0.113.5:8123", "203.0.113.5"),
        (PROXY, "nonsense", PROXY),
        (PROXY, "203.0.113.5, nonsense", PROXY),
        (PROXY, None, PROXY),
        ("::ffff:10.0.0.1", "203.0.113.5", "203.0.113.5"),
        ("2001:db8:1:2:3:4:5:6", None, "2001:db8:1:2::/64"),
        (PROXY, "[2001:db8:1:2:3:4:5:6]:443", "2001:db8:1:2::/64"),
        (None, None, "unknown"),
    ],
)
def test_an_address_is_the_peers_or_what_a_trusted_proxy_says(
    peer: str | None, forwarded: str | None, expected: str
) -> None:
    trusted = Settings(trusted_proxies="10.0.0.1, 10.1.0.0/16").trusted_proxies  # type: ignore[arg-type]
    headers = [] if forwarded is None else [(b"x-forwarded-for", forwarded.encode())]
    scope = {"type": "http", "client": peer and (peer, 1), "headers": headers}
    assert client_address(scope, trusted) == expected


async def test_clients_behind_a_trusted_proxy_are_distinguished(
    processes: tuple[Service, Service], owner: str, guesser: str
) -> None:
    made = await processes[0].create_application()
    client_id = made.application.client_id
    for _ in range(6):
        await ask(processes[0], client_id, wrong(), address=PROXY, forwarded=guesser)
    answer = await ask(processes[0], client_id, made.client_secret, address=PROXY, forwarded=owner)
    assert answer.status_code == 200
    refused = await ask(
        processes[0], client_id, made.client_secret, address=PROXY, forwarded=f"{owner}, {guesser}"
    )
    assert refused.status_code == 429
