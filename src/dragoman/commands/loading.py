"""Groups whose commands are imported when they are asked for: most of them need little of the service.

To import all of it takes longer than most commands do. (Typer's own types of commands are private: `Any`.)
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup


class LoadingGroup(TyperGroup):
    """A group by a table: name of a command → where it is, `module:function`.

    A function called `create_…` makes a group; any other is the command itself.
    """

    def __init__(self, *, places: Mapping[str, str], **options: Any) -> None:
        super().__init__(no_args_is_help=True, **options)
        self._places = places

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - click's signature
        """All names, in the table's order."""
        return list(self._places)

    def get_command(self, ctx: Any, name: str) -> Any:  # noqa: ARG002
        """The command of a name; None where there is none."""
        place = self._places.get(name)
        return None if place is None else _load(name, place)


def _load(name: str, place: str) -> Any:
    module, _, function = place.partition(":")
    found = getattr(import_module(module), function)
    if function.startswith("create_"):
        made = found()
        command = typer.main.get_command(made) if isinstance(made, typer.Typer) else made
    else:
        alone = typer.Typer(add_completion=False)
        alone.command(name)(found)
        command = typer.main.get_command(alone)
    command.name = name
    return command
