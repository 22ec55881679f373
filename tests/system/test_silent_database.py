"""A database that is frozen, or behind a network that is cut: quick refusals, and all goes on by itself.

No connection is closed then, so that nothing wakes a waiting client.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest

from dragoman.database.urls import ServerUrls, parse_url, render_url
from tests.conftest import Postgres
from tests.contract.documents import finished, submitted
from tests.contract.project_files import PROJECTS, find_service
from tests.database.conftest import freeze_server, thaw_server
from tests.live import Application, LiveService, free_port, live_service
from tests.receiver import Receiver, running_receiver
from tests.tcp_relay import running_relay
from tests.waiting import CEILING, wait_until

TEXT = {"source": "en", "target": "es", "segments": [{"text": "The house is red."}]}
LONG = "".join(f"<p>The dog number {number} eats the <i>red</i> book.</p>" for number in range(200))
BOUND = 5.0  # seconds, and what this machine needs more
Call = Callable[[], httpx2.Response]


@dataclass(kw_only=True)
class Installation:
    """A service, a customer and the provider, who have their tokens."""

    service: LiveService
    application: Application
    customer: httpx2.Client
    staff: httpx2.Client
    machine: int = 0  # the service of orders
    usual: float = 0  # seconds that the slowest of many calls at once took here

    def calls(self) -> Mapping[str, Call]:
        """One call of each kind."""
        url = self.service.url
        secret = {"client_id": self.application.client_id, "client_secret": self.application.client_secret}
        page = {"file": ("page.html", b"<p>The house is red.</p>")}
        return {
            "text": lambda: self.customer.post("/v2/translate", json=TEXT),
            "document": lambda: self.customer.post(
                "/v2/documents/translate", data={"source": "en", "target": "es"}, files=page
            ),
            "repeated": lambda: self.customer.post(
                PROJECTS,
                json={"title": "An order", "serviceId": self.machine},
                headers={"Idempotency-Key": "the-same"},
            ),
            "usage": lambda: self.customer.get("/v2/usage"),
            "projects": lambda: self.customer.get(PROJECTS),
            "services": lambda: self.customer.get("/project/v1/services"),
            "accounts": lambda: self.staff.get("/provider/v1/accounts"),
            "queues": lambda: self.staff.get("/provider/v1/queues"),
            "token": lambda: httpx2.post(
                f"{url}/oauth2/token", data={"grant_type": "client_credentials", **secret}, timeout=CEILING
            ),
            "ready": lambda: httpx2.get(f"{url}/readyz", timeout=CEILING),
        }


@contextmanager
def _installation(service: LiveService) -> Iterator[Installation]:
    customer = service.create_application(service.create_account("Customer Ltd"), "--rate-limit", "off")
    home = service.create_account("Provider Ltd")
    staff = service.create_application(home, "--scopes", "provider", "--role", "admin")
    with service.client(customer) as client, service.client(staff) as provider:
        running = Installation(service=service, application=customer, customer=client, staff=provider)
        running.machine = find_service(client, "machine")
        for name, answer in _ask_all(running).items():  # at first much is loaded
            assert answer.status < 400, (name, answer)
        running.usual = max(answer.seconds for answer in _ask_all(running, times=4).values())
        yield running


@dataclass(frozen=True, kw_only=True)
class Answer:
    status: int
    seconds: float
    retry_after: str | None


def _ask_all(running: Installation, times: int = 1) -> Mapping[str, Answer]:
    """Make all calls at once; the last answers."""

    def ask(call: Call) -> Answer:
        began = time.monotonic()
        answer = call()
        seconds = time.monotonic() - began
        return Answer(
            status=answer.status_code, seconds=seconds, retry_after=answer.headers.get("retry-after")
        )

    with ThreadPoolExecutor(max_workers=64) as pool:
        asked = [
            (name, pool.submit(ask, call)) for name, call in running.calls().items() for _ in range(times)
        ]
        return {f"{name} {number}": one.result() for number, (name, one) in enumerate(asked)}


def _judge_silence(running: Installation, silenced: Callable[[], object]) -> None:
    """While the database is silent: what is asked is refused in time, and later at once."""
    silenced()
    for name, answer in _ask_all(running, times=4).items():
        assert answer.status == 503, (name, answer)
        assert answer.seconds < BOUND + 2 + 5 * running.usual, (name, answer)
        assert answer.retry_after is not None, name

    def slowest() -> float:
        answers = _ask_all(running, times=4)
        assert {answer.status for answer in answers.values()} == {503}, answers
        return max(answer.seconds for answer in answers.values())

    wait_until(slowest, lambda seconds: seconds < 2 + running.usual)  # as soon as the machine is not busy
    assert httpx2.get(f"{running.service.url}/healthz", timeout=CEILING).status_code == 200


def _judge_recovery(running: Installation, answering: Callable[[], None]) -> None:
    """As soon as the database answers again, so does the service, which was not started again."""
    answering()
    running.service.wait_ready()
    for name, answer in _ask_all(running).items():
        assert answer.status < 400, (name, answer)
    assert running.service.process is not None
    assert running.service.process.poll() is None


def _submit_documents(running: Installation, receiver: Receiver, kind: str) -> list[str]:
    return [
        submitted(
            running.customer,
            LONG if number % 3 == 0 else "<p>The house is red.</p>",
            successCallbackUrl=receiver.url(f"/{kind}/{number}"),
        )
        for number in range(6)
    ]


def _judge_documents(running: Installation, receiver: Receiver, jobs: list[str]) -> None:
    """Each has succeeded, and notified its receiver under one id."""
    for job in jobs:
        assert finished(running.customer, job)["status"] == "SUCCESS"
    wait_until(lambda: len({one.path for one in receiver.deliveries}) >= len(jobs))
    assert len({(one.path, one.headers["webhook-id"]) for one in receiver.deliveries}) == len(jobs)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with running_receiver() as running:
        yield running


def test_a_frozen_database_is_reported_in_seconds_and_all_goes_on_when_it_answers(
    tmp_path: Path, receiver: Receiver
) -> None:
    with (
        live_service(tmp_path / "data", DRAGOMAN_CALLBACK_ALLOW="127.0.0.1") as service,
        _installation(service) as running,
    ):
        try:
            jobs = _submit_documents(running, receiver, "before")
            _judge_silence(running, lambda: freeze_server(service.data))
            time.sleep(22)  # longer than workers may be silent before their jobs are given to others
        finally:
            thaw_server(service.data)
        _judge_recovery(running, lambda: None)
        _judge_documents(running, receiver, jobs)
        jobs += _submit_documents(running, receiver, "after")
        _judge_documents(running, receiver, jobs)
        assert service.log.count('"database.started"') == 1
        assert '"jobs.rescued"' not in service.log
        assert '"job.taken_away"' not in service.log


def test_a_network_that_is_cut_is_reported_in_seconds_and_all_goes_on_when_it_is_back(
    tmp_path: Path, receiver: Receiver, postgres: Postgres, database_urls: ServerUrls
) -> None:
    address = parse_url(postgres.superuser)
    with running_relay(Path(address["host"]) / f".s.PGSQL.{address['port']}") as relay:

        def relayed(url: str) -> str:
            return render_url({**parse_url(url), "host": "127.0.0.1", "port": str(relay.port)})

        environment = {
            "DRAGOMAN_CALLBACK_ALLOW": "127.0.0.1",
            "DRAGOMAN_DATABASE_URL": relayed(database_urls.application),
            "DRAGOMAN_DATABASE_OWNER_URL": relayed(database_urls.owner),
        }
        with (
            live_service(tmp_path / "data", **environment) as service,
            _installation(service) as running,
        ):
            jobs = _submit_documents(running, receiver, "before")
            _judge_silence(running, relay.cut)
            _judge_recovery(running, relay.mend)
            _judge_documents(running, receiver, jobs)


def test_a_service_that_starts_while_the_network_is_cut_opens_when_it_is_back(
    tmp_path: Path, postgres: Postgres, database_urls: ServerUrls
) -> None:
    address = parse_url(postgres.superuser)
    with running_relay(Path(address["host"]) / f".s.PGSQL.{address['port']}") as relay:
        relay.cut()
        urls = {
            name: render_url({**parse_url(url), "host": "127.0.0.1", "port": str(relay.port)})
            for name, url in (
                ("DRAGOMAN_DATABASE_URL", database_urls.application),
                ("DRAGOMAN_DATABASE_OWNER_URL", database_urls.owner),
            )
        }
        service = LiveService(data=tmp_path / "data", port=free_port(), environment=urls)
        service.start()
        try:
            service.wait_for_log('"service.opening_failed"')
            assert httpx2.get(f"{service.url}/healthz", timeout=CEILING).status_code == 200
            relay.mend()
            service.wait_ready()
        finally:
            relay.mend()
            service.stop()
