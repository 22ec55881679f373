"""What every format gives: a file of entries; some can be selected, and others merged into it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from enum import Enum
from typing import NamedTuple, Protocol, Self

from dragoman_client.errors import InvalidInputError


class Role(Enum):
    """Of formats with both languages in one file: which of the two texts under a key counts."""

    SOURCE = "source"
    TARGET = "target"


class Reading(NamedTuple):
    """As what a file is read."""

    role: Role
    language: str


class EntryFile(Protocol):
    """A file of entries. Keys are what people know them by; they are unique, and in the file's order."""

    @property
    def entries(self) -> Mapping[str, str]:
        """What is under each key, as it is compared; "" where there is nothing yet."""

    @property
    def doubtful(self) -> Collection[str]:
        """Keys of translations that the file itself marks as not to be relied on."""

    def select(self, keys: Collection[str], *, beside: Self | None = None) -> bytes:
        """A file of the same format with these entries alone, for a translated file that may be there."""

    def merge(
        self, other: Self, *, put: Collection[str], drop: Collection[str], order: Sequence[str]
    ) -> bytes:
        """The file with the entries `put` of another file, without `drop`.

        An entry that is there is replaced where it is; a new one comes after the nearest entry that precedes
        it in `order`.
        """


class UnreadableFileError(InvalidInputError):
    """A file that is not what its name says, or that has a key twice; the message says where."""
