"""Documents through a proxy that breaks connections; 10,000 sentences past refusals."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from dragoman_client import Client, Options, Retry
from tests.client.fault_proxy import fault_proxy
from tests.client.kinds import opened
from tests.client.scripted_server import Asked, Told, scripted, told
from tests.client.servers import Server
from tests.client.words import Words
from tests.contract.conftest import Customer

PATIENT = Options(retry=Retry(attempts=40, first=0.02, factor=1.3, longest=2.0), timeout=60)
SENTENCES = 10_000


class RefusingTranslator:
    """Answers 429 to every fifth call and 503 to every twentieth; counts what it translates."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._calls = 0
        self.refused = Counter[int]()
        self.translated = Counter[str]()

    def __call__(self, asked: Asked) -> Told:
        with self._lock:
            self._calls += 1
            status = 503 if self._calls % 20 == 0 else 429 if self._calls % 5 == 0 else 200
            if status != 200:
                self.refused[status] += 1
                return told({"detail": "Not now."}, status, Retry_After="0")
            texts = [one["text"] for one in asked.json["segments"]]
            self.translated.update(texts)
        return told({"translations": [{"translation": f"es:{text}"} for text in texts]})


@pytest.mark.parametrize("shape", [list, iter], ids=["list", "iterator"])
def test_ten_thousand_sentences_come_back_complete_in_order_and_paid_once(kind: str, shape: type) -> None:
    server = RefusingTranslator()
    texts = [f"Sentence number {number}." for number in range(SENTENCES)]
    with scripted(server) as running, opened(kind, running.url) as caller:
        results = caller.call(lambda client: client.translate(shape(texts), source="en", target="es"))
    assert [one.text for one in results] == [f"es:{text}" for text in texts]
    assert server.translated == Counter(texts)  # each once
    assert server.refused[429] >= 15
    assert server.refused[503] >= 5


def translate_documents(
    server: Server, customer: Customer, words: Words, folder: Path, *, runs: int, seed: int
) -> int:
    """So many documents through a proxy with faults, four at a time; how many connections it broke."""
    application = customer.application
    with fault_proxy(server.port, share=0.4, seed=seed) as proxy:

        def work(number: int) -> str:
            # A client for each, so that connections are new ones.
            with Client(
                proxy.url,
                client_id=application.client_id,
                client_secret=application.client_secret,
                options=PATIENT,
            ) as client:
                path = folder / f"run-{seed}-{number}.txt"
                path.write_text(f"The house is {number}.\n" * (1 + number % 40), encoding="utf-8")
                done = client.translate_document(path, source="en", target="es")
                assert done.path is not None
                return done.path.read_text(encoding="utf-8")

        with ThreadPoolExecutor(4) as threads:
            results = list(threads.map(work, range(runs)))
        broken = proxy.broken
    for number, result in enumerate(results):
        assert result == f"{words('The house is {}.', number)}\n" * (1 + number % 40)
    assert {path.suffix for path in folder.iterdir()} == {".txt"}  # nothing half-written is left
    assert len(list(folder.iterdir())) == 2 * runs
    assert jobs(customer, seed) == {f"run-{seed}-{number}.txt": 1 for number in range(runs)}
    return broken


def jobs(customer: Customer, seed: int) -> Counter[str]:
    """How many jobs there are of each document, asked of the service without a proxy."""

    def pages() -> Iterator[str]:
        offset = 0
        while True:
            query = {"limit": 500, "offset": offset}
            found = customer.client.get("/v2/documents", params=query).json()["documents"]
            yield from (one["fileName"] for one in found)
            offset += len(found)
            if not found:
                return

    return Counter(name for name in pages() if name.startswith(f"run-{seed}-"))


def test_documents_through_a_proxy_that_breaks_connections(
    server: Server, production: Customer, words: Words, tmp_path: Path
) -> None:
    assert translate_documents(server, production, words, tmp_path, runs=30, seed=1) > 5


@pytest.mark.campaign
@pytest.mark.timeout(3600)
def test_500_documents_through_a_proxy_that_breaks_connections(
    server: Server, production: Customer, words: Words, tmp_path: Path
) -> None:
    broken = translate_documents(server, production, words, tmp_path, runs=500, seed=2)
    print(f"500 documents, {broken} connections broken")
    assert broken > 100
