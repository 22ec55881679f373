"""The command `dragoman` as a process, with credentials of the service, the mock or a scripted server."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pytest

from tests.contract.conftest import Customer
from tests.waiting import CEILING

PROGRAM: Final = [sys.executable, "-m", "dragoman_client"]


@dataclass(frozen=True, kw_only=True)
class CommandLine:
    """Runs commands in a folder."""

    folder: Path
    environment: Mapping[str, str] = field(default_factory=dict)

    def run(self, *words: str | Path, stdin: str | bytes = "") -> subprocess.CompletedProcess[str]:
        """What a command prints and how it ends."""
        done = subprocess.run(
            [*PROGRAM, *map(str, words)],
            cwd=self.folder,
            env=self.variables,
            input=stdin if isinstance(stdin, bytes) else stdin.encode(),
            capture_output=True,
            timeout=CEILING,
            check=False,
        )
        output, errors = done.stdout.decode(), done.stderr.decode()
        assert "Traceback" not in errors, errors
        return subprocess.CompletedProcess(done.args, done.returncode, output, errors)

    def ok(self, *words: str | Path, stdin: str | bytes = "") -> str:
        """What a command prints, which must succeed."""
        done = self.run(*words, stdin=stdin)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def json(self, *words: str | Path, stdin: str | bytes = "") -> Any:
        """The JSON that a command prints, which must succeed."""
        return json.loads(self.ok(*words, "--json", stdin=stdin))

    def start(self, *words: str | Path) -> subprocess.Popen[str]:
        """A command that goes on beside the test."""
        return subprocess.Popen(
            [*PROGRAM, *map(str, words)],
            cwd=self.folder,
            env=self.variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    @property
    def variables(self) -> dict[str, str]:
        """Its environment: nothing of ours but the way to programs."""
        kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
        home = {"HOME": str(self.folder / "home"), "LC_ALL": "C.UTF-8"}
        return {**kept, **home, **self.environment}


@pytest.fixture
def nobody(tmp_path: Path) -> CommandLine:
    """The command without any credentials."""
    return CommandLine(folder=tmp_path)


@pytest.fixture
def customer(tmp_path: Path, production: Customer) -> CommandLine:
    """The command with a production account's credentials in its environment."""
    application = production.application
    return CommandLine(
        folder=tmp_path,
        environment={
            "DRAGOMAN_URL": str(production.client.base_url),
            "DRAGOMAN_CLIENT_ID": application.client_id,
            "DRAGOMAN_CLIENT_SECRET": application.client_secret,
        },
    )


def pointed_at(command: CommandLine, url: str) -> CommandLine:
    """The command with another service, and credentials that a scripted server accepts."""
    return CommandLine(
        folder=command.folder,
        environment={
            "DRAGOMAN_URL": url,
            "DRAGOMAN_CLIENT_ID": "id",
            "DRAGOMAN_CLIENT_SECRET": "secret-0f9",
        },
    )
