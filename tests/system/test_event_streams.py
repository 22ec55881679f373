"""Streams of events when things end: services, connections, tokens and rights (drain, kill, revoke)."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx2
import orjson
import pytest

from dragoman.access.keyring import Keyring
from dragoman.access.store import find_application
from dragoman.database.connections import ALL_ACCOUNTS, open_database, transaction
from dragoman.database.server import open_server
from dragoman.notifications.actions import announce
from dragoman.notifications.model import EventKind, NotificationDraft
from dragoman.notifications.schedule import Schedule
from dragoman.settings import Settings
from tests.contract.documents import finished, submitted
from tests.event_reader import reading
from tests.live import Application, LiveService, live_service, prepare_service
from tests.raw_http import RawClient
from tests.waiting import CEILING, wait_until

TEXT = {"source": "en", "target": "es", "segments": [{"text": "The house is red."}]}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    with live_service(
        tmp_path_factory.mktemp("streams") / "data",
        DRAGOMAN_EVENT_STREAMS_PER_ACCOUNT="60",
        DRAGOMAN_EVENT_HEARTBEAT_SECONDS="1",
    ) as service:
        yield service


@pytest.fixture
def application(service: LiveService) -> Application:
    return service.create_application(service.create_account("Streams Ltd"), "--rate-limit", "off")


def test_a_stream_without_events_has_heartbeats(service: LiveService, application: Application) -> None:
    with reading(service, application) as reader:
        wait_until(lambda: reader.comments.count("heartbeat") >= 2)
        assert reader.events == []


def test_a_filtered_stream_moves_its_place_on(service: LiveService, application: Application) -> None:
    with reading(service, application, kind="test.event") as reader, service.client(application) as client:
        reader.wait_open()
        start = reader.cursor
        finished(client, submitted(client))
        moved = wait_until(lambda: reader.cursor, lambda cursor: cursor != start)
        assert reader.events == []
    with reading(service, application, cursor=moved) as reader, service.client(application) as client:
        reader.wait_open()
        later = submitted(client)
        reader.wait_for(1)
        assert reader.jobs == [later]


def test_fifty_streams_get_everything_and_slow_down_nothing(
    service: LiveService, application: Application
) -> None:
    with ExitStack() as stack, service.client(application) as client:
        client.post("/v2/translate", json=TEXT).raise_for_status()
        token = service.fetch_token(application)["access_token"]
        readers = [stack.enter_context(reading(service, application, token=token)) for _ in range(50)]
        for reader in readers:
            reader.wait_open()
        jobs = []
        for _ in range(5):
            jobs.append(submitted(client))
            finished(client, jobs[-1])
            for _ in range(10):
                answer = client.post("/v2/translate", json=TEXT)
                assert answer.status_code == 200
                assert client.get("/project/v1/projects").status_code == 200
        for reader in readers:
            reader.wait_for(5)
            assert reader.jobs == jobs
        assert httpx2.get(f"{service.url}/readyz", timeout=CEILING).status_code == 200


def test_a_stream_ends_with_its_application(service: LiveService, application: Application) -> None:
    other = service.create_application(service.create_account("Other Ltd"), "--rate-limit", "off")
    with reading(service, application) as reader, reading(service, other) as kept:
        reader.wait_open()
        kept.wait_open()
        service.admin("application", "disable", str(application.id))
        disabled = time.monotonic()
        assert reader.wait_end() - disabled < 10
        assert reader.is_whole
        assert "may not read" in reader.comments[-1]
        wait_until(lambda: kept.comments)
        assert kept.ended_at is None


def test_a_stream_ends_with_its_token(tmp_path: Path) -> None:
    with live_service(tmp_path / "data", DRAGOMAN_ACCESS_TOKEN_SECONDS="30") as service:
        application = service.create_application(service.create_account("Short Ltd"))
        token = service.fetch_token(application)["access_token"]
        began = time.monotonic()
        with reading(service, application, token=token) as reader:
            reader.wait_open()
            assert reader.wait_end() - began < 35
            assert reader.is_whole
            assert "expired" in reader.comments[-1]
        with reading(service, application, cursor=reader.cursor) as reader:
            reader.wait_open()


def test_clients_that_went_away_are_not_counted(service: LiveService, application: Application) -> None:
    token = service.fetch_token(application)["access_token"]
    for _ in range(3):
        with ExitStack() as stack:
            readers = [stack.enter_context(reading(service, application, token=token)) for _ in range(30)]
            for reader in readers:
                reader.wait_open()

    def is_free() -> bool:
        with ExitStack() as stack:
            readers = [stack.enter_context(reading(service, application, token=token)) for _ in range(60)]
            wait_until(lambda: all(reader.status for reader in readers))
            return all(reader.status == 200 for reader in readers)

    wait_until(is_free)


def test_a_stream_that_breaks_off_anywhere_goes_on_there(
    service: LiveService, application: Application
) -> None:
    with reading(service, application) as reader:
        reader.wait_open()
        cursor = reader.cursor
    seen: list[str] = []
    with service.client(application) as client:
        token = service.fetch_token(application)["access_token"]
        sent = [submitted(client) for _ in range(12)]
        while len(seen) < len(sent):
            with reading(service, application, cursor=cursor, token=token) as reader:
                reader.wait_for(1)  # and any number more, by chance
            seen += reader.jobs
            cursor = reader.events[-1].cursor
    assert sorted(seen) == sorted(sent)


@pytest.fixture
def ending(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[LiveService]:
    """A service of the test's own, which drains for some seconds."""
    drain = getattr(request, "param", 3)
    service = prepare_service(
        tmp_path / "data", DRAGOMAN_EVENT_STREAMS_PER_ACCOUNT="50", DRAGOMAN_DRAIN_SECONDS=str(drain)
    )
    service.start()
    service.wait_ready()
    yield service
    service.stop()


