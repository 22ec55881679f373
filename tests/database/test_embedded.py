"""The embedded server: who starts it, who keeps it alive, who stops it, and what survives a kill."""

from __future__ import annotations

import os
import shutil
import stat
import time
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from dragoman.database.server import open_server
from dragoman.database.server_log import rotate_log
from dragoman.database.server_process import explain_end
from dragoman.database.urls import parse_url, render_url
from dragoman.errors import Misconfigured
from dragoman.settings import Settings
from dragoman.startup_retries import may_pass
from tests.conftest import superuser_url
from tests.database.conftest import NOBODY_UID, ServerUser, cluster_of, server_owners, server_processes
from tests.process_signals import kill_all
from tests.waiting import wait_until

StartUser = Callable[..., ServerUser]
MakeSettings = Callable[..., Settings]

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")


async def _ask(url: str, question: str) -> object:
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
        answer = await connection.execute(question)  # type: ignore[call-overload]
        row = await answer.fetchone() if answer.description else None
        return row[0] if row else None


def _run(url: str, statement: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement)  # type: ignore[call-overload]


def _numbers(url: str) -> set[int]:
    with psycopg.connect(url) as connection:
        return {row[0] for row in connection.execute("select number from numbers")}


def _make_numbers(data: Path) -> None:
    _run(
        superuser_url(Settings(data=data)),
        "create table numbers(number int); grant all on numbers to dragoman_app",
    )


async def test_the_roles_are_ordinary_and_the_server_is_durable_and_private(
    make_settings: MakeSettings,
) -> None:
    settings = make_settings()
    async with open_server(settings) as urls:
        assert await _ask(urls.owner, "select current_user::text") == "dragoman_owner"
        assert await _ask(urls.application, "select current_user::text") == "dragoman_app"
        privileged = "select bool_or(rolsuper or rolbypassrls or rolcreaterole or rolcreatedb) from pg_roles"
        assert await _ask(urls.owner, f"{privileged} where rolname like 'dragoman%'") is False
        wanted = {
            "fsync": "on",
            "full_page_writes": "on",
            "synchronous_commit": "on",
            "data_checksums": "on",
            "listen_addresses": "",
            "TimeZone": "UTC",
        }
        assert {name: await _ask(urls.owner, f"show {name}") for name in wanted} == wanted
        socket = Path(parse_url(urls.application)["host"])
        assert stat.S_IMODE(socket.stat().st_mode) == 0o700
        wrong = render_url({**parse_url(urls.application), "password": "wrong"})
        with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
            await _ask(wrong, "select 1")
    home = settings.data / "postgres"
    assert stat.S_IMODE(settings.data.stat().st_mode) == 0o700
    assert stat.S_IMODE((home / "credentials.json").stat().st_mode) == 0o600
    assert not server_processes(settings.data)
    assert not socket.exists()


async def test_failing_statements_leave_no_trace_in_the_servers_log(make_settings: MakeSettings) -> None:
    settings = make_settings()
    async with open_server(settings) as urls:
        with pytest.raises(psycopg.DataError):
            await _ask(urls.application, "select 'customer text'::int")
        with pytest.raises(psycopg.errors.UniqueViolation):
            await _ask(
                urls.owner, "create table t(t text primary key); insert into t values ('secret'), ('secret')"
            )
    log = (settings.data / "postgres/postgres.log").read_text()
    assert "ready to accept connections" in log
    assert "customer" not in log
    assert "secret" not in log


@pytest.mark.parametrize(
    "name", ["with space and ünïcödé 目录", "q'uo\"te,$HOME", "/".join(["long" * 50] * 7)]
)
async def test_any_path_will_do(make_settings: MakeSettings, tmp_path: Path, name: str) -> None:
    async with open_server(make_settings(data=tmp_path / name)) as urls:
        assert await _ask(urls.application, "select 1") == 1


