"""One account's page and text, alone and beside another account's backlog; and what a claim costs.

    python -m benchmarks.fairness [--documents 300] [--rounds 5] [--jobs 100000]

Prints tables in Markdown. The backlog is documents of a line each, a project of 40 such files in 4 languages,
long documents, twice as many as a worker's places, files of 100,000 terms, and text calls on 30 connections.
Claims are made in the embedded server, without HTTP.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Final

import httpx2
import psycopg
from procrastinate import PsycopgConnector
from procrastinate.manager import JobManager

from benchmarks.services import Service, create_application, fetch_token, our_service
from dragoman.database.migrate import migrate
from dragoman.database.server import open_server
from dragoman.jobs.connector import OutageTolerantJobs
from dragoman.settings import Settings
from dragoman.telemetry import configure_logging

LONG: Final = "\n\n".join(f"The house number {n} is red, and the dog number {n} eats." for n in range(4000))
TARGETS: Final = ("es", "ca", "fr", "pt")
CLAIMS: Final = 200
PLACES: Final = 16
CONNECTIONS: Final = 30
TERMS: Final = "en,es\n" + "".join(f"house number {n},casa numero {n}\n" for n in range(100_000))
PATIENCE: Final = 900.0  # seconds
_LIMITS: Final = httpx2.Limits(max_connections=2 * CONNECTIONS)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--documents", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=100_000)
    asked = parser.parse_args()
    configure_logging(level="error", style="console")
    with tempfile.TemporaryDirectory(prefix="dragoman-fairness-") as folder:
        if asked.jobs:
            asyncio.run(measure_claims(Path(folder), asked.jobs))
        if asked.rounds:
            measure_latency(Path(folder), documents=asked.documents, rounds=asked.rounds)


def measure_latency(folder: Path, *, documents: int, rounds: int) -> None:
    """B's page and text, alone and beside A's backlogs."""
    with our_service(folder / "data", DRAGOMAN_RESULT_CACHE_MB="0") as service:
        ours, theirs = (_client(service) for _ in range(2))
        with ours as a, theirs as b:
            _page(b)
            print(
                "| B's | page p50 s | worst s | text of 100 segments p50 s | A's documents done meanwhile |"
            )
            print("|---|---:|---:|---:|---:|")
            _row("alone", b, rounds, done=lambda: 0)
            small = [_submit(a, f"The red book number {n} is big.") for n in range(documents)]
            _row(f"beside {documents} small documents", b, rounds, done=lambda: _count_done(a, small))
            _start_project(a)
            _row("and a project of 40 files × 4 languages", b, rounds, done=lambda: _count_done(a, small))
            for one in small:
                a.delete(f"/v2/documents/{one}")
            large = [_submit(a, LONG) for _ in range(2 * PLACES)]
            _row(f"and {len(large)} documents of 50,000 words", b, rounds, done=lambda: _count_done(a, large))
            for one in large:
                a.delete(f"/v2/documents/{one}")
            for number in range(3):
                _import_terms(a, f"terms {number}")
            _row("three imports of 100,000 terms", b, rounds, done=lambda: 0)
            with _calling(a, CONNECTIONS):
                _row(f"text calls on {CONNECTIONS} connections", b, rounds, done=lambda: 0)


def _row(name: str, client: httpx2.Client, rounds: int, *, done: Callable[[], int]) -> None:
    before = done()
    pages = [_page(client) for _ in range(rounds)]
    meanwhile = done() - before
    texts = [_text(client) for _ in range(rounds)]
    row = f"| {name} | {statistics.median(pages):.2f} | {max(pages):.2f} | {statistics.median(texts):.2f}"
    print(f"{row} | {meanwhile} |", flush=True)


def _client(service: Service) -> httpx2.Client:
    assert service.data is not None
    token = fetch_token(service, create_application(service.data))
    return httpx2.Client(
        base_url=service.url, headers={"Authorization": f"Bearer {token}"}, timeout=120, limits=_LIMITS
    )


def _submit(client: httpx2.Client, text: str) -> str:
    answer = client.post(
        "/v2/documents/translate",
        data={"source": "en", "target": "es"},
        files={"file": ("page.txt", text.encode())},
    )
    answer.raise_for_status()
    return str(answer.json()["jobId"])


def _page(client: httpx2.Client) -> float:
    began = time.perf_counter()
    job = _submit(client, "The book is red.")
    while client.get(f"/v2/documents/{job}").json()["status"] not in {"SUCCESS", "FAILED"}:
        if time.perf_counter() - began > PATIENCE:
            raise TimeoutError(f"the page was not done after {PATIENCE} s")
        time.sleep(0.02)
    return time.perf_counter() - began


def _text(client: httpx2.Client) -> float:
    segments = [{"text": f"The dog number {n} eats the red book of the house."} for n in range(100)]
    began = time.perf_counter()
    body = {"source": "en", "target": "es", "segments": segments}
    client.post("/v2/translate", json=body).raise_for_status()
    return time.perf_counter() - began


def _import_terms(client: httpx2.Client, name: str) -> None:
    made = client.post("/project/v1/term-bases", json={"name": name, "languages": ["en", "es"]})
    path = f"/project/v1/term-bases/{made.json()['id']}/imports"
    client.post(path, files={"file": ("terms.csv", TERMS.encode())}).raise_for_status()


@contextmanager
def _calling(client: httpx2.Client, connections: int) -> Iterator[None]:
    """Text calls one after the other on so many connections, until the end of the block."""
    ended = threading.Event()

    def call() -> None:
        while not ended.is_set():
            _text(client)

    with ThreadPoolExecutor(connections) as callers:
        calls = [callers.submit(call) for _ in range(connections)]
        try:
            yield
        finally:
            ended.set()
        for one in calls:
            one.result()


def _count_done(client: httpx2.Client, jobs: list[str]) -> int:
    return sum(client.get(f"/v2/documents/{job}").json()["status"] == "SUCCESS" for job in jobs)


def _start_project(client: httpx2.Client) -> None:
    services = client.get("/project/v1/services").json()
    machine = next(one["id"] for one in services if one["kind"] == "machine")
    made = client.post("/project/v1/projects", json={"title": "Backlog", "serviceId": machine})
    path = f"/project/v1/projects/{made.json()['id']}"
    for number in range(40):
        client.post(
            f"{path}/files",
            data={"sourceLanguage": "en", "targetLanguages": ",".join(TARGETS)},
            files={"file": (f"{number}.txt", f"The red book number {number} is big.".encode())},
        ).raise_for_status()
    client.post(f"{path}/do-start").raise_for_status()


async def measure_claims(folder: Path, jobs: int) -> None:
    """Milliseconds of a claim, as procrastinate has it and by fair shares."""
    print(f"| {jobs} waiting jobs | procrastinate's claim p50 ms | fair claim p50 ms | p95 ms |")
    print("|---|---:|---:|---:|")
    async with AsyncExitStack() as stack:
        urls = await stack.enter_async_context(open_server(Settings(data=folder / "claims")))
        await migrate(urls.owner)
        connector = PsycopgConnector(conninfo=urls.application, min_size=1, max_size=2)
        await connector.open_async()
        stack.push_async_callback(connector.close_async)
        for accounts in (1, 100, 5000):
            await _fill(urls.owner, jobs, accounts)
            plain = await _time(JobManager(connector), connector)
            await _fill(urls.owner, jobs, accounts)
            fair = await _time(OutageTolerantJobs(connector, concurrency=CLAIMS), connector)
            cost = f"{statistics.median(plain):.1f} | {statistics.median(fair):.1f} | {_p95(fair):.1f}"
            print(f"| of {accounts} account{'s' if accounts > 1 else ''} | {cost} |", flush=True)
    print()


async def _time(manager: JobManager, connector: PsycopgConnector) -> list[float]:
    row = await connector.execute_query_one_async(
        query="insert into procrastinate_workers default values returning id"
    )
    times = []
    for _ in range(CLAIMS):
        began = time.perf_counter()
        job = await manager.fetch_job(["documents", "projects", "housekeeping"], row["id"])
        times.append(1000 * (time.perf_counter() - began))
        assert job is not None
        if len(times) > 2 * PLACES:  # so that a worker's places are taken, and no more
            query = "update procrastinate_jobs set status = 'succeeded' where id = %(id)s"
            await connector.execute_query_async(query=query, id=job.id)
    return times


async def _fill(url: str, jobs: int, accounts: int) -> None:
    connection = await psycopg.AsyncConnection.connect(url, autocommit=True)
    async with connection:
        await connection.execute("truncate procrastinate_jobs cascade")
        await connection.execute("alter table procrastinate_jobs disable trigger user")
        await connection.execute(
            "insert into procrastinate_jobs (queue_name, task_name, args)"
            " select 'documents', 't', jsonb_build_object('account', n %% %s, 'share',"
            " jsonb_build_array(n %% %s, 'application:' || n %% %s)) from generate_series(1, %s) n",
            (accounts, accounts, accounts, jobs),
        )
        await connection.execute("alter table procrastinate_jobs enable trigger user")
        await connection.execute("vacuum analyze procrastinate_jobs")


def _p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[-1]


if __name__ == "__main__":
    main()
