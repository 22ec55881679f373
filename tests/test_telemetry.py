"""Logs: one line each, nothing of the customer in them, and never in the way."""

from __future__ import annotations

import io
import json
import logging
import subprocess
import sys
from typing import Literal

import pytest
import structlog

from dragoman.telemetry import configure_logging, log
from tests.waiting import CEILING

CANARY = "canary-7391"


@pytest.fixture(autouse=True)
def _logging(capsys: pytest.CaptureFixture[str]) -> object:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    configure_logging(level="info", style="json")
    yield
    structlog.reset_defaults()
    root.handlers[:] = handlers
    root.setLevel(level)


def own_lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What the test has logged, without what other threads write meanwhile."""
    return [line for line in capsys.readouterr().err.splitlines() if "thing." in line]


def test_an_event_is_one_json_line(capsys: pytest.CaptureFixture[str]) -> None:
    log().info("thing.happened", number=3)
    log().debug("thing.unimportant")
    (line,) = own_lines(capsys)
    event = json.loads(line)
    assert (event["event"], event["number"], event["level"]) == ("thing.happened", 3, "info")
    assert event["timestamp"].endswith("Z")


def test_an_exception_is_reported_without_its_message(capsys: pytest.CaptureFixture[str]) -> None:
    try:
        try:
            _ = {}[CANARY]
        except KeyError as error:
            raise ValueError(f"cannot use {CANARY}") from error
    except ValueError as error:
        log().error("thing.failed", exc_info=error)
    (line,) = own_lines(capsys)
    assert CANARY not in line
    exception = json.loads(line)["exception"]
    assert exception.startswith("builtins.ValueError")
    assert "caused by builtins.KeyError" in exception
    assert "test_telemetry.py" in exception


def test_a_log_without_a_reader_does_not_stop_the_service(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = io.StringIO()
    closed.close()
    monkeypatch.setattr(sys, "stderr", closed)
    log().error("thing.happened")


_FULL_PIPE = """
import fcntl, os, threading
from dragoman.telemetry import write_line
reading, writing = os.pipe()
os.dup2(writing, 2)
size = fcntl.fcntl(reading, fcntl.F_GETPIPE_SZ)
for _ in range(300):
    os.write(writing, b"x" * (size - 4096))  # room for one line
    start = threading.Barrier(8)
    def write():
        start.wait()
        write_line("y" * 4000)
    threads = [threading.Thread(target=write) for _ in range(8)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    os.read(reading, 2 * size)
print("done")
"""


def test_threads_that_write_at_once_do_not_wait_for_a_reader() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _FULL_PIPE], capture_output=True, timeout=CEILING, check=False
    )
    assert done.stdout == b"done\n"


class _Unprintable:
    def __repr__(self) -> str:
        raise ValueError("no representation")


@pytest.mark.parametrize("style", ["json", "console"])
def test_whatever_is_in_an_event_it_becomes_a_line(
    capsys: pytest.CaptureFixture[str], style: Literal["json", "console"]
) -> None:
    configure_logging(level="info", style=style)
    for value in ("a\udcff", 10**100, {1: 2}, _Unprintable(), [b"\xff"], {"a": {"b\udcff": float("nan")}}):
        log().info("thing.happened", value=value)
        logging.getLogger("library").warning("happened: %s", value)
    logging.getLogger("library").warning("%d %d", "not", "numbers")
    written = capsys.readouterr().err.splitlines()
    lines = [
        one for one in written if "happened" in one or "unrendered" in one
    ]  # not what other threads write
    assert len(lines) == 13
    if style == "json":
        assert all(isinstance(json.loads(line), dict) for line in lines)


def test_an_exception_whose_message_cannot_be_made_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    class Broken(OSError):
        def __str__(self) -> str:
            raise ValueError

    log().error("thing.failed", exc_info=Broken())
    (line,) = own_lines(capsys)
    assert "Broken" in json.loads(line)["exception"]
