"""`dragoman admin` in this process, on a database of the test's own."""

from __future__ import annotations

import io
import json
import logging
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import structlog

from dragoman.access.identity import open_identity
from dragoman.commands import create_cli
from dragoman.database.connections import Database
from dragoman.database.urls import ServerUrls
from dragoman.settings import load_settings
from dragoman.telemetry import Metrics
from tests.waiting import CEILING

ISSUER = "http://127.0.0.1:8080"


@dataclass(frozen=True, kw_only=True)
class Done:
    """How a command ended."""

    status: int
    out: str
    err: str

    @property
    def value(self) -> Any:
        assert self.status == 0, self.err
        return json.loads(self.out)


@dataclass(frozen=True, kw_only=True)
class CommandLine:
    """`dragoman admin` with an environment of its own."""

    environment: dict[str, str]
    capture: pytest.CaptureFixture[str]

    def __call__(self, *words: str, stdin: str = "") -> Done:
        def load(overrides: Any) -> Any:
            return load_settings(environment=self.environment, overrides=overrides)

        def run() -> int:
            try:
                create_cli()(args=["admin", *words], prog_name="dragoman", obj=load)
            except SystemExit as end:
                return int(end.code or 0)
            return 0

        self.capture.readouterr()
        before, sys.stdin = sys.stdin, io.StringIO(stdin)
        try:
            # A thread, because the command runs an event loop of its own, as it does for people.
            with _own_logging(), ThreadPoolExecutor(1) as pool:
                status = pool.submit(run).result(timeout=CEILING)
        finally:
            sys.stdin = before
        out, err = self.capture.readouterr()
        return Done(status=status, out=out, err=err)

    def json(self, *words: str, stdin: str = "") -> Any:
        return self(*words, "--json", stdin=stdin).value


@contextmanager
def _own_logging() -> Iterator[None]:
    """What a command sets up for its process, tests that come later in this one must not have."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    try:
        yield
    finally:
        structlog.reset_defaults()
        root.handlers[:] = handlers
        root.setLevel(level)


@pytest.fixture
def environment(database_urls: ServerUrls, tmp_path: Path) -> dict[str, str]:
    return {
        "DRAGOMAN_DATABASE_URL": database_urls.application,
        "DRAGOMAN_DATABASE_OWNER_URL": database_urls.owner,
        "DRAGOMAN_DATA": str(tmp_path),
    }


@pytest.fixture
def admin(environment: dict[str, str], capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(environment=environment, capture=capsys)


@pytest.fixture
def open_running(database: Database, environment: dict[str, str]) -> Callable[[], Any]:
    """Open what a running service has, on the same database and data directory."""
    settings = load_settings(environment=environment).settings
    return lambda: open_identity(settings, database, issuer=ISSUER, metrics=Metrics())
