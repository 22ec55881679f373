"""Groups whose commands are imported when they are used: most of them need little of the service.

To import all of it takes longer than most commands do. (Typer's own types of commands are private: `Any`.)
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from dragoman.commands.entries import LazyCommand


class LoadingGroup(TyperGroup):
    """A group by a table: name of a command → where it is. Its help imports none of them."""

    def __init__(self, *, commands: Mapping[str, LazyCommand], **options: Any) -> None:
        super().__init__(no_args_is_help=True, **options)
        self.table = commands

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - click's signature
        """All names, in the table's order."""
        return list(self.table)

    def get_command(self, ctx: Any, name: str) -> Any:  # noqa: ARG002
        """The command of a name, imported; None where there is none."""
        command = self.table.get(name)
        return None if command is None else _load(name, command.path)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help of a group whose commands are only their names and the table's help."""
        commands: dict[str, Any] = {
            name: TyperCommand(name, help=command.help) for name, command in self.table.items()
        }
        listed = TyperGroup(name=self.name, help=self.help, params=self.params, commands=commands)
        listed.format_help(ctx, formatter)


def _load(name: str, path: str) -> Any:
    module, _, function = path.partition(":")
    found = getattr(import_module(module), function)
    if function.startswith("create_"):
        made = found()
        command = made if isinstance(made, LoadingGroup) else typer.main.get_command(made)
    else:
        alone = typer.Typer(add_completion=False)
        alone.command(name)(found)
        command = typer.main.get_command(alone)
    command.name = name
    return command
