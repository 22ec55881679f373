"""The entry of the `dragoman` command, and the only reader of the environment."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from dragoman.commands import create_cli

if TYPE_CHECKING:
    from dragoman.settings import LoadedSettings


def main() -> None:
    """Run the command line. Exits with 0, 1 (refused, with a reason) or 2 (usage)."""

    _open_standard_files()

    def load(overrides: dict[str, Any]) -> LoadedSettings:
        # Help needs no settings, which would take a third of its time to import.
        from dragoman.settings import load_settings  # noqa: PLC0415

        return load_settings(environment=os.environ, overrides=overrides)

    sys.exit(create_cli()(obj=load, standalone_mode=True))


def _open_standard_files() -> None:
    """Where a standard stream is closed, the next file that is opened would take its number and its lines."""
    for descriptor in (0, 1, 2):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest free number: this one


if __name__ == "__main__":
    main()
