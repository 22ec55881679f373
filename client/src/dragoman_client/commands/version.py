"""`dragoman version` and `dragoman --version`."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed_version

import click

from dragoman_client.commands.service_choice import client_command

DISTRIBUTIONS = ("dragoman-client", "dragoman")


@client_command("version", "dragoman version")
def version() -> None:
    """Print the versions installed here."""
    print_versions()


def print_versions() -> None:
    """Print a line for each distribution."""
    for name in DISTRIBUTIONS:
        try:
            click.echo(f"{name} {installed_version(name)}")
        except PackageNotFoundError:
            click.echo(f"{name} is not installed")