@as_root
async def test_root_may_keep_its_data_where_no_other_user_can_go(
    make_settings: MakeSettings, tmp_path: Path
) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    settings = make_settings(data=closed / "project" / "dragoman-data")
    async with open_server(settings):
        assert server_owners(settings.data) == {NOBODY_UID}
    assert stat.S_IMODE(closed.stat().st_mode) == 0o700


@as_root
async def test_an_ordinary_user_runs_the_server_under_its_own_name(
    tmp_path: Path, start_user: StartUser
) -> None:
    place = Path("/tmp") / f"dragoman-test-{os.getpid()}"  # pytest's own directories are root's alone
    place.mkdir(mode=0o700)
    os.chown(place, NOBODY_UID, NOBODY_UID)
    try:
        user = start_user(place / "data", "--uid", str(NOBODY_UID)).wait_ready()
        assert server_owners(place / "data") == {NOBODY_UID}
        assert (place / "data/postgres/credentials.json").stat().st_uid == NOBODY_UID
        user.leave()
        assert not server_processes(place / "data")
    finally:
        shutil.rmtree(place)


def test_two_first_starts_at_once_make_one_cluster(tmp_path: Path, start_user: StartUser) -> None:
    users = [start_user(tmp_path / "data") for _ in range(3)]
    urls = {user.wait_ready().url for user in users}
    assert len(urls) == 1
    assert sum(user.log.count("database.created") for user in users) == 1
    assert sum(user.log.count("database.started") for user in users) == 1


def test_the_last_one_leaving_stops_the_server(tmp_path: Path, start_user: StartUser) -> None:
    supervisor = start_user(tmp_path / "data").wait_ready()
    other = start_user(tmp_path / "data").wait_ready()
    main = server_processes(tmp_path / "data")[0].pid
    supervisor.leave()
    assert server_processes(tmp_path / "data")[0].pid == main
    _run(other.url, "select 1")
    other.leave()
    assert not server_processes(tmp_path / "data")


def test_a_server_left_behind_is_adopted(tmp_path: Path, start_user: StartUser) -> None:
    killed = start_user(tmp_path / "data").wait_ready()
    main = server_processes(tmp_path / "data")[0].pid
    killed.kill()
    heir = start_user(tmp_path / "data").wait_ready()
    assert server_processes(tmp_path / "data")[0].pid == main
    assert "database.adopted" in heir.log
    heir.leave()
    assert not server_processes(tmp_path / "data")


def test_a_waiting_process_takes_over_from_a_killed_supervisor(tmp_path: Path, start_user: StartUser) -> None:
    supervisor = start_user(tmp_path / "data").wait_ready()
    start_user(tmp_path / "data").wait_ready()
    main = server_processes(tmp_path / "data")[0]
    supervisor.kill()
    main.kill()
    wait_until(lambda: _is_back(tmp_path / "data", main.pid))


@pytest.mark.parametrize("only_main", [True, False], ids=["postmaster", "every process"])
def test_a_killed_server_is_back_and_nothing_acknowledged_is_lost(
    tmp_path: Path, start_user: StartUser, only_main: bool
) -> None:
    data = tmp_path / "data"
    began = time.monotonic()
    keeper = start_user(data).wait_ready()
    first_start = time.monotonic() - began
    _make_numbers(data)
    inserter = start_user(data, "--insert").wait_ready()
    assert inserter.next_line() == "inserted 1"
    seconds = []
    for _ in range(3):
        time.sleep(0.3)
        victims = server_processes(data)
        kill_all(victims[:1] if only_main else victims)
        began = time.monotonic()
        wait_until(lambda main=victims[0].pid: _is_back(data, main))
        seconds.append(time.monotonic() - began)
    time.sleep(0.3)
    said = inserter.kill()
    inserted = {1} | {int(line.split()[1]) for line in said if line.startswith("inserted")}
    assert inserted <= _numbers(keeper.url)
    # A transaction that was open gets an error; a new one waits a short time.
    assert len([line for line in said if line.startswith("unavailable")]) <= 6
    assert sorted(seconds)[1] < first_start, seconds
    keeper.leave()


