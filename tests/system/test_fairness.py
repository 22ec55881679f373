"""One customer's work, however much of any kind, delays neither another's nor the text endpoint."""

from __future__ import annotations

import itertools
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx2
import pytest

from tests.contract.documents import PAGE, finished, record, submitted
from tests.contract.project_files import PROJECTS, ordered, sent, wait_for
from tests.live import LiveService, live_service
from tests.memories.conftest import write_file
from tests.waiting import wait_until

LONG = "\n".join(
    f"The house number {number} is red, and the dog number {number} eats." for number in range(2000)
)


def test_short_documents_and_texts_are_done_while_long_ones_are_on_their_way(tmp_path: Path) -> None:
    with live_service(tmp_path / "data", DRAGOMAN_RESULT_CACHE_MB="0") as service:
        account = service.create_account("Long Ltd")
        long_application = service.create_application(account, "--rate-limit", "off", name="long")
        short_application = service.create_application(account, "--rate-limit", "off", name="short")
        with service.client(long_application) as long, service.client(short_application) as short:
            submitted(short, "The house is red.", name="warm.txt")
            jobs = [
                submitted(long, LONG, name="long.txt") for _ in range(20)
            ]  # more than a worker takes at once
            for number in range(3):
                job = submitted(short, f"The dog number {number} eats.", name="short.txt")
                assert finished(short, job)["status"] == "SUCCESS"
                body = {
                    "source": "en",
                    "target": "es",
                    "segments": [{"text": f"The red book number {number}."}],
                }
                assert short.post("/v2/translate", json=body).status_code == 200
            unfinished = [job for job in jobs if record(long, job)["status"] in {"CREATED", "IN_PROGRESS"}]
            assert len(unfinished) >= 15
            for job in jobs:
                assert long.delete(f"/v2/documents/{job}").status_code == 204


PLACES = 4
FILES, TARGETS = 40, ("es", "ca", "fr", "pt")
MEMORIES = "/provider/v1/translation-memories"


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    """A service whose worker has few places, and little else to wait for."""
    settings = {"DRAGOMAN_WORKER_CONCURRENCY": str(PLACES), "DRAGOMAN_ACCESS_TOKEN_SECONDS": "86400"}
    with live_service(tmp_path_factory.mktemp("crowded") / "data", **settings) as service:
        yield service


def test_a_backlog_of_all_kinds_delays_no_other_account(crowded: LiveService) -> None:
    """Counted by jobs that start meanwhile: a clock would measure the machine."""
    service = crowded
    accounts = {name: service.create_account(name, "sandbox") for name in ("A", "B")}
    a, b = (
        service.client(service.create_application(account, "--rate-limit", "off", name="x"))
        for account in accounts.values()
    )
    operator = service.create_application(service.create_account("Us"), "--scopes", "provider")
    with a, b, service.client(operator) as staff:

        def waiting() -> int:
            answer = staff.get("/provider/v1/queues").json()
            return sum(one["waiting"] for one in answer if one["name"] in {"documents", "projects"})

        def started(work: Callable[[], object]) -> int:
            """How many of A's jobs were started while B's work was done."""
            before = waiting()
            work()
            return before - waiting()

        def import_memory(name: str, units: int) -> str:
            made = staff.post(MEMORIES, json={"accountId": accounts[name], "name": f"{name} {uuid.uuid4()}"})
            assert made.status_code == 201, made.text
            data = write_file(*((f"Sentence {n}.", f"{n}") for n in range(units)))
            sent = staff.post(f"{made.headers['Location']}/imports", files={"file": ("a.tmx", data)})
            assert sent.status_code == 202, sent.text
            return str(sent.headers["Location"])

        def imported(one: str) -> bool:
            return staff.get(one).json()["finishedAt"] is not None

        def project() -> None:
            number = ordered(b, "machine")
            sent(b, number)
            b.post(f"{PROJECTS}/{number}/do-start")
            wait_for(b, number, "Finished")

        finished(b, submitted(b))  # all is warm
        project()
        theirs = [import_memory("A", 20_000) for _ in range(4)]
        ours = import_memory("B", 10)
        wait_until(lambda: imported(ours))
        assert not all(map(imported, theirs))
        backlog(a, ordered(a, "machine"))
        for number in itertools.count():  # some are done before the last is there
            if number % 20 == 0 and waiting() > 300:
                break
            # Several pages, so that they come faster than they are done.
            text = "\n".join(f"The dog number {number} eats {page} books." for page in range(300))
            submitted(a, text, name=f"{number}.txt")
        assert started(lambda: finished(b, submitted(b, "The book is red.", name="b.txt"))) <= 4 * PLACES
        assert started(project) <= 10 * PLACES  # a project is three jobs, one after another
        analysed = b.post(
            "/v2/documents/analyze",
            data={"source": "en", "target": "es"},
            files={"file": ("page.html", PAGE.encode())},
        )
        assert analysed.status_code == 200, analysed.text
        assert waiting() > 100


def backlog(client: httpx2.Client, project: int) -> None:
    """Leave a project of many small files behind."""
    for number in range(FILES):
        sent(
            client,
            project,
            f"Book {number}.".encode(),
            name=f"{number}.txt",
            targetLanguages=",".join(TARGETS),
        )
    assert client.post(f"{PROJECTS}/{project}/do-start").status_code in {200, 202}
