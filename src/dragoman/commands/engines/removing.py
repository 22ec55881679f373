"""`dragoman engines remove`: a model is deleted from the models directory, or a service is forgotten."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Annotated

import typer

from dragoman.access.staff import OPERATOR
from dragoman.commands.admin.session import is_installed, open_session
from dragoman.commands.options import DataOption, JsonOption, load_settings, print_json, refusals
from dragoman.engine_registry.actions import remove_service
from dragoman.engine_registry.model import EngineUnknown
from dragoman.engines.ctranslate2.adding.actions import remove_model
from dragoman.settings import Settings

NameArgument = Annotated[str, typer.Argument(help="The name of the engine.")]


def remove(ctx: typer.Context, name: NameArgument, data: DataOption = None, json: JsonOption = False) -> None:
    """Remove a model or a service. A running service of Dragoman stops using it within seconds."""
    settings = load_settings(ctx, data=data)
    with refusals():
        is_service = is_installed(settings) and asyncio.run(_remove_service(settings, name))
        folder = None if is_service else asyncio.run(remove_model(settings, name))
    if json:
        print_json({"removed": name, "folder": None if folder is None else str(folder)})
    else:
        typer.echo(f"Removed {name}." if folder is None else f"Removed {name}, which was in {folder}.")


async def _remove_service(settings: Settings, name: str) -> bool:
    """Remove the service of a name; whether there was one."""
    async with open_session(settings) as session:
        with suppress(EngineUnknown):
            await remove_service(session.tx, name, actor=OPERATOR.actor)
            return True
    return False
