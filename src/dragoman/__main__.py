"""The server's part of the `dragoman` command, and the only reader of the environment.

The command itself is of the distribution dragoman-client, which finds this module by its entry point.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import dragoman_client.commands
from dragoman import commands

if TYPE_CHECKING:
    from dragoman.settings import LoadedSettings


# Name → the first paragraph of its help.
COMMANDS: Final[Mapping[str, str]] = {name: entry.help for name, entry in commands.COMMANDS.items()}


def main() -> None:
    """Run the whole command line, as the command `dragoman` does (`python -m dragoman`)."""
    dragoman_client.commands.main()


def run(words: Sequence[str]) -> int:
    """Run one of the server's commands. Exits with 0, 1 (refused, with a reason) or 2 (usage)."""

    _open_standard_files()

    def load(overrides: dict[str, Any]) -> LoadedSettings:
        # Help needs no settings, which would take a third of its time to import.
        from dragoman.settings import load_settings  # noqa: PLC0415

        return load_settings(environment=os.environ, overrides=overrides)

    cli = commands.create_cli()
    sys.exit(cli(args=list(words), prog_name="dragoman", obj=load, standalone_mode=True))


def _open_standard_files() -> None:
    """Where a standard stream is closed, the next file that is opened would take its number and its lines."""
    for descriptor in (0, 1, 2):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest free number: this one


if __name__ == "__main__":
    main()