@pytest.mark.parametrize("ending", [300], indirect=True)
def test_a_service_that_stops_ends_its_streams_at_once(ending: LiveService) -> None:
    """When it begins to drain: it is still there then."""
    application = ending.create_application(ending.create_account("Drain Ltd"), "--rate-limit", "off")
    token = ending.fetch_token(application)["access_token"]
    with ExitStack() as stack:
        readers = [stack.enter_context(reading(ending, application, token=token)) for _ in range(50)]
        for reader in readers:
            reader.wait_open()
        assert ending.process is not None
        ending.process.send_signal(signal.SIGTERM)
        for reader in readers:
            reader.wait_end()
        assert all(reader.is_whole for reader in readers)
        assert {reader.comments[-1] for reader in readers} == {"The service is stopping. Continue at once."}
        late = httpx2.get(
            f"{ending.url}/project/v1/events",
            headers={"Authorization": f"Bearer {token}"},
            timeout=CEILING,
        )
        assert late.status_code == 503
        assert int(late.headers["Retry-After"]) >= 1
    stopping = time.monotonic()
    assert ending.stop() == 0  # a second signal ends the drain
    assert time.monotonic() - stopping < 20
    assert '"request.broken"' not in ending.log


def test_a_service_that_is_killed_loses_and_repeats_no_event(ending: LiveService) -> None:
    application = ending.create_application(ending.create_account("Kill Ltd"), "--rate-limit", "off")
    sent: list[str] = []
    seen: list[str] = []
    cursor: str | None = None
    with reading(ending, application) as reader:
        reader.wait_open()
        cursor = reader.cursor
    for _ in range(3):
        with ending.client(application) as client, reading(ending, application, cursor=cursor) as reader:
            sent += [submitted(client) for _ in range(3)]
            reader.wait_for(1)
            ending.stop(signal.SIGKILL)  # in the middle of the others
            reader.wait_end()
        seen += reader.jobs
        cursor = reader.cursor or cursor
        ending.start()
        ending.wait_ready()
    with reading(ending, application, cursor=cursor) as reader:
        reader.wait_for(len(sent) - len(seen))
        with ending.client(application) as client:
            sent.append(submitted(client))
        reader.wait_for(len(sent) - len(seen))
    seen += reader.jobs
    assert sorted(seen) == sorted(sent)


async def _record_events(service: LiveService, application: Application, *, count: int, size: int) -> None:
    """Events beside the running service, as a command of the operator's would."""
    settings = Settings(data=service.data, postgres_bin=Path(service.environment["DRAGOMAN_POSTGRES_BIN"]))
    keyring = Keyring(settings.master_key_path())
    async with (
        open_server(settings) as urls,
        open_database(urls.application) as database,
        transaction(database, account=ALL_ACCOUNTS) as tx,
    ):
        found = await find_application(tx, application.id)
        assert found is not None
        draft = NotificationDraft(
            account_id=found.account_id,
            application_id=application.id,
            kind=EventKind.DOCUMENT_FINISHED,
            subject="document:many",
            url=None,
            body=orjson.dumps({"jobId": size * "x"}),
            schedule=Schedule(delays=(0,)),
        )
        for _ in range(count):
            await announce(tx, keyring, draft=draft)


def test_a_client_that_does_not_read_does_not_hold_up_the_end(ending: LiveService) -> None:
    application = ending.create_application(ending.create_account("Stuck Ltd"), "--rate-limit", "off")
    with reading(ending, application) as reader:
        reader.wait_open()
        start = reader.cursor
    asyncio.run(_record_events(ending, application, count=1500, size=8000))
    token = ending.fetch_token(application)["access_token"]
    request = (
        f"GET /project/v1/events?after={start} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {token}\r\n\r\n"
    )
    with RawClient(ending.port, window=4096) as stuck:
        stuck.send(request.encode())
        assert stuck.socket.recv(12) == b"HTTP/1.1 200"
        time.sleep(1)  # it fills what is between them
        stopping = time.monotonic()
        assert ending.stop() == 0
        assert time.monotonic() - stopping < 20  # the service waits for answers 30 s
