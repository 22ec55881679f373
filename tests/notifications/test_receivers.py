"""Hostile, broken and slow receivers: every try ends in time, with a name, and no other receiver waits."""

from __future__ import annotations

import asyncio
import ipaddress
import resource
import ssl
import time
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from dragoman.errors import Misconfigured
from dragoman.notifications import sending
from dragoman.notifications.model import DeliveryFailure, NotificationStatus
from dragoman.notifications.schedule import Schedule
from tests.notifications import receiver as behaviours
from tests.notifications.conftest import OpenWorld, World
from tests.notifications.receiver import Behave, Received, answer, run_receiver
from tests.waiting import CEILING, until


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_a_redirection_is_not_followed(world: World, status: int) -> None:
    async with (
        run_receiver(answer(200)) as other,
        run_receiver(answer(status, Location=other.url)) as receiver,
    ):
        found = await world.deliver(await world.announce(receiver.url))
    assert (found.status, found.tries[0].answer) == (NotificationStatus.DEAD, status)
    assert other.connections == 0


@pytest.mark.parametrize(
    ("status", "end"),
    [(200, "delivered"), (204, "delivered"), (299, "delivered"), (400, "dead"), (404, "dead"), (500, "dead")],
)
async def test_what_counts_as_success(world: World, status: int, end: str) -> None:
    async with run_receiver(answer(status)) as receiver:
        assert (await world.deliver(await world.announce(receiver.url))).status == end


@pytest.mark.parametrize(
    ("behave", "failure"),
    [
        (behaviours.reset, DeliveryFailure.BROKEN_OFF),
        (behaviours.hang_up, DeliveryFailure.BROKEN_OFF),
        (behaviours.nonsense, DeliveryFailure.NOT_HTTP),
        (answer(200, **{"X-Big": "x" * 200_000}), DeliveryFailure.NOT_HTTP),
    ],
)
async def test_a_broken_answer_has_a_name(world: World, behave: Behave, failure: DeliveryFailure) -> None:
    async with run_receiver(behave) as receiver:
        found = await world.deliver(await world.announce(receiver.url))
    assert (found.status, found.tries[0].answer, found.tries[0].failure) == (
        NotificationStatus.DEAD,
        None,
        failure,
    )


async def test_no_program_listens(world: World) -> None:
    async with run_receiver() as receiver:
        pass
    found = await world.deliver(await world.announce(receiver.url))
    assert found.tries[0].failure is DeliveryFailure.NOT_CONNECTED


@pytest.mark.parametrize("behave", [behaviours.never, behaviours.drip_head])
async def test_who_never_answers_costs_the_time_limit(
    world: World, behave: Behave, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert sending.TOTAL_SECONDS == 15
    monkeypatch.setattr(sending, "TOTAL_SECONDS", 1.0)
    began = time.monotonic()
    async with run_receiver(behave) as receiver:
        found = await world.deliver(await world.announce(receiver.url))
    assert found.tries[0].failure is DeliveryFailure.TIMED_OUT
    assert time.monotonic() - began < 15


@pytest.mark.parametrize("behave", [behaviours.drip, behaviours.flood])
async def test_the_status_counts_however_long_the_body_is(world: World, behave: Behave) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    async with run_receiver(behave) as receiver:
        found = await world.deliver(await world.announce(receiver.url))
    assert found.status is NotificationStatus.DELIVERED
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000  # KiB


async def test_the_start_of_the_answer_is_kept_and_safe_to_show(world: World) -> None:
    body = "Grüße \x1b[31m\x00\u202e<b>".encode() + b"\xff" + b"x" * 5000
    async with run_receiver(answer(500, body)) as receiver:
        found = await world.deliver(await world.announce(receiver.url))
    response = found.tries[0].response
    assert response is not None
    assert response.startswith("Grüße [31m<b>\ufffdxxx")
    assert len(response) < 2048


def _certificate(folder: Path, *, host: str, days: int) -> tuple[Path, Path]:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "receiver of a test")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=100))
        .not_valid_after(now + timedelta(days=days))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(host))]), critical=False
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    public, private = folder / f"{host}.{days}.crt", folder / f"{host}.{days}.key"
    public.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    private.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
    return public, private


