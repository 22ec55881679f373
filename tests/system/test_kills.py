"""`kill -9` of stages, PostgreSQL and the server under load: no wrong answer, nothing acknowledged lost."""

from __future__ import annotations

import random
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import psutil
import pytest

from tests.live import LiveService, live_service
from tests.process_signals import kill_all, signal_all
from tests.system.killing import running_database
from tests.waiting import CEILING, wait_until

SENTENCES = {
    "The house is red.": "La casa es roja.",
    "The dog eats.": "El perro come.",
    "The <b>red book</b> is big.": "El <b>libro rojo</b> es grande.",
}
STAGES = ("lt-proc", "apertium-", "lrx-proc", "lsx-proc", "cg-proc")


class Load:
    """Clients that translate the same sentences all the time and note every answer that is not right."""

    def __init__(self, service: LiveService) -> None:
        application = service.create_application(service.create_account("Load Ltd"), "--rate-limit", "off")
        self._headers = {"Authorization": f"Bearer {service.fetch_token(application)['access_token']}"}
        self._url = f"{service.url}/v2/translate"
        self.right = 0
        self.refused = 0
        self.wrong: list[str] = []
        self.last_right = 0.0
        self._stop = threading.Event()

    def call(self) -> None:
        random_numbers = random.Random(threading.get_ident())
        with httpx2.Client(headers=self._headers, timeout=CEILING) as client:
            while not self._stop.wait(0.03):  # a pause: the service is to be busy, not the machine
                self._call(client, random_numbers)

    def _call(self, client: httpx2.Client, random_numbers: random.Random) -> None:
        # The marker keeps every request out of the result cache.
        marker = f" {random_numbers.randrange(10**9)}"
        texts = [text + marker for text in SENTENCES]
        body = {"source": "en", "target": "es", "segments": [{"text": text} for text in texts]}
        try:
            answer = client.post(self._url, json=body)
        except httpx2.TransportError:
            time.sleep(0.05)
        else:
            self._judge(answer, [text + marker for text in SENTENCES.values()])

    def _judge(self, answer: httpx2.Response, wanted: list[str]) -> None:
        if answer.status_code == 503 and "Retry-After" in answer.headers:
            self.refused += 1
            time.sleep(0.05)
        elif answer.status_code != 200 or _translations(answer) != wanted:
            self.wrong.append(answer.text)
        else:
            self.right += 1
            self.last_right = time.monotonic()

    def wait_until_right(self, since: float) -> None:
        wait_until(lambda: self.last_right > since)


def _translations(answer: httpx2.Response) -> list[str]:
    return [item["translation"] for item in answer.json()["translations"]]


@contextmanager
def load_on(service: LiveService, clients: int = 3) -> Iterator[Load]:
    load = Load(service)
    threads = [threading.Thread(target=load.call) for _ in range(clients)]
    for thread in threads:
        thread.start()
    try:
        load.wait_until_right(time.monotonic())
        yield load
    finally:
        load._stop.set()
        for thread in threads:
            thread.join()


def stages(service: LiveService, *names: str) -> list[psutil.Process]:
    """The running Apertium stages of these names; waits while all of them are just being replaced."""
    assert service.process is not None
    server = psutil.Process(service.process.pid)
    return wait_until(
        lambda: [child for child in server.children(recursive=True) if _name(child).startswith(names)]
    )


def _kill_one(service: LiveService, name: str) -> float:
    """Kill a stage, not one that has just ended with the stage that was killed before; gives the time."""

    def kill() -> float | None:
        killed_at = time.monotonic()
        return killed_at if kill_all([random.choice(stages(service, name))]) else None

    killed_at = wait_until(kill)
    assert killed_at is not None
    return killed_at


def _name(process: psutil.Process) -> str:
    try:
        return process.name()
    except psutil.NoSuchProcess:
        return ""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    with live_service(tmp_path_factory.mktemp("kills") / "data") as service:
        yield service


def test_a_killed_stage_is_replaced_and_every_request_is_answered(service: LiveService) -> None:
    with load_on(service) as load:
        names = sorted({_name(process) for process in stages(service, *STAGES)} - {""})
        assert len(names) >= 5
        for _round in range(2):
            for name in names:
                load.wait_until_right(_kill_one(service, name))
                time.sleep(0.05)
        assert load.wrong == []
        assert load.refused == 0


def test_a_frozen_stage_is_replaced_after_its_limit(tmp_path: Path) -> None:
    with (
        live_service(tmp_path / "data", DRAGOMAN_ENGINE_TIMEOUT_SECONDS="5") as service,
        load_on(service) as load,
    ):
        for name in ("apertium-tagger", "lt-proc", "apertium-transfer"):
            frozen_at = time.monotonic()
            signal_all(stages(service, name), signal.SIGSTOP)
            load.wait_until_right(frozen_at + 0.2)
        assert load.wrong == []
        assert load.refused == 0


def test_killed_postgresql_comes_back_and_keeps_what_was_acknowledged(service: LiveService) -> None:
    acknowledged = []
    with load_on(service) as load:
        for number in range(4):
            acknowledged.append(service.create_account(f"Before kill {number}"))
            victims = running_database(service)
            killed_at = time.monotonic()
            kill_all(victims if number % 2 else victims[:1])
            load.wait_until_right(killed_at + 0.1)
        assert load.wrong == []
    kept = {account["id"] for account in service.admin("account", "list")}
    assert set(acknowledged) <= kept


def test_a_killed_server_leaves_no_stage_behind_and_starts_again(tmp_path: Path) -> None:
    with live_service(tmp_path / "data") as service:
        with load_on(service) as load:
            account = service.create_account("Acknowledged Ltd")
            for _ in range(3):
                running = stages(service, *STAGES)
                assert service.process is not None
                service.process.kill()
                service.process.wait()
                _, left_behind = psutil.wait_procs(running, timeout=CEILING)
                assert left_behind == []
                service.start()
                service.wait_ready()
                load.wait_until_right(time.monotonic())
            assert load.wrong == []
        assert account in {row["id"] for row in service.admin("account", "list")}
