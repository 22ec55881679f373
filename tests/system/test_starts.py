"""Starts: no fault of the log stops one; one that cannot succeed says why in a line and ends."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import httpx2
import psycopg
import pytest

from dragoman.settings import Settings
from tests.command_server import COMMANDS
from tests.conftest import superuser_url
from tests.live import COMMAND, LiveService, free_port, live_service, prepare_service
from tests.waiting import CEILING

# Python then encodes the names of files in ASCII, and keeps other bytes of them as lone surrogates.
POSIX = {"LC_ALL": "", "LC_CTYPE": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


def test_a_path_that_the_locale_cannot_encode(tmp_path: Path) -> None:
    data = Path(os.fsdecode(os.fsencode(tmp_path) + b"/d\xc3\xa9p\xf4t"))
    with live_service(data, empty=True, own_python=True, **POSIX) as service:
        made = service.run("admin", "account", "create", "Accents Ltd", "--kind", "trial")
        assert made.returncode == 0, made.stderr
    events = [json.loads(line) for line in service.log.splitlines() if line.startswith("{")]
    (made,) = [event for event in events if event["event"] == "master_key.created"]
    assert made["path"].endswith("/master.key")


@pytest.mark.parametrize("errors", ["full", "closed", "hung up", "never read"])
def test_the_log_cannot_be_written(tmp_path: Path, errors: str) -> None:
    service = prepare_service(tmp_path / "data")
    command = [*COMMAND, "serve", "--port", str(service.port), "--data", str(service.data)]
    reading, writing = os.pipe()
    if errors == "full":
        os.close(writing)
        writing = os.open("/dev/full", os.O_WRONLY)
    if errors == "hung up":
        os.close(reading)
    if errors == "never read":
        os.set_blocking(writing, False)
        while True:
            try:
                os.write(writing, b"x" * 4096)
            except BlockingIOError:
                break
        os.set_blocking(writing, True)
    if errors == "closed":
        command = ["/bin/sh", "-c", 'exec "$@" 2>&-', "sh", *command]
    process = subprocess.Popen(
        command,
        env={**os.environ, **service.environment},
        stderr=writing,
    )
    try:
        service.wait_ready()
        assert httpx2.get(f"{service.url}/v2/usage", timeout=CEILING).status_code == 401
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=CEILING) == 0
    finally:
        process.kill()
        process.wait()


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data directory of a service that was stopped."""
    data = tmp_path_factory.mktemp("starts") / "data"
    with live_service(data) as service:
        service.create_account("Starts Ltd")
    return data


def _lose_master_key(data: Path) -> None:
    (data / "master.key").unlink()


def _show_master_key(data: Path) -> None:
    (data / "master.key").chmod(0o644)


def _garble_master_key(data: Path) -> None:
    (data / "master.key").write_bytes(b"\xff\x00 nonsense\n")


def _lose_control_file(data: Path) -> None:
    with (data / "postgres/postgres.log").open("a", encoding="utf-8") as log:
        log.write(
            "2026-01-01 00:00:00.000 UTC [1] FATAL:  terminating connection due to administrator command\n"
        )
    (data / "postgres/cluster/global/pg_control").unlink()


def _garble_control_file(data: Path) -> None:
    (data / "postgres/cluster/global/pg_control").write_bytes(b"x" * 8192)


def _garble_version(data: Path) -> None:
    (data / "postgres/cluster/PG_VERSION").write_text("nonsense")


def _other_version(data: Path) -> None:
    (data / "postgres/cluster/PG_VERSION").write_text("12\n")


def _garble_credentials(data: Path) -> None:
    (data / "postgres/credentials.json").write_text("{")


def _exchange_credentials(data: Path) -> None:
    path = data / "postgres/credentials.json"
    kept = json.loads(path.read_text())
    path.write_text(json.dumps({**kept, "owner": "of another backup"}))


def _files_are_a_file(data: Path) -> None:
    shutil.rmtree(data / "files")
    (data / "files").write_text("")


def _is_a_file(data: Path) -> None:
    shutil.rmtree(data)
    data.write_text("")


