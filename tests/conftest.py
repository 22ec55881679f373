"""Fixtures every part of the suite may use: a real PostgreSQL server, and cheap databases on it.

`--postgres=system` runs the same tests on the system's server programs, reached by an address as a server of
the user's own would be.
"""

from __future__ import annotations

import gc
import itertools
import os
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import psycopg
import pytest
import pytest_asyncio
from hypothesis import settings
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling

from dragoman.conversion.confined import Confined, open_confined
from dragoman.database.cluster import Cluster, url_for
from dragoman.database.connections import ALL_ACCOUNTS, Database, Transaction, begin, open_database
from dragoman.database.credentials import read_credentials
from dragoman.database.ownership import choose_account
from dragoman.database.server import open_server
from dragoman.database.urls import ServerUrls, parse_url, render_url
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from tests.command_server import COMMANDS
from tests.left_processes import describe, find_left, new_mark
from tests.postgres import copy_cluster
from tests.waiting import TIME_SCALE

# An example of a property has no deadline, since other work on the machine may delay it. The suite tries the
# same examples as long as a test is unchanged: a change is judged by what it changes. At night and in
# campaigns new ones are tried.
PROFILES = {"dev": 0.2, "ci": 1, "nightly": 10}  # TEST_PROFILE → examples, as a multiple of what tests say
settings.register_profile("dev", deadline=None, derandomize=True)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.register_profile("nightly", deadline=None)

# Long modules first: what is short fills the processes at the end.
FIRST = ("contract", "system", "house", "docs", "conversion", "database", "access", "memories", "jobs")

LEAVING_SECONDS = 60 * TIME_SCALE  # for what ends by itself
_ROOT = Path(__file__).parents[1]
_TEMPLATE = "template_of_tests"
_numbers = itertools.count(1)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--postgres",
        choices=["embedded", "system"],
        default="embedded",
        help="the tests' server: the wheel's programs, or the system's, reached by DRAGOMAN_DATABASE_URL",
    )


def _profile(config: pytest.Config) -> str:
    return "nightly" if config.getoption("-m") == "campaign" else os.environ.get("TEST_PROFILE", "ci")


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile(_profile(config))


def pytest_xdist_auto_num_workers() -> int:
    """More processes than processors: much of the suite waits for processes that it started."""
    return min(2 * (os.cpu_count() or 1), 8)


class SuiteScheduling(LoadFileScheduling):
    """A module's tests in one process, and all those of `tests/contract`, because they share a service."""

    def _split_scope(self, nodeid: str) -> str:
        return "tests/contract" if nodeid.startswith("tests/contract/") else super()._split_scope(nodeid)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> SuiteScheduling | None:
    """What `--dist=loadfile` means here; other ways to distribute tests stay those of pytest-xdist."""
    return SuiteScheduling(config, log) if config.getoption("dist") == "loadfile" else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        _set_timeout(item)
        _set_examples(item, 1 if config.getoption("-m") == "campaign" else PROFILES[_profile(config)])
    items.sort(key=_place)
    if config.getoption("--postgres") == "system":
        _leave_out_what_has_no_server(config, items)


def pytest_collection_finish() -> None:
    """Leave out of all searches for garbage what stays: 15,000 tests and their modules."""
    gc.collect()
    gc.freeze()


def _place(item: pytest.Item) -> int:
    folder = item.path.relative_to(_ROOT / "tests").parts[0]
    return FIRST.index(folder) if folder in FIRST else len(FIRST)


def _set_timeout(item: pytest.Item) -> None:
    """The end of a test that hangs, on a machine of any speed."""
    marker = item.get_closest_marker("timeout")
    seconds = marker.args[0] if marker else float(item.config.getini("timeout"))
    item.add_marker(pytest.mark.timeout(seconds * TIME_SCALE), append=False)


def _set_examples(item: pytest.Item, factor: float) -> None:
    test = getattr(item, "obj", None)
    if factor != 1 and getattr(test, "is_hypothesis_test", False):
        own = test._hypothesis_internal_use_settings
        count = max(1, round(own.max_examples * factor))
        test._hypothesis_internal_use_settings = settings(own, max_examples=count)


