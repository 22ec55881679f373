"""The guard when it connects: no spelling and no resolver leads inside."""

from __future__ import annotations

import re
import socket
from collections.abc import AsyncIterator, Sequence

import pytest
import pytest_asyncio

from dragoman.checked_network import Resolve
from dragoman.notifications.addresses import AllowList, parse_allow_list
from dragoman.notifications.callback_url import CallbackTarget
from dragoman.notifications.model import DeliveryFailure, NotificationStatus
from dragoman.notifications.sending import DeliveryOutcome, open_sender
from tests.notifications.addresses import INSIDE
from tests.notifications.conftest import OpenWorld
from tests.notifications.receiver import Receiver, answer, run_receiver

INTERNAL = "127.77.0.1"  # an address of loopback where a public port is free
NUMERIC = sorted(
    {
        host.strip("[]")
        for url in INSIDE
        if (host := re.sub(r"^https?://([^/]*?)(:\d+)?/.*$", r"\1", url))
        and re.fullmatch(r"\[.*\]|[0-9a-fx.]+|localhost\.?", host, re.IGNORECASE)
        and "%" not in host
    }
)


@pytest_asyncio.fixture
async def internal() -> AsyncIterator[Receiver]:
    """What must never be reached, on a port that callbacks may use."""
    with socket.socket() as probe:
        try:
            probe.bind((INTERNAL, 8080))
        except OSError:
            pytest.skip("something listens on every port 8080 of loopback")
    async with run_receiver(answer(200), host=INTERNAL, port=8080) as receiver:
        yield receiver


async def send(
    host: str, *, allow: AllowList | None = None, resolve: Resolve | None = None, port: int = 8080
) -> DeliveryOutcome:
    async with open_sender(allow or AllowList(), resolve=resolve) as sender:
        target = CallbackTarget(scheme="http", host=host, port=port, path="/")
        return await sender.send(target, headers={}, body=b"{}")


def answering(*rounds: Sequence[str]) -> tuple[Resolve, list[str]]:
    asked: list[str] = []

    async def resolve(host: str, _port: int) -> Sequence[str]:
        asked.append(host)
        return rounds[(len(asked) - 1) % len(rounds)]

    return resolve, asked


async def test_the_system_resolver_leads_nowhere_inside() -> None:
    assert len(NUMERIC) > 60
    async with open_sender(AllowList()) as sender:
        for host in NUMERIC:
            target = CallbackTarget(scheme="http", host=host, port=8080, path="/")
            failure = (await sender.send(target, headers={}, body=b"{}")).failure
            assert failure in {DeliveryFailure.REFUSED, DeliveryFailure.UNKNOWN_NAME}, host


@pytest.mark.parametrize(
    "answers",
    [
        [INTERNAL],
        ["8.8.8.8", INTERNAL],
        [INTERNAL, "8.8.8.8"],
        ["2606:4700:4700::1111", "::1"],
        [f"::ffff:{INTERNAL}"],
        [f"64:ff9b::{INTERNAL}"],
        ["fe80::1%lo"],
        ["10.1.2.3"],
        ["not an address"],
    ],
)
async def test_one_bad_answer_refuses_the_name(internal: Receiver, answers: list[str]) -> None:
    resolve, _ = answering(answers)
    assert (await send("evil.example", resolve=resolve)).failure is DeliveryFailure.REFUSED
    assert internal.connections == 0


async def test_a_name_without_addresses_is_unknown() -> None:
    resolve, _ = answering([])
    assert (await send("nowhere.example", resolve=resolve)).failure is DeliveryFailure.UNKNOWN_NAME


async def test_a_name_that_changes_its_mind_is_resolved_once_each_time(internal: Receiver) -> None:
    """The answer that is checked is the one that is connected to."""
    resolve, asked = answering(["127.0.0.9"], [INTERNAL])
    allow = parse_allow_list(["127.0.0.9"])  # the first answer may be used, the second may not
    target = CallbackTarget(scheme="http", host="rebinding.example", port=8080, path="/")
    async with open_sender(allow, resolve=resolve) as sender:
        outcomes = [await sender.send(target, headers={}, body=b"{}") for _ in range(100)]
    failures = [outcome.failure for outcome in outcomes]
    assert failures == [DeliveryFailure.NOT_CONNECTED, DeliveryFailure.REFUSED] * 50
    assert len(asked) == 100
    assert internal.connections == 0


async def test_no_vector_reaches_the_inside(internal: Receiver) -> None:
    """The resolver gives the address of the internal listener for every name."""
    resolve, _ = answering([INTERNAL])
    async with open_sender(AllowList(), resolve=resolve) as sender:
        for host in [*NUMERIC, "metadata.google.internal", "example.com"]:
            target = CallbackTarget(scheme="http", host=host, port=8080, path="/")
            assert (await sender.send(target, headers={}, body=b"{}")).failure is DeliveryFailure.REFUSED
    assert internal.connections == 0


async def test_ports_of_public_addresses_are_few() -> None:
    resolve, _ = answering(["8.8.8.8"])
    assert (await send("example.com", resolve=resolve, port=6379)).failure is DeliveryFailure.REFUSED


async def test_what_is_allowed_is_reached_under_its_name(internal: Receiver) -> None:
    resolve, _ = answering([INTERNAL])
    for entry in ("hooks.example", "hooks.example:8080", INTERNAL, f"{INTERNAL}:8080", "127.77.0.0/16"):
        assert (await send("hooks.example", allow=parse_allow_list([entry]), resolve=resolve)).answer == 200
    assert {one.headers["host"] for one in internal.received} == {"hooks.example:8080"}
    for entry in ("other.example", "hooks.example:81", "127.78.0.0/16"):
        outcome = await send("hooks.example", allow=parse_allow_list([entry]), resolve=resolve)
        assert outcome.failure is DeliveryFailure.REFUSED


async def test_beside_an_allowed_address_others_are_not_used(internal: Receiver) -> None:
    resolve, _ = answering(["169.254.169.254", INTERNAL])
    assert (await send("both.example", allow=parse_allow_list([INTERNAL]), resolve=resolve)).answer == 200
    assert internal.connections == 1


async def test_the_next_address_is_tried_when_one_does_not_answer(internal: Receiver) -> None:
    resolve, _ = answering(["127.77.0.2", INTERNAL])
    allow = parse_allow_list(["127.77.0.0/16"])
    assert (await send("two.example", allow=allow, resolve=resolve)).answer == 200


async def test_a_refused_address_is_recorded_as_a_try(open_world: OpenWorld, internal: Receiver) -> None:
    resolve, _ = answering([INTERNAL])
    world = await open_world(resolve=resolve, callback_allow=[])
    found = await world.deliver(await world.announce("http://evil.example:8080/"))
    assert (found.status, found.tries[0].failure) == (NotificationStatus.DEAD, DeliveryFailure.REFUSED)
    assert internal.connections == 0


async def test_proxies_of_the_environment_are_not_asked(
    internal: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY", "https_proxy"):
        monkeypatch.setenv(name, f"http://{INTERNAL}:8080")
    resolve, _ = answering(["127.0.0.9"])
    outcome = await send("hooks.example", allow=parse_allow_list(["127.0.0.9"]), resolve=resolve)
    assert outcome.failure is DeliveryFailure.NOT_CONNECTED
    assert internal.connections == 0