def _is_back(data: Path, killed: int) -> bool:
    try:
        lines = (data / "postgres/cluster/postmaster.pid").read_text().splitlines()
    except FileNotFoundError:
        return False
    return len(lines) > 7 and lines[7].strip() == "ready" and int(lines[0]) != killed


def test_a_first_start_killed_half_way_is_begun_again(tmp_path: Path, start_user: StartUser) -> None:
    data = tmp_path / "data"
    killed = start_user(data)
    wait_until((data / "postgres/cluster.new/base").exists)
    killed.kill()  # what makes the cluster lives on and must not meet its successor
    user = start_user(data).wait_ready()
    assert "database.created" in user.log
    assert not (data / "postgres/cluster.new").exists()
    user.leave()


async def test_lost_passwords_are_made_anew(make_settings: MakeSettings) -> None:
    settings = make_settings()
    async with open_server(settings) as before:
        await _ask(
            before.owner, "create table kept(number int); insert into kept values (7) returning number"
        )
    (settings.data / "postgres/credentials.json").unlink()
    async with open_server(settings) as after:
        assert await _ask(after.owner, "select number from kept") == 7
        assert parse_url(after.owner)["password"] != parse_url(before.owner)["password"]


@as_root
async def test_a_socket_directory_of_another_user_is_refused(
    make_settings: MakeSettings, tmp_path: Path
) -> None:
    settings = make_settings()
    async with open_server(settings) as urls:
        socket = Path(parse_url(urls.owner)["host"])
    trap = tmp_path / "trap"
    trap.mkdir(mode=0o700)
    os.chown(trap, NOBODY_UID, NOBODY_UID)
    socket.symlink_to(trap)
    try:
        with pytest.raises(Misconfigured, match="belongs to another user"):
            async with open_server(settings):
                pass
    finally:
        socket.unlink()


async def test_a_data_directory_that_cannot_be_used_is_named(
    make_settings: MakeSettings, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Misconfigured, match=r"data directory .*file/data cannot be used: File exists"):
        async with open_server(make_settings(data=tmp_path / "file" / "data")):
            pass


async def test_a_cluster_of_a_version_without_programs_says_which(make_settings: MakeSettings) -> None:
    settings = make_settings()
    cluster = settings.data / "postgres/cluster"
    cluster.mkdir(parents=True)
    (cluster / "PG_VERSION").write_text("12\n")
    with pytest.raises(Misconfigured, match="PostgreSQL 12; no programs of that version"):
        async with open_server(settings):
            pass


async def test_a_wrong_folder_of_programs_is_refused(make_settings: MakeSettings, tmp_path: Path) -> None:
    with pytest.raises(Misconfigured, match="DRAGOMAN_POSTGRES_BIN"):
        async with open_server(make_settings(postgres_bin=tmp_path)):
            pass


async def test_the_servers_log_is_bounded(make_settings: MakeSettings) -> None:
    settings = make_settings()
    async with open_server(settings) as urls:
        cluster = cluster_of(settings.data)
        assert cluster is not None
        with cluster.log_file.open("a") as log:
            log.write("x" * 9 * 1024 * 1024)
        rotate_log(cluster)
        await _ask(urls.application, "select pg_sleep(0)")
        assert cluster.log_file.stat().st_size < 1024
        assert (cluster.home / "postgres.log.1").stat().st_size > 9 * 1024 * 1024


def test_a_full_disk_is_waited_for_and_nothing_else_that_ends_the_server() -> None:
    """Its operator makes room, and the service goes on."""
    full = 'FATAL:  could not write to file "pg_wal/xlogtemp.1": No space left on device'
    damaged = 'PANIC:  could not open file "global/pg_control": No such file or directory'
    assert [may_pass(explain_end(message)) for message in (full, damaged)] == [True, False]