@pytest.mark.parametrize(
    ("host", "days", "trusted", "end"),
    [
        ("127.0.0.1", 10, True, None),
        ("127.0.0.1", 10, False, DeliveryFailure.TLS),  # a certificate of an untrusted authority
        ("127.0.0.2", 10, True, DeliveryFailure.TLS),  # for another host
        ("127.0.0.1", -1, True, DeliveryFailure.TLS),  # expired
    ],
)
async def test_certificates_are_verified(
    open_world: OpenWorld, tmp_path: Path, host: str, days: int, *, trusted: bool, end: DeliveryFailure | None
) -> None:
    public, private = _certificate(tmp_path, host=host, days=days)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(public, private)
    world = await open_world(callback_ca_file=public if trusted else None)
    async with run_receiver(answer(200), context=context) as receiver:
        found = await world.deliver(await world.announce(receiver.url))
    assert (found.tries[0].failure, len(receiver.received)) == (end, 0 if end else 1)


async def test_a_receiver_without_tls_is_distinguished(world: World) -> None:
    async def greet(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        await writer.drain()
        writer.close()
        await writer.wait_closed()

    async with await asyncio.start_server(greet, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        found = await world.deliver(await world.announce(f"https://127.0.0.1:{port}/"))
    assert found.tries[0].failure is DeliveryFailure.TLS


async def test_authorities_that_cannot_be_read_are_refused_at_the_start(
    open_world: OpenWorld, tmp_path: Path
) -> None:
    with pytest.raises(Misconfigured, match="callback_ca_file"):
        await open_world(callback_ca_file=tmp_path / "missing.pem")


async def test_dead_receivers_delay_no_others(fresh: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three receivers never answer, with forty notifications each; a good one gets its hundred meanwhile."""
    monkeypatch.setattr(sending, "TOTAL_SECONDS", CEILING)  # no delivery to the dead ones ends meanwhile
    async with (
        run_receiver(answer(200)) as good,
        run_receiver(behaviours.never) as dead1,
        run_receiver(behaviours.never) as dead2,
        run_receiver(behaviours.never) as dead3,
        fresh.worker(),
    ):
        for _ in range(40):
            for dead in (dead1, dead2, dead3):
                await fresh.announce(dead.url, schedule=Schedule(delays=(0, 5, 30)))
        for _ in range(100):
            await fresh.announce(good.url)
            await asyncio.sleep(0.005)
        await until(lambda: len(good.received) >= 100)
        for dead in (dead1, dead2, dead3):
            assert 1 <= dead.most_open <= 4


async def test_a_receiver_not_heard_of_before_gets_four_at_once(world: World) -> None:
    release = asyncio.Event()

    async def held(request: Received, writer: asyncio.StreamWriter) -> None:
        await release.wait()
        await answer(200)(request, writer)

    async with run_receiver(held) as receiver:
        notifications = [await world.announce(receiver.url) for _ in range(6)]
        running = [asyncio.create_task(world.deliver(one)) for one in notifications]
        await until(lambda: len(receiver.received) >= 4 and sum(task.done() for task in running) == 2)
        release.set()
        await asyncio.gather(*running)
    assert len(receiver.received) == 4


async def test_a_slow_receiver_gets_fewer_at_once_and_all_in_the_end(fresh: World) -> None:
    async def slow(_: object, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(2.1)
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")

    async with run_receiver(slow) as receiver, fresh.worker():
        for _ in range(8):
            await fresh.announce(receiver.url)
        await until(lambda: len(receiver.received) >= 4)
        receiver.most_open = 0
        await asyncio.sleep(3)
        assert receiver.most_open <= 3
        receiver.behave = answer(200)  # it is well again

        async def all_delivered() -> bool:
            return Counter(one.status for one in await fresh.list()) == {NotificationStatus.DELIVERED: 8}

        await until(all_delivered)


async def test_a_burst_arrives_whole_and_in_no_more_than_sixteen_at_once(fresh: World) -> None:
    async def brief(_: object, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(0.05)
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")

    async with run_receiver(brief) as receiver:
        for _ in range(150):
            await fresh.announce(receiver.url)
        async with fresh.worker():
            await until(lambda: len(receiver.received) >= 150)
    assert len({one.id for one in receiver.received}) == 150
    assert 2 <= receiver.most_open <= 16
