"""Resources of an account that are chosen by their number or their name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from dragoman_client.errors import InvalidInputError


class Named(Protocol):
    """A resource with an id and a name."""

    @property
    def id(self) -> int:
        """Its number."""

    @property
    def name(self) -> str:
        """Its name."""


def choose_by_name(known: Sequence[Named], name: str, *, what: str, where: str) -> int:
    """The number of the resource of a name; without regard to case where none has it exactly.

    `what` are such resources in a message, and `where` they are listed. Raises `InvalidInputError` that names
    what is near.
    """
    found = [one.id for one in known if one.name == name] or [
        one.id for one in known if one.name.casefold() == name.casefold()
    ]
    if len(found) == 1:
        return found[0]
    if found:
        numbers = ", ".join(map(str, found))
        raise InvalidInputError(f"More than one {what} is called {name!r}. Give its number: {numbers}.")
    from difflib import get_close_matches  # noqa: PLC0415 - for mistakes alone

    near = get_close_matches(name, [one.name for one in known], n=1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    raise InvalidInputError(f"There is no {what} {name!r}.{hint} They are listed by: {where}")
