"""What starts cost: processor time of imports and of help, beside that of importing FastAPI and SQLAlchemy.

The ratio hardly depends on the machine. Each line is the least of several processes, one of each line after
the other, so that a busy minute meets all of them. `--serve` also starts a service again and again.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

_STANDARD: Final = "import fastapi, sqlalchemy.ext.asyncio"
_LINES: Final = {  # what is measured, the arguments of Python, and how often the standard it may take
    _STANDARD: (("-c", _STANDARD), 1.0),
    "import dragoman": (("-c", "import dragoman"), 0.1),
    "dragoman --help": (("-m", "dragoman", "--help"), 0.6),
    "import dragoman.app": (("-c", "import dragoman.app"), 3.5),
}
_READY_SECONDS: Final = 3.0
_DEADLINE: Final = 120.0


def main() -> int:
    """Print the table; 1 if a line takes longer than it may."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--runs", type=int, default=9, help="processes for each line")
    parser.add_argument("--serve", action="store_true", help="measure the second start of a service, too")
    arguments = parser.parse_args()
    least = dict.fromkeys(_LINES, float("inf"))
    for _ in range(arguments.runs):
        for name, (command, _) in _LINES.items():
            least[name] = min(least[name], _processor_seconds(command))
    print("| process | processor time, s | ratio | aim |\n|---|---|---|---|")
    missed = False
    for name, (_, aim) in _LINES.items():
        ratio = least[name] / least[_STANDARD]
        missed |= ratio > aim
        print(f"| `{name}` | {least[name]:.2f} | {ratio:.2f} | {aim} |")
    if arguments.serve:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            seconds = [_ready_seconds(Path(folder)) for _ in range(arguments.runs + 1)][1:]
        missed |= min(seconds) > _READY_SECONDS
        print(f"\n`dragoman serve` on a used directory: ready after {min(seconds):.2f} s")
    return 1 if missed else 0


def _processor_seconds(arguments: Sequence[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _ready_seconds(data: Path) -> float:
    """From the start of a service to the line that it is ready. It is stopped again."""
    began = time.monotonic()
    command = [sys.executable, "-m", "dragoman", "serve", "--port", "0", "--data", str(data)]
    environment = {**os.environ, "DRAGOMAN_LOG_FORMAT": "json", "DRAGOMAN_DRAIN_SECONDS": "0"}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as service:
        assert service.stderr is not None
        for line in service.stderr:
            if '"service.ready"' in line or time.monotonic() - began > _DEADLINE:
                break
        else:
            raise SystemExit("the service ended before it was ready")
        seconds = time.monotonic() - began
        service.terminate()
        service.communicate()
    return seconds


if __name__ == "__main__":
    sys.exit(main())
