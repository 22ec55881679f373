"""Where things are in a checkout, and how the setup speaks and runs other programs."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
STATE: Final = ROOT / ".setup"  # all that the setup makes besides the environment and the browser files
ENVIRONMENT: Final = ROOT / ".venv"
REQUIREMENTS: Final = ROOT / "requirements"
UNPACKED: Final = STATE / "root"  # Debian packages unpacked without root


class SetupFailed(Exception):
    """A step cannot be done on this machine; the message says what to do."""


def say(message: str) -> None:
    """Print a line on the progress."""
    print(f"setup: {message}", file=sys.stderr, flush=True)


@contextmanager
def step(what: str) -> Iterator[None]:
    """Say what is being done, and how long it took."""
    say(f"{what} …")
    begun = time.monotonic()
    yield
    say(f"{what}: done in {time.monotonic() - begun:.1f} s")


def run(command: Sequence[str | Path], *, environment: Mapping[str, str] | None = None) -> str:
    """Run a program quietly and give its standard output. Raises `SetupFailed` with what it said last."""
    try:
        done = subprocess.run(
            [str(word) for word in command],
            cwd=ROOT,
            env={**os.environ, **(environment or {})},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
    except OSError as error:
        raise SetupFailed(f"{command[0]} cannot be run: {error.strerror}.") from None
    if done.returncode != 0:
        said = "\n".join((done.stdout + done.stderr).strip().splitlines()[-15:])
        raise SetupFailed(f"{' '.join(map(str, command[:6]))} … ended with status {done.returncode}:\n{said}")
    return done.stdout
