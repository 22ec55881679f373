"""`dragoman engines remove`: a model is deleted from the models directory."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer

from dragoman.commands.options import DataOption, JsonOption, load_settings, print_json, refusals
from dragoman.engines.ctranslate2.adding.actions import remove_model

NameArgument = Annotated[str, typer.Argument(help="The name of the engine.")]


def remove(ctx: typer.Context, name: NameArgument, data: DataOption = None, json: JsonOption = False) -> None:
    """Remove a neural model. A running service stops using it within seconds."""
    with refusals():
        folder = asyncio.run(remove_model(load_settings(ctx, data=data), name))
    if json:
        print_json({"removed": name, "folder": str(folder)})
    else:
        typer.echo(f"Removed {name}, which was in {folder}.")
