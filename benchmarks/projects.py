"""Many projects: how long lists, their filters and reads take.

    python -m benchmarks.projects [--projects 100000] [--accounts 20]

Rows are made (`made_projects`: three files each, half of all in one account) in the embedded server on a
temporary data directory, and read as the interface reads them: in a transaction of the largest account, bound
by row-level security. Then most projects are over (`--open` percent are not), and the stages are counted and
listed. No HTTP; client and server share the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import random
import shutil
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final

from sqlalchemy import text

from benchmarks.made_projects import FILES_EACH, Shape, make_projects, make_stages
from dragoman.api.project_resources.project_record import write_record, write_summary
from dragoman.database.connections import ALL_ACCOUNTS, Database, Transaction, open_database, transaction
from dragoman.database.migrate import migrate
from dragoman.database.server import open_server
from dragoman.projects.model import Due, ProjectFilter, ProjectStage, ProjectStatus
from dragoman.projects.orders import listing
from dragoman.projects.orders.actions import find_project, list_projects
from dragoman.projects.orders.listing import count_stages
from dragoman.projects.orders.record import read_record
from dragoman.settings import Settings
from dragoman.telemetry import configure_logging

SEED: Final = 7
LIMIT: Final = 50 + 1  # a page, and whether there is more

# By what is asked for: conditions beside the account's.
QUERIES: Final[Mapping[str, Mapping[str, Any]]] = {
    "list, newest first": {},
    "page 100": {"offset": 5000},
    "status Draft": {"status": ProjectStatus.DRAFT},
    "status Cancelled, by title": {"status": ProjectStatus.CANCELLED, "sort": "title", "descending": False},
    "created after": {"created_after": datetime(2025, 6, 1, tzinfo=UTC)},
    "created between": {
        "created_after": datetime(2025, 6, 1, tzinfo=UTC),
        "created_before": datetime(2025, 6, 8, tzinfo=UTC),
    },
    "updated after, by updatedAt": {
        "updated_after": datetime(2025, 11, 25, tzinfo=UTC),
        "sort": "updated",
        "descending": False,
    },
    "updated after, newest first": {"updated_after": datetime(2025, 11, 25, tzinfo=UTC)},
    "finished after, newest first": {"finished_after": datetime(2025, 12, 20, tzinfo=UTC)},
    "finished after all, newest first": {"finished_after": datetime(2031, 1, 1, tzinfo=UTC)},
    "purchase order": {"purchase_order_number": "PO-321"},
    "external id, unknown": {"external_id": "nobody's"},
    "title, a rare piece": {"title": "#4242"},
    "title, a common word": {"title": "contract"},
    "title, one letter": {"title": "e"},
    "title, nowhere": {"title": "qx"},
    "title, nowhere, long": {"title": "contract that nobody made"},
    "title and status": {"title": "strasse", "status": ProjectStatus.ACTIVE},
    "title, by deadline": {"title": "出荷", "sort": "deadline"},
    "by title": {"sort": "title"},
    "by deadline": {"sort": "deadline"},
    "by finishedAt": {"sort": "finished"},
    "by status": {"sort": "status", "descending": False},
}

# What staff ask for, over all accounts.
STAFF_QUERIES: Final[Mapping[str, Mapping[str, Any]]] = {
    "staff: newest first": {},
    "staff: status Active": {"status": ProjectStatus.ACTIVE},
    "staff: status Active, by deadline": {
        "status": ProjectStatus.ACTIVE,
        "sort": "deadline",
        "descending": False,
    },
    "staff: by deadline": {"sort": "deadline", "descending": False},
    "staff: by updatedAt": {"sort": "updated"},
    "staff: title, a rare piece": {"title": "#4242"},
}


# What staff see first.
STAGE_QUERIES: Final[Mapping[str, Mapping[str, Any]]] = {
    "to do, by deadline": {"stage": ProjectStage.TO_DO, "sort": "deadline", "descending": False},
    "to do, by title": {"stage": ProjectStage.TO_DO, "sort": "title", "descending": False},
    "to do, page 20": {"stage": ProjectStage.TO_DO, "offset": 950},
    "in work, newest first": {"stage": ProjectStage.IN_WORK},
    "to deliver, by deadline": {"stage": ProjectStage.TO_DELIVER, "sort": "deadline", "descending": False},
    "due today": {"due": Due.TODAY, "sort": "deadline", "descending": False},
    "to do, searched": {"stage": ProjectStage.TO_DO, "search": "contract"},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What was asked for."""

    projects: int
    accounts: int
    times: int
    open_percent: int


def main() -> None:
    """Run everything and print what came out."""
    configure_logging(level="warning", style="console")
    options = _parse()
    folder = Path(tempfile.mkdtemp(prefix="dragoman-benchmark-"))
    try:
        asyncio.run(_run(options, folder))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