FAULTS: Mapping[Callable[[Path], None], str] = {
    _lose_master_key: "master key file",
    _show_master_key: "chmod 600",
    _garble_master_key: "master key file",
    _lose_control_file: "pg_control",
    _garble_control_file: "PostgreSQL did not start",
    _garble_version: "cluster is not a PostgreSQL directory",
    _other_version: "PostgreSQL 12",
    _garble_credentials: "credentials.json",
    _exchange_credentials: "password authentication failed",
    _files_are_a_file: "Files cannot be kept",
    _is_a_file: "data directory",
}


@pytest.mark.parametrize(
    ("command", "fault"),
    [*(("serve", fault) for fault in FAULTS), ("worker", _lose_master_key), ("worker", _lose_control_file)],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_what_must_be_mended_first_ends_the_start(
    tmp_path: Path, installation: Path, fault: Callable[[Path], None], command: str
) -> None:
    data = tmp_path / "data"
    shutil.copytree(installation, data, symlinks=True)
    _own(installation, data)
    fault(data)
    _judge_refusal(_start(command, data), FAULTS[fault])


def _own(original: Path, copy: Path) -> None:
    """Give the copy's files the owners that the original's have."""
    if os.geteuid() == 0:
        for path in (original, *original.rglob("*")):
            status = path.lstat()
            os.chown(copy / path.relative_to(original), status.st_uid, status.st_gid, follow_symlinks=False)


def _start(command: str, data: Path, *options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    port = ["--port", str(free_port())] if command == "serve" and "--port" not in options else []
    return COMMANDS.run(
        *(command, *port, "--data", str(data), *options),
        environment={**os.environ, "DRAGOMAN_DRAIN_SECONDS": "0", **environment},
    )


def _judge_refusal(done: subprocess.CompletedProcess[str], reason: str) -> None:
    assert done.returncode == 1, done.stderr
    said = [line for line in done.stderr.splitlines() if line.startswith("dragoman: ")]
    assert len(said) == 1, done.stderr
    assert reason in said[0]
    assert "Traceback" not in done.stderr


def test_a_database_that_is_newer_ends_the_start(installation: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    shutil.copytree(installation, data, symlinks=True)
    _own(installation, data)
    service = LiveService(data=data, port=free_port(), environment={"DRAGOMAN_DRAIN_SECONDS": "0"})
    service.start()
    service.wait_ready()
    with psycopg.connect(superuser_url(Settings(data=data)), autocommit=True) as connection:
        connection.execute("update alembic_version set version_num = '9999'")
    service.stop()
    for command in ("serve", "worker"):
        _judge_refusal(_start(command, data), "9999")


def test_an_address_that_cannot_be_listened_on_ends_the_start(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        _judge_refusal(_start("serve", tmp_path / "data", "--port", port), f"port {port}")
    _judge_refusal(_start("serve", tmp_path / "data", "--host", "x" * 70), "Cannot listen")
    _judge_refusal(_start("serve", tmp_path / "data", "--host", "192.0.2.1"), "Cannot listen")


def test_a_place_where_no_data_can_be_ends_the_start(tmp_path: Path) -> None:
    for place in (Path("/proc/nothing"), tmp_path / ("x" * 300), tmp_path / "/".join(["x" * 200] * 30)):
        for command in ("serve", "worker"):
            _judge_refusal(_start(command, place), "data directory")


def test_a_database_of_yours_that_is_away_is_waited_for(tmp_path: Path) -> None:
    address = f"postgresql://nobody:nothing@127.0.0.1:{free_port()}/none"
    service = LiveService(
        data=tmp_path / "data",
        port=free_port(),
        environment={"DRAGOMAN_DATABASE_URL": address, "DRAGOMAN_DRAIN_SECONDS": "0"},
    )
    service.start()
    try:
        service.wait_for_log('"service.opening_failed"', times=5)
        assert httpx2.get(f"{service.url}/readyz", timeout=CEILING).status_code == 503
    finally:
        assert service.stop() == 0
