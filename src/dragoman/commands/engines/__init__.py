"""`dragoman engines`: what translates here, one file for each command. Without a command: `list`."""

from __future__ import annotations

from typing import Any, Final

from dragoman.commands.entries import LazyCommand
from dragoman.commands.loading import LoadingGroup

_DEFAULT: Final = "list"
_COMMANDS: Final = {
    "list": LazyCommand(
        "dragoman.commands.engines.listing:list_engines",
        "List engines with version, pairs, quality and health. Ends with status 1 when a pair does not work.",
    ),
    "add": LazyCommand(
        "dragoman.commands.engines.adding:add",
        "Add an engine: a neural model that CTranslate2 can load, or a service.",
    ),
    "remove": LazyCommand(
        "dragoman.commands.engines.removing:remove",
        "Remove a model or a service. A running service of Dragoman stops using it within seconds.",
    ),
    "test": LazyCommand(
        "dragoman.commands.engines.testing:run_test",
        "Translate test sentences with one engine. Ends with status 1 when a pair does not work.",
    ),
    "compare": LazyCommand(
        "dragoman.commands.engines.comparing:compare",
        "Translate texts by every engine that has the pair; print scores, seconds, and what became of tags.",
    ),
    "bench": LazyCommand(
        "dragoman.commands.engines.bench:bench",
        "Measure how fast a neural model translates, by itself, at beams 1, 2 and 4.",
    ),
}


class _EnginesGroup(LoadingGroup):
    """The group; without the name of a command, it is `list`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the default command before options that are its own."""
        if not args or (args[0].startswith("-") and args[0] != "--help"):
            args = [_DEFAULT, *args]
        parsed: list[str] = super().parse_args(ctx, args)
        return parsed


def create_engines() -> LoadingGroup:
    """Put the group of commands together."""
    return _EnginesGroup(
        name="engines",
        help="What translates here: list, add, remove, test, compare and measure engines.",
        commands=_COMMANDS,
    )