async def _run(options: Options, data: Path) -> None:
    load = " ".join(f"{one:.1f}" for one in os.getloadavg())
    print(
        f"{options.projects:,} projects with {options.projects * FILES_EACH:,} files in {options.accounts} "
        f"accounts, seed {SEED}; {platform.machine()}, {len(os.sched_getaffinity(0))} cores, "
        f"load before {load}\n"
    )
    async with AsyncExitStack() as stack:
        urls = await stack.enter_async_context(open_server(Settings(data=data)))
        await migrate(urls.owner)
        shape = Shape(accounts=options.accounts, projects=options.projects)
        accounts = await asyncio.to_thread(make_projects, urls.owner, shape, seed=SEED)
        database = await stack.enter_async_context(open_database(urls.application))
        print("| | found | p50 ms | p95 ms |")
        print("|---|---:|---:|---:|")
        for name, conditions in QUERIES.items():
            await _measure_list(database, accounts[0], name, conditions, times=options.times)
        for name, conditions in STAFF_QUERIES.items():
            await _measure_list(database, None, name, conditions, times=options.times)
        await _measure_reads(database, accounts[0], times=options.times)
        await asyncio.to_thread(make_stages, urls.owner, open_percent=options.open_percent)
        await _measure_stages(database, accounts, times=options.times)


async def _measure_stages(database: Database, accounts: Sequence[int], *, times: int) -> None:
    """Measure counts and lists of stages: of all accounts, of the largest and of a usual one."""
    scan = await _measure(database, _count_all, times=times)
    _print_row("count(*) of all projects", None, scan)
    for name, account in (("all accounts", None), ("largest account", accounts[0]), ("account", accounts[1])):
        seconds = await _measure(database, partial(count_stages, account_id=account), times=times)
        ratio = statistics.median(seconds) / statistics.median(scan)
        _print_row(f"stages, {name} ({ratio:.2f} of count(*))", None, seconds)
        for what, conditions in STAGE_QUERIES.items():
            wanted = ProjectFilter(**{"account_id": account, "limit": LIMIT, **conditions})
            seconds = await _measure(database, partial(listing.list_projects, wanted=wanted), times=times)
            ratio = statistics.median(seconds) / statistics.median(scan)
            _print_row(f"{what}, {name} ({ratio:.2f})", None, seconds)


async def _count_all(tx: Transaction) -> None:
    await tx.connection.execute(text("select count(*) from projects"))


async def _measure(
    database: Database, action: Callable[[Transaction], Awaitable[object]], *, times: int
) -> list[float]:
    seconds = []
    for place in range(-5, times):
        started = time.perf_counter()
        async with transaction(database, account=ALL_ACCOUNTS) as tx:
            await action(tx)
        if place >= 0:
            seconds.append(time.perf_counter() - started)
    return seconds


async def _measure_list(
    database: Database, account: int | None, name: str, conditions: Mapping[str, Any], *, times: int
) -> None:
    wanted = ProjectFilter(**{"account_id": account, "limit": LIMIT, **conditions})
    seconds = []
    for place in range(-5, times):
        started = time.perf_counter()
        async with transaction(database, account=ALL_ACCOUNTS if account is None else account) as tx:
            found = [write_summary(one) for one in await list_projects(tx, wanted)]
        if place >= 0:
            seconds.append(time.perf_counter() - started)
    _print_row(name, len(found), seconds)


async def _measure_reads(database: Database, account: int, *, times: int) -> None:
    numbers = random.Random(SEED)
    async with transaction(database, account=account) as tx:
        ids = [one.id for one in await list_projects(tx, ProjectFilter(account_id=account, limit=10_000))]
    seconds = []
    for place in range(-5, times):
        started = time.perf_counter()
        async with transaction(database, account=account) as tx:
            project = await find_project(tx, numbers.choice(ids), account_id=account)
            record = write_record(await read_record(tx, project), base_url="http://127.0.0.1")
        if place >= 0:
            seconds.append(time.perf_counter() - started)
    _print_row("one project with its files", len(record["files"]), seconds)


def _print_row(name: str, found: int | None, seconds: list[float]) -> None:
    cuts = statistics.quantiles([1000 * one for one in seconds], n=100, method="inclusive")
    print(f"| {name} | {'' if found is None else found} | {cuts[49]:,.1f} | {cuts[94]:,.1f} |", flush=True)


def _parse() -> Options:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--projects", type=int, default=100_000)
    parser.add_argument("--accounts", type=int, default=20)
    parser.add_argument("--times", type=int, default=100, help="how often each is asked")
    parser.add_argument("--open", type=int, default=20, help="percent of the projects that are not over")
    given = parser.parse_args()
    return Options(
        projects=given.projects, accounts=given.accounts, times=given.times, open_percent=given.open
    )


if __name__ == "__main__":
    main()