def _leave_out_what_has_no_server(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On the system's PostgreSQL only what uses it is run: the other tests would do the same thing again."""
    unchanged = [item for item in items if "postgres_programs" not in getattr(item, "fixturenames", ())]
    config.hook.pytest_deselected(items=unchanged)
    left_out = set(unchanged)
    items[:] = [item for item in items if item not in left_out]


@dataclass(frozen=True, slots=True, kw_only=True)
class Postgres:
    """The running server of the session, with a migrated database to clone."""

    urls: ServerUrls  # of the database "dragoman"
    superuser: str

    def named(self, name: str) -> ServerUrls:
        """The addresses of another database of the server."""
        return ServerUrls(
            owner=render_url({**parse_url(self.urls.owner), "dbname": name}),
            application=render_url({**parse_url(self.urls.application), "dbname": name}),
        )

    async def run(self, statement: str) -> None:
        """Run one statement as the superuser, outside any transaction."""
        async with await psycopg.AsyncConnection.connect(self.superuser, autocommit=True) as connection:
            await connection.execute(statement)  # type: ignore[call-overload]


def system_programs() -> Path:
    """The newest PostgreSQL programs of the system, or unpacked by the setup; skips the test without any."""
    unpacked = Path(__file__).parents[1] / ".setup/postgresql"
    folders = [*Path("/usr/lib/postgresql").glob("*/bin"), *unpacked.glob("*/bin")]
    found = sorted(folders, key=lambda folder: int(folder.parent.name))
    if not found:
        pytest.skip("the system has no PostgreSQL programs")
    return found[-1]


def superuser_url(settings: Settings) -> str:
    """The superuser's address on the embedded server of a data directory."""
    home = settings.data.absolute() / "postgres"
    credentials = read_credentials(home / "credentials.json")
    assert credentials is not None
    cluster = Cluster(home=home, account=choose_account(settings.data), credentials=credentials)
    return url_for(cluster, role="postgres")


@pytest.fixture(scope="session", autouse=True)
def _no_process_is_left(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Fail when a process that tests started is still there after all of them."""
    mark = new_mark()
    yield
    COMMANDS.close()
    folder = tmp_path_factory.getbasetemp()
    deadline = time.monotonic() + LEAVING_SECONDS
    while (left := find_left(folder, mark)) and time.monotonic() < deadline:
        time.sleep(0.2)
    lines = describe(left)
    for process in left:
        with suppress(psutil.Error):
            process.kill()
    assert lines == []


@pytest.fixture(scope="session")
def postgres_programs(request: pytest.FixtureRequest) -> Path | None:
    """What `--postgres` asks for: None for the wheel's programs, or the folder of the system's."""
    return system_programs() if request.config.getoption("--postgres") == "system" else None


@pytest_asyncio.fixture(scope="session")
async def postgres(
    tmp_path_factory: pytest.TempPathFactory, postgres_programs: Path | None
) -> AsyncIterator[Postgres]:
    """One server for the whole run."""
    data = tmp_path_factory.mktemp("postgres") / "data"
    settings = Settings(data=data, postgres_bin=copy_cluster(data, postgres_programs))
    async with AsyncExitStack() as stack:
        urls = await stack.enter_async_context(open_server(settings))
        superuser = superuser_url(settings)
        if postgres_programs is not None:
            external = Settings(data=settings.data, database_url=superuser)
            urls = await stack.enter_async_context(open_server(external))
        server = Postgres(urls=urls, superuser=superuser)
        await server.run(f'create database "{_TEMPLATE}" template dragoman owner dragoman_owner')
        yield server


@pytest_asyncio.fixture
async def database_urls(postgres: Postgres) -> AsyncIterator[ServerUrls]:
    """A freshly cloned, migrated, empty database of the test's own; copied as files, not by the log too."""
    name = f"test_{next(_numbers)}"
    made_from = f'template "{_TEMPLATE}" owner dragoman_owner strategy file_copy'
    await postgres.run(f'create database "{name}" {made_from}')
    yield postgres.named(name)
    await postgres.run(f'drop database "{name}" with (force)')


@pytest_asyncio.fixture
async def database(database_urls: ServerUrls) -> AsyncIterator[Database]:
    """A database of the test's own, open for the application role."""
    async with open_database(database_urls.application, connections=8) as opened:
        yield opened


@pytest_asyncio.fixture(scope="session")
async def shared_database(postgres: Postgres) -> AsyncIterator[Database]:
    """A database that tests share, because each rolls back what it did."""
    async with open_database(postgres.urls.application, connections=4) as opened:
        yield opened


@pytest_asyncio.fixture
async def tx(shared_database: Database) -> AsyncIterator[Transaction]:
    """A transaction that sees every account's rows and is rolled back after the test."""
    async with shared_database.engine.connect() as connection:
        yield await begin(connection, account=ALL_ACCOUNTS)
        await connection.rollback()


@pytest_asyncio.fixture(scope="session")
async def shared_confined(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Confined]:
    """Processes that read documents, with the usual settings."""
    settings = Settings(data=tmp_path_factory.mktemp("confined"))
    async with open_confined(settings, Metrics()) as confined:
        yield confined


@pytest.fixture
def make_settings(tmp_path: Path, postgres_programs: Path | None) -> Callable[..., Settings]:
    """Settings for a data directory of the test's own; keyword arguments override any of them."""

    def make(**overrides: Any) -> Settings:
        return Settings(**{"data": tmp_path / "data", "postgres_bin": postgres_programs, **overrides})

    return make
