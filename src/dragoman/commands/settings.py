"""`dragoman settings`: every setting, its value and where it came from (O2)."""

from __future__ import annotations

from typing import Any

import typer
from pydantic import SecretStr
from rich.console import Console
from rich.table import Table

from dragoman.commands.options import DataOption, JsonOption, print_json, print_message, refusals
from dragoman.settings import LoadedSettings


def settings(ctx: typer.Context, data: DataOption = None, json: JsonOption = False) -> None:
    """Print every setting with its origin. Secrets are masked."""
    with refusals():
        loaded: LoadedSettings = ctx.obj({"data": data})
    for warning in loaded.warnings:
        print_message(f"warning: {warning}")
    rows = {name: _printable(value) for name, value in loaded.settings}
    if json:
        print_json(
            [{"name": name, "value": value, "origin": loaded.origins[name]} for name, value in rows.items()]
        )
        return
    table = Table("Setting", "Value", "Origin", box=None)
    for name, value in rows.items():
        table.add_row(f"DRAGOMAN_{name.upper()}", "" if value is None else str(value), loaded.origins[name])
    Console().print(table)


def _printable(value: object) -> Any:
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, SecretStr):
        return "********"
    if isinstance(value, list):
        return [str(getattr(item, "issuer", item)) for item in value]
    return str(value)
