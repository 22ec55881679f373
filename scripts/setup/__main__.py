"""`python -m scripts.setup`: make this checkout ready to serve, `--for neural` models too, `--for test`."""

from __future__ import annotations

import argparse
import fcntl
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from scripts.setup import browser_files, debian, environment
from scripts.setup.project import STATE, SetupFailed, say


def main() -> int:
    """Do what is missing, in order. Gives 0, or 1 after printing what prevents it."""
    parser = argparse.ArgumentParser(prog="python -m scripts.setup", description=__doc__)
    parser.add_argument("--for", dest="purpose", choices=["serve", "neural", "test"], default="serve")
    parser.add_argument(
        "--only",
        choices=["assets", "legacy"],
        help="only the browser files, taken anew; or only what converts old Office documents",
    )
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        with alone():
            if options.only is None:
                debian.provide(options.purpose)
                environment.provide(options.purpose)
                if options.purpose == "test":
                    environment.provide_second_versions()
            if options.only == "legacy":
                debian.provide_legacy()
            else:
                browser_files.provide(
                    "test" if options.purpose == "test" else "serve", anew=options.only == "assets"
                )
    except SetupFailed as failure:
        say(str(failure))
        return 1
    except KeyboardInterrupt:
        say("interrupted; the next run begins the unfinished step again")
        return 130
    return 0


@contextmanager
def alone() -> Iterator[None]:
    """Wait for another setup of this checkout, so that two never work on the same files."""
    STATE.mkdir(exist_ok=True)
    with (STATE / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("waiting for another setup of this checkout")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


if __name__ == "__main__":
    sys.exit(main())
