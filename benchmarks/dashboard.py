"""The dashboard of a busy installation: how long its pages take, and what browsers load.

    python -m benchmarks.dashboard [--projects 100000] [--units 1000000] [--others 100000] [--times 40]

Makes an installation (`made_dashboard`), starts the service on it, signs in as people of each role, and gets
a page of each kind one after the other: by links from the navigation on, and lists with searches, filters,
orders and later parts. The server's time is that of its log (`request.answered`), the client's is beside it.
On a machine that is busy with other work, the time of processors (of the service and its database, for one
page) and the least time say more than the others.
Then Chromium shows the main pages with nothing in its cache. `--data DIR` keeps the installation, or uses it
again.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import shutil
import statistics
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import httpx2

from benchmarks.dashboard_browser import show_pages
from benchmarks.dashboard_pages import FoundPage, find_pages, sign_in
from benchmarks.made_dashboard import Amounts, frequent_words, make_installation
from benchmarks.pages import processor_seconds
from benchmarks.services import Service, our_service
from dragoman.telemetry import configure_logging

AIM: Final = 50.0  # milliseconds at the 95th percentile
_WARMING: Final = 3
_PATIENCE, _FEWEST = 15.0, 5  # seconds, after which a slow page is asked no more than so often
# The admin has the manager's pages too: those are measured once.
_ROLES: Final = (("developer", "customer"), ("linguist", "staff"), ("manager", "staff"), ("admin", "staff"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What was asked for."""

    amounts: Amounts
    times: int
    data: Path | None
    only: str
    chromium: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredPage:
    """A page with its times in milliseconds."""

    role: str
    page: FoundPage
    kilobytes: float
    server: Sequence[float]
    client: Sequence[float]
    processor: float

    @property
    def slowness(self) -> float:
        """The 95th percentile of the server's time."""
        return _percentile(self.server, 95)

    def line(self) -> str:
        """The row of the table."""
        cells = [f"`{self.page.kind}`", self.role, f"{self.kilobytes:.0f}", f"{self.processor:.1f}"]
        cells += [f"{min(self.server):.1f}"]
        for times in (self.server, self.client):
            cells += [f"{_percentile(times, 50):.1f}", f"{_percentile(times, 95):.1f}"]
        return f"| {' | '.join(cells)} |"


def main() -> None:
    """Run everything and print what came out."""
    configure_logging(level="warning", style="console")
    options = _parse()
    with ExitStack() as stack:
        folder = options.data or Path(tempfile.mkdtemp(prefix="dragoman-benchmark-"))
        if options.data is None:
            stack.callback(shutil.rmtree, folder, ignore_errors=True)
        data = folder / "data"
        if not data.exists():
            data.mkdir(parents=True)
            asyncio.run(make_installation(data, options.amounts))
        logged = {"DRAGOMAN_LOG_LEVEL": "info", "DRAGOMAN_LOG_FORMAT": "json"}
        service = stack.enter_context(our_service(data, **logged))
        _measure(service, folder / "data.log", options)


def _measure(service: Service, log: Path, options: Options) -> None:
    load = " ".join(f"{one:.1f}" for one in os.getloadavg())
    cores = len(os.sched_getaffinity(0))
    print(f"{options.amounts}; {platform.machine()}, {cores} cores, load before {load}\n", flush=True)
    with ExitStack() as stack:
        clients = {role: stack.enter_context(closing(sign_in(service.url, role))) for role, _ in _ROLES}
        measured = list(_measure_all(service, clients, log, options))
        _print_pages(measured)
        if options.chromium:
            show_pages(service.url, clients, measured=[(one.role, one.page) for one in measured])


def _measure_all(
    service: Service, clients: Mapping[str, httpx2.Client], log: Path, options: Options
) -> Iterator[MeasuredPage]:
    known: dict[str, set[str]] = {"customer": set(), "staff": set()}
    today = datetime.now(UTC).date()
    words = frequent_words() | {"today": str(today), "year_ago": str(today - timedelta(days=364))}
    with log.open("rb") as lines:
        for role, group in _ROLES:
            for page in find_pages(clients[role], words, known=known[group]):
                if options.only in page.kind:
                    lines.seek(0, os.SEEK_END)
                    yield _measure_page(service, clients[role], role, page, lines=lines, times=options.times)


def _measure_page(
    service: Service, client: httpx2.Client, role: str, page: FoundPage, *, lines: Iterator[bytes], times: int
) -> MeasuredPage:
    seconds: list[float] = []
    size, began, used = 0, time.monotonic(), 0.0
    for place in range(-_WARMING, times):
        if place >= _FEWEST and time.monotonic() - began > _PATIENCE:
            break
        if place == 0:
            used = processor_seconds(service)
        started = time.perf_counter()
        answer = client.get(page.address, headers={"X-Request-Id": f"measured-{place}"})
        seconds.append(time.perf_counter() - started)
        size = len(answer.content)
        if answer.status_code != 200:
            raise RuntimeError(f"{role}: {page.address} answers {answer.status_code}")
    used = processor_seconds(service) - used
    asked = len(seconds) - _WARMING
    return MeasuredPage(
        role=role,
        processor=1000 * used / asked,
        page=page,
        kilobytes=size / 1000,
        server=_server_times(lines, asked),
        client=[1000 * one for one in seconds[_WARMING:]],
    )


def _server_times(lines: Iterator[bytes], times: int) -> Sequence[float]:
    """What the service's log says of the measured requests; it is written after the answer."""
    found: dict[str, float] = {}
    deadline = time.monotonic() + 10
    while len(found) < times + _WARMING and time.monotonic() < deadline:
        for line in lines:
            if b'"request.answered"' in line and b'"measured-' in line:
                entry = json.loads(line)
                found[entry["request_id"]] = entry["milliseconds"]
    return [found[f"measured-{place}"] for place in range(times)]


def _print_pages(measured: Sequence[MeasuredPage]) -> None:
    ordered = sorted(measured, key=lambda one: -one.slowness)
    slow = [one for one in ordered if one.slowness > AIM]
    print("| page | as | kB | processor ms | server least | p50 | p95 ms | client p50 | p95 ms |")
    print("|---|---|---:|---:|---:|---:|---:|---:|---:|")
    for one in ordered:
        print(one.line())
    medians = [_percentile(one.server, 50) for one in measured]
    print(f"\n{len(measured)} kinds of pages, {len(slow)} over {AIM:.0f} ms at the 95th percentile; ", end="")
    print(f"the median of their medians is {statistics.median(medians):.1f} ms.\n", flush=True)


def _percentile(times: Sequence[float], percent: int) -> float:
    return statistics.quantiles(times, n=100, method="inclusive")[percent - 1]


def _parse() -> Options:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--projects", type=int, default=100_000)
    parser.add_argument("--units", type=int, default=1_000_000)
    parser.add_argument("--others", type=int, default=100_000, help="people, programs, calls, …: of each")
    parser.add_argument("--times", type=int, default=40, help="how often each page is asked for")
    parser.add_argument("--data", type=Path, help="where the installation is made and kept, or was")
    parser.add_argument("--only", default="", help="pages whose kind has this text")
    parser.add_argument("--no-chromium", action="store_true", help="only the service")
    given = parser.parse_args()
    return Options(
        amounts=Amounts(projects=given.projects, units=given.units, others=given.others),
        times=given.times,
        data=given.data,
        only=given.only,
        chromium=not given.no_chromium,
    )


if __name__ == "__main__":
    main()
