"""The operator's commands, one file for each group (clauses O1–O7)."""

from __future__ import annotations

from typing import Any

import click
import typer

from dragoman.commands import admin, engines, migrate, serve, settings, worker


def create_cli() -> click.Command | Any:
    """Put the command line together. Its context object loads settings: `ctx.obj({"data": …})`."""
    cli = typer.Typer(
        name="dragoman",
        help="Dragoman, a self-hosted translation service.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
    )
    cli.command("serve")(serve.serve)
    cli.command("worker")(worker.worker)
    cli.command("migrate")(migrate.migrate)
    cli.command("settings")(settings.settings)
    cli.command("engines")(engines.engines)
    cli.add_typer(admin.create_admin(), name="admin")
    return typer.main.get_command(cli)
