"""Files that are a sequence of entries: each is a block of characters, replaced or inserted unchanged."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Self

from dragoman_client.sync.formats.entry_file import UnreadableFileError


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """An entry, or what is between entries."""

    lead: str  # blanks and comments before it
    body: str
    key: str | None = None  # None: no entry; it stays where it is
    value: str = ""
    is_doubtful: bool = False


@dataclass(frozen=True)
class BlockFile:
    """A file of blocks."""

    blocks: Sequence[Block]
    tail: str = ""  # after the last block
    encode: Callable[[str], bytes] = field(default=str.encode)
    is_catalogue: bool = False  # of gettext: empty lines part entries, and the header has the plural forms

    @cached_property
    def entries(self) -> Mapping[str, str]:
        """What is under each key."""
        return {one.key: one.value for one in self.blocks if one.key is not None}

    @cached_property
    def doubtful(self) -> Collection[str]:
        """Keys of entries that are marked as not to be relied on."""
        return {one.key for one in self.blocks if one.key is not None and one.is_doubtful}

    def select(self, keys: Collection[str], *, beside: Self | None = None) -> bytes:
        """A file with these entries alone, and with everything between entries."""
        chosen = [one for one in self.blocks if one.key is None or one.key in keys]
        if self.is_catalogue and beside is not None and beside.entries:
            headers = [one for one in beside.blocks if one.key is None]
            chosen = [*headers, *(one for one in chosen if one.key is not None)]
        return self._written(chosen)

    def merge(
        self, other: Self, *, put: Collection[str], drop: Collection[str], order: Sequence[str]
    ) -> bytes:
        """The file with entries of another one, without others."""
        if not self.entries and put:
            return other.encode(other.text)
        theirs = {one.key: one for one in other.blocks if one.key in put}
        following = self._new_blocks(theirs, order)
        blocks: list[Block] = []
        for one in self.blocks:
            if one.key is not None:
                blocks += following.pop(None, ())  # before the first entry
            if one.key in theirs:
                new = theirs[one.key]
                lead = self._as_here(new.lead) if one.is_doubtful else one.lead  # its comment has the flag
                blocks.append(replace(one, lead=lead, body=self._as_here(new.body)))
            elif one.key is None or one.key not in drop:
                blocks.append(one)
            blocks += following.pop(one.key, ()) if one.key is not None else ()
        return self._written(blocks)

    def _new_blocks(
        self, theirs: Mapping[str | None, Block], order: Sequence[str]
    ) -> dict[str | None, list[Block]]:
        """Entries of another file that are not here, by the entry here that they come after."""
        following: dict[str | None, list[Block]] = {}
        before: str | None = None
        for key in order:
            if key in self.entries:
                before = key
            elif key in theirs:
                new = theirs[key]
                lead = self._as_here(new.lead)
                if self.is_catalogue and lead[:1] not in {"\r", "\n"}:
                    lead = self._line_end + lead
                new = replace(new, lead=lead, body=self._as_here(new.body))
                following.setdefault(before, []).append(new)
        return following

    @cached_property
    def text(self) -> str:
        """All of it."""
        return "".join(one.lead + one.body for one in self.blocks) + self.tail

    @cached_property
    def _line_end(self) -> str:
        return "\r\n" if "\r\n" in self.text else "\n"

    def _as_here(self, text: str) -> str:
        """A piece of another file with the line ends of this one."""
        return text.replace("\r\n", "\n").replace("\n", self._line_end)

    def _written(self, blocks: Iterable[Block]) -> bytes:
        parts: list[str] = []
        for one in blocks:
            if parts and one.key is not None and _needs_line(parts, one):
                parts.append(self._line_end)
            parts += (one.lead, one.body)
        return self.encode("".join(parts) + self.tail)


def check_keys(blocks: Iterable[Block], name: str) -> None:
    """Raises `UnreadableFileError` for a key that is there twice."""
    seen = set()
    for one in blocks:
        if one.key is not None and one.key in seen:
            raise UnreadableFileError(f"{name}: {one.key!r} is there twice. Remove one of the two entries.")
        seen.add(one.key)


def _needs_line(parts: Sequence[str], block: Block) -> bool:
    """Whether two entries would share a line: the last line of a file may lack its end."""
    end = next((part for part in reversed(parts) if part), "\n")
    return block.lead[:1] not in {"\r", "\n"} and not end.endswith(("\n", "\r", ">"))
