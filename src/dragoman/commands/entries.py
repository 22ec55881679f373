"""What a table of commands says of each. Imports nothing, for the help of the whole command line."""

from __future__ import annotations

from typing import NamedTuple


class LazyCommand(NamedTuple):
    """A command that is imported when it is used: its location, and its line in the help of the group."""

    path: str  # `module:function`; a function called `create_…` makes a group, others are the command itself
    help: str  # the first paragraph of the command's own help
