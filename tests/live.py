"""A real service for tests: `dragoman serve` as a process of its own, used over HTTP and by its commands."""

from __future__ import annotations

import atexit
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2

from tests.command_server import COMMANDS, RunningCommand
from tests.postgres import copy_cluster
from tests.waiting import CEILING, wait_until

COMMAND = [sys.executable, "-m", "dragoman"]
_HELD: list[socket.socket] = []  # by `free_port`


@dataclass(frozen=True, kw_only=True)
class Application:
    """Credentials as `dragoman admin application create` prints them."""

    id: int
    client_id: str
    client_secret: str
    webhook_secret: str


@dataclass(kw_only=True)
class LiveService:
    """One running `dragoman serve` and the commands that work beside it."""

    data: Path
    port: int
    environment: Mapping[str, str]
    own_python: bool = False  # started as an operator does it; else by a process that has loaded the program
    process: subprocess.Popen[bytes] | RunningCommand | None = None
    _tokens: dict[str, str] = field(default_factory=dict)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        return (self.data.parent / f"serve-{self.port}.log").read_text(encoding="utf-8", errors="replace")

    def wait_for_log(self, words: str, *, times: int = 1) -> str:
        """The first line with these words, once there are so many: a line is written after its answer."""
        wait_until(lambda: self.log.count(words) >= times, explain=lambda: self.log[-4000:])
        return next(line for line in self.log.splitlines() if words in line)

    def start(self, *options: str) -> None:
        words = ("serve", "--port", str(self.port), "--data", str(self.data), *options)
        self.process = self.start_command(*words, log=self.data.parent / f"serve-{self.port}.log")

    def start_command(self, *words: str, log: Path) -> subprocess.Popen[bytes] | RunningCommand:
        """A command that goes on beside the test; both its outputs go to `log`."""
        environment = {**os.environ, **self.environment}
        if not self.own_python:
            return COMMANDS.start(*words, environment=environment, log=log)
        with log.open("ab") as file:
            return subprocess.Popen(
                [*COMMAND, *words], env=environment, stdout=file, stderr=file, start_new_session=True
            )

    def wait_ready(self) -> None:
        """Wait until it answers that it is ready; RuntimeError when it ends instead."""

        def is_ready() -> bool:
            if self.process is not None and self.process.poll() is not None:
                raise RuntimeError(f"serve ended with {self.process.returncode}:\n{self.log[-4000:]}")
            with suppress(httpx2.TransportError):
                return client.get(f"{self.url}/readyz").status_code == 200
            return False

        with httpx2.Client(timeout=CEILING) as client:  # one: to make it takes longer than to ask
            wait_until(is_ready, explain=lambda: self.log[-4000:])

    def stop(self, sig: int = signal.SIGTERM) -> int:
        """Send a signal to the process, unless it has ended; its exit status."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(sig)
        return self.process.wait(timeout=CEILING)

    def run(self, *words: str, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
        """Run a command as the operator does, in a Python of its own."""
        return subprocess.run(
            [*COMMAND, *words, "--data", str(self.data)],
            env={**os.environ, **self.environment},
            input=stdin,
            capture_output=True,
            text=True,
            timeout=CEILING,
            check=False,
        )

    def admin(self, *words: str, stdin: str = "") -> Any:
        """What a command prints, which must succeed."""
        done = COMMANDS.run(
            *("admin", *words, "--json", "--data", str(self.data)),
            environment={**os.environ, **self.environment},
            stdin=stdin,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def create_account(self, name: str, kind: str = "production") -> int:
        return int(self.admin("account", "create", name, "--kind", kind)["id"])

    def create_application(self, account: int, *options: str, name: str = "tests") -> Application:
        made = self.admin("application", "create", name, "--account", str(account), *options)
        return Application(
            id=made["id"],
            client_id=made["clientId"],
            client_secret=made["clientSecret"],
            webhook_secret=made["webhookSecret"],
        )

    def fetch_token(self, application: Application) -> dict[str, Any]:
        return fetch_token(self.url, application)

    def client(self, application: Application) -> httpx2.Client:
        return signed_in(self.url, application)


def fetch_token(url: str, application: Application) -> dict[str, Any]:
    """The answer of the token endpoint of a service at an address."""
    answer = httpx2.post(
        f"{url}/oauth2/token",
        data={
            "grant_type": "client_credentials",
            "client_id": application.client_id,
            "client_secret": application.client_secret,
        },
        timeout=CEILING,
    )
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def signed_in(url: str, application: Application) -> httpx2.Client:
    """A client that has an application's token on every request."""
    return httpx2.Client(base_url=url, auth=_FreshToken(url, application), timeout=CEILING)


class _FreshToken(httpx2.Auth):
    """Puts a token on every request, and gets a new one long before it expires: a suite takes its time."""

    def __init__(self, url: str, application: Application) -> None:
        self._url = url
        self._application = application
        self._token = ""
        self._until = 0.0

    def auth_flow(self, request: httpx2.Request) -> Generator[httpx2.Request, httpx2.Response, None]:
        if time.monotonic() > self._until:
            issued = fetch_token(self._url, self._application)
            self._token = issued["access_token"]
            self._until = time.monotonic() + issued["expires_in"] / 3
        request.headers["Authorization"] = f"Bearer {self._token}"
        yield request


def free_port() -> int:
    """A port that nothing listens on, and that is no one else's as long as this process lives.

    A socket that only holds it lets a service listen on it, again and again; whoever asks for any port does
    not get it, as another test, or a service that it starts, might while ours is not there yet or anymore.
    """
    holder = socket.socket()
    holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    holder.bind(("127.0.0.1", 0))
    _HELD.append(holder)
    atexit.register(holder.close)
    return int(holder.getsockname()[1])


def prepare_service(
    data: Path, *, empty: bool = False, own_python: bool = False, **environment: str
) -> LiveService:
    """A service that is not started yet, on a copy of a migrated cluster or on an empty data directory.

    Without old documents, unless the environment asks: each start would try LibreOffice for seconds.
    """
    has_cluster = empty or "DRAGOMAN_DATABASE_URL" in environment
    quick = {} if has_cluster else {"DRAGOMAN_POSTGRES_BIN": str(copy_cluster(data))}
    defaults = {"DRAGOMAN_DRAIN_SECONDS": "0", "DRAGOMAN_LIBREOFFICE": "off"}
    return LiveService(
        data=data,
        port=free_port(),
        environment={**defaults, **quick, **environment},
        own_python=own_python,
    )


@contextmanager
def live_service(
    data: Path, *, empty: bool = False, own_python: bool = False, **environment: str
) -> Iterator[LiveService]:
    """Start a service, wait until it is ready, stop it at the end."""
    service = prepare_service(data, empty=empty, own_python=own_python, **environment)
    service.start()
    try:
        service.wait_ready()
        yield service
    finally:
        service.stop()
