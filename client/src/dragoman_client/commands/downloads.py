"""What commands do with what they got: a path that is told, or bytes for standard output."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from dragoman_client.commands.output import print_json


def to_standard_output(content: bytes) -> None:
    """Write a file to standard output; not to a terminal, which it might confuse."""
    if sys.stdout.isatty() and b"\0" in content[:4096]:
        raise click.UsageError("This file is not text: it is not printed on a terminal. Name a file with -o.")
    sys.stdout.flush()
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()


def print_download(path: Path | None, *, as_json: bool) -> None:
    """Print where a file is."""
    if as_json:
        print_json({"output": path})
    else:
        click.echo(str(path))
