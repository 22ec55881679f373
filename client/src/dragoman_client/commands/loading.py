"""Groups whose commands are imported when they are used, and the commands of other packages that join them.

Another package joins by an entry point of the group `dragoman.commands`, whose object has two members:
`COMMANDS`, a mapping of names to the first lines of their help, and `run(words)`, which runs one of them with
the arguments that follow its name and returns the exit status. To load the object must be cheap.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from typing import Any, Final, NamedTuple, Protocol, cast

import click

ENTRY_POINTS: Final = "dragoman.commands"


class CommandEntry(NamedTuple):
    """A command that is imported when it is used: where it is, and its line in the help of its group."""

    path: str  # `module:name` of a click command
    help: str  # the first paragraph of the command's own help


class JoinedCommands(Protocol):
    """Commands of another package."""

    COMMANDS: Mapping[str, str]

    def run(self, words: Sequence[str]) -> int:
        """Run the command `words[0]` with the arguments after it; its exit status."""


class LazyGroup(click.Group):
    """A group by tables. Its help imports none of its commands."""

    def __init__(
        self,
        *,
        commands: Mapping[str, CommandEntry],
        find_joined: Callable[[], Sequence[JoinedCommands]] = tuple,
        **options: Any,
    ) -> None:
        super().__init__(no_args_is_help=True, context_settings=CONTEXT, **options)
        self.table = commands
        self._find_joined = find_joined

    @cached_property
    def joined(self) -> Mapping[str, JoinedCommands]:
        """Commands of other packages, which are looked for when a command is none of the table."""
        return {
            name: other for other in self._find_joined() for name in other.COMMANDS if name not in self.table
        }

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """All names, in the order of the tables."""
        return [*self.table, *self.joined]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:  # noqa: ARG002
        """The command of a name, imported; None where there is none."""
        if name in self.table:
            module, _, attribute = self.table[name].path.partition(":")
            return cast("click.Command", getattr(import_module(module), attribute))
        return _joined_command(name, self.joined[name]) if name in self.joined else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command of the first argument; a wrong one is answered with the names that are near."""
        try:
            return super().resolve_command(ctx, args)
        except click.NoSuchCommand as error:
            raise click.NoSuchCommand(
                error.command_name, possibilities=self.list_commands(ctx), ctx=ctx
            ) from None

    def format_commands(
        self,
        ctx: click.Context,  # noqa: ARG002
        formatter: click.HelpFormatter,
    ) -> None:
        """Write the commands from the tables: own ones first, then the joined."""
        own = [(name, entry.help) for name, entry in self.table.items()]
        joined = [(name, other.COMMANDS[name]) for name, other in self.joined.items()]
        for title, rows in (("Commands", own), ("Commands of the server", joined)):
            if rows:
                with formatter.section(title):
                    formatter.write_dl([(name, _first_sentence(text)) for name, text in rows])


CONTEXT: Final[dict[str, Any]] = {
    "help_option_names": ["-h", "--help"],
    "max_content_width": 100,
}


def find_joined_commands() -> list[JoinedCommands]:
    """What other packages of this environment add to the command line."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - a third of the start of a short command

    return [entry.load() for entry in entry_points(group=ENTRY_POINTS)]


def _joined_command(name: str, other: JoinedCommands) -> click.Command:
    """A command that hands all its arguments on, `--help` and unknown options too."""

    def run(words: tuple[str, ...]) -> None:
        raise SystemExit(other.run([name, *words]))

    return click.Command(
        name,
        callback=run,
        params=[click.Argument(["words"], nargs=-1, type=click.UNPROCESSED)],
        help=other.COMMANDS[name],
        add_help_option=False,
        context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
    )


def _first_sentence(text: str) -> str:
    return text.partition(". ")[0].removesuffix(".")
