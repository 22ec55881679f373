"""`dragoman migrate`: bring the database to the newest revision (O2)."""

from __future__ import annotations

import asyncio

import typer

from dragoman.commands.options import (
    DataOption,
    JsonOption,
    load_settings,
    print_json,
    print_message,
    refusals,
)
from dragoman.database.migrate import Migration
from dragoman.database.migrate import migrate as migrate_database
from dragoman.database.server import open_server
from dragoman.settings import Settings
from dragoman.telemetry import configure_logging


def migrate(ctx: typer.Context, data: DataOption = None, json: JsonOption = False) -> None:
    """Migrate the database; `serve` and `worker` do so by themselves. Says from which revision to which."""
    settings = load_settings(ctx, data=data)
    configure_logging(level="warning", style="console")
    with refusals():
        migration = asyncio.run(_migrate(settings))
    if json:
        print_json({"before": migration.before, "after": migration.after, "changed": migration.changed})
    elif migration.changed:
        print_message(
            f"The database was at revision {migration.before or 'none'} and is now at {migration.after}."
        )
    else:
        print_message(f"The database is at revision {migration.after}: nothing to do.")


async def _migrate(settings: Settings) -> Migration:
    async with open_server(settings) as urls:
        return await migrate_database(urls.owner)
