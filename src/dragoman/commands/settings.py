"""`dragoman settings`: every setting, its value and where it came from (O2)."""

from __future__ import annotations

import typer
from rich.console import Console
from rich.table import Table

from dragoman.commands.options import DataOption, JsonOption, print_json, print_message, refusals
from dragoman.settings import LoadedSettings
from dragoman.settings.describing import describe_settings


def settings(ctx: typer.Context, data: DataOption = None, json: JsonOption = False) -> None:
    """Print every setting with its origin. Secrets are masked."""
    with refusals():
        loaded: LoadedSettings = ctx.obj({"data": data})
    for warning in loaded.warnings:
        print_message(f"warning: {warning}")
    rows = describe_settings(loaded.settings, loaded.origins)
    if json:
        print_json([{"name": one.name, "value": one.value, "origin": one.origin} for one in rows])
        return
    table = Table("Setting", "Value", "Origin", box=None)
    for one in rows:
        value = "" if one.value is None else str(one.value)
        table.add_row(f"DRAGOMAN_{one.name.upper()}", value, one.origin)
    Console().print(table)
