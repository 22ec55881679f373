"""The tables of commands: the contents of their help, and the imports for it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dragoman.commands import create_cli
from dragoman.commands.loading import LoadingGroup


def groups(group: LoadingGroup, name: str) -> Iterator[tuple[str, LoadingGroup]]:
    yield name, group
    for word in group.list_commands(None):
        command = group.get_command(None, word)
        if isinstance(command, LoadingGroup):
            yield from groups(command, f"{name} {word}")


GROUPS = dict(groups(create_cli(), "dragoman"))


def test_the_operators_commands_are_a_group_of_their_own() -> None:
    assert list(GROUPS) == ["dragoman", "dragoman engines", "dragoman admin"]


@pytest.mark.parametrize("name", GROUPS)
def test_the_table_tells_the_first_paragraph_of_each_commands_help(name: str) -> None:
    group = GROUPS[name]
    helps = {word: command.help for word, command in group.table.items()}
    own = {word: group.get_command(None, word).help.partition("\n\n")[0] for word in helps}
    assert helps == own
    assert list(helps) == group.list_commands(None)
