"""The tree of an ICU message: texts, arguments and choices. `icu` parses it from a string."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Literal:
    """Text with its quoting undone."""

    text: str
    spellings: tuple[tuple[str, str], ...] = field(
        default=(), compare=False
    )  # what its apostrophes quote, and how


@dataclass(frozen=True, slots=True)
class Argument:
    """`{name}`, `{n, number}`, `{d, date, short}`, as written."""

    raw: str
    name: str = field(default="", compare=False)
    start: int = field(default=0, compare=False)  # where it begins in its string


@dataclass(frozen=True, slots=True)
class Pound:
    """`#`: the number of the plural around it."""


@dataclass(frozen=True, slots=True)
class IcuChoice:
    """`{n, plural, …}`, `{n, selectordinal, …}` or `{x, select, …}`."""

    name: str
    kind: str
    offset: str  # as written; "" for none and for zero
    branches: tuple[
        tuple[str, Message], ...
    ]  # by selector, in the order of the string; the first of two wins
    start: int = field(default=0, compare=False)  # where it begins in its string
    end: int = field(default=0, compare=False)  # behind its closing brace

    @property
    def counts(self) -> bool:
        """Whether its branches are chosen by a number."""
        return self.kind != "select"

    @property
    def ordinal(self) -> bool:
        """Whether by a rank: first, second."""
        return self.kind == "selectordinal"

    def number(self, selector: str) -> float:
        """The number of an exact selector (`=1`), less the offset."""
        return float(selector[1:]) - float(self.offset or 0)

    @property
    def selectors(self) -> frozenset[str]:
        """The selectors of its branches."""
        return frozenset(selector for selector, _ in self.branches)


Node: TypeAlias = Literal | Argument | Pound | IcuChoice
Message: TypeAlias = tuple[Node, ...]


def walk(message: Message) -> Iterator[Node]:
    """Every node of a message, outer before inner."""
    for node in message:
        yield node
        if isinstance(node, IcuChoice):
            for _, branch in node.branches:
                yield from walk(branch)


def choices(message: Message) -> Iterator[IcuChoice]:
    """Every choice of a message, outer before inner."""
    return (node for node in walk(message) if isinstance(node, IcuChoice))
