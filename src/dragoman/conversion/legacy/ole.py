"""OLE2 compound files, as far as it takes to know an old Office document: its outermost streams and storages.

This runs in the serving process on untrusted files: all work is bounded by the length of the file, and every
inconsistency raises `ValueError`.
"""

from __future__ import annotations

import struct
import sys
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from dragoman.text_io.zip.archive import OLE_MAGIC

_HEADER: Final = struct.Struct("<24x HHHHH 6x I I I 4x I I I I I")
_IN_HEADER: Final = 109  # sectors of the allocation table that the header itself names
_LAST_SECTOR: Final = 0xFFFFFFFA  # what follows are marks
_NO_ENTRY: Final = 0xFFFFFFFF
_ENTRY: Final = struct.Struct("<64s H B x I I I 36x I Q")
_ENTRY_SIZE: Final = 128
_STORAGE, _STREAM, _ROOT = 1, 2, 5
_MOST_CHILDREN: Final = 4096
_SMALL_SECTOR: Final = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class OleEntry:
    """An outermost stream or storage."""

    storage: bool
    start: int  # its first sector
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Compound:
    """A compound file whose directory could be read."""

    data: bytes = field(repr=False)
    entries: Mapping[str, OleEntry]  # by name
    sector: int  # size in bytes
    table: Sequence[int]  # sector → the next one
    small_table: Sequence[int]
    small: bytes = field(repr=False)  # where streams below `cutoff` are
    cutoff: int

    def has_storage(self, name: str) -> bool:
        """Whether there is such a storage."""
        entry = self.entries.get(name)
        return entry is not None and entry.storage

    def has_stream(self, name: str) -> bool:
        """Whether there is such a stream."""
        entry = self.entries.get(name)
        return entry is not None and not entry.storage

    def read(self, name: str) -> bytes:
        """A stream, or its beginning where the file is cut off; empty when there is none."""
        entry = self.entries.get(name)
        if entry is None or entry.storage:
            return b""
        if entry.size < self.cutoff:
            return _join(self.small, self.small_table, entry, size=_SMALL_SECTOR, offset=0)
        return _join(self.data, self.table, entry, size=self.sector, offset=self.sector)


def open_compound(data: bytes) -> Compound:
    """Read the directory. Raises ValueError when these bytes are no compound file, or not a whole one."""
    if not data.startswith(OLE_MAGIC) or len(data) < 1536:
        raise ValueError("no compound file")
    try:
        return _open(data)
    except (struct.error, IndexError) as error:
        raise ValueError("a broken compound file") from error


def _open(data: bytes) -> Compound:
    header = _HEADER.unpack_from(data)
    _, _, mark, shift, small_shift, _, tables, directory, cutoff, small_start, _, more, _ = header
    if mark != 0xFFFE or shift not in {9, 12} or small_shift != 6:
        raise ValueError("a header of another kind")
    sector = 1 << shift
    table = _read_table(data, sector, tables, more)
    listing = _join(
        data, table, OleEntry(storage=False, start=directory, size=len(data)), size=sector, offset=sector
    )
    root = _entry(listing, 0)
    if root.kind != _ROOT:
        raise ValueError("no root")
    small = _join(data, table, _place(root), size=sector, offset=sector)
    rest = OleEntry(storage=False, start=small_start, size=len(data))
    small_table = _numbers(_join(data, table, rest, size=sector, offset=sector))
    entries = {
        found.name: _place(found)
        for found in _children(listing, root.child)
        if found.kind in {_STORAGE, _STREAM}
    }
    return Compound(
        data=data,
        entries=entries,
        sector=sector,
        table=table,
        small_table=small_table,
        small=small,
        cutoff=cutoff,
    )


def _read_table(data: bytes, sector: int, count: int, more: int) -> Sequence[int]:
    """The allocation table: its sectors are named in the header, and in a chain of sectors behind it."""
    places = list(_numbers(data[76 : 76 + 4 * _IN_HEADER]))
    most = len(data) // sector
    seen = 0
    while more < _LAST_SECTOR and len(places) < count:
        seen += 1
        if seen > most:
            raise ValueError("a chain without an end")
        block = _numbers(data[sector * (more + 1) : sector * (more + 2)])
        places += block[:-1]
        more = block[-1]
    if count > most or len(places) < count:
        raise ValueError("the allocation table is cut off")
    return _numbers(b"".join(data[sector * (place + 1) : sector * (place + 2)] for place in places[:count]))


def _numbers(data: bytes) -> Sequence[int]:
    numbers = array("I", data[: len(data) // 4 * 4])
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def _join(data: bytes, table: Sequence[int], entry: OleEntry, *, size: int, offset: int) -> bytes:
    """The sectors of a chain one behind the other; a chain that runs in circles ends at its size."""
    pieces: list[bytes] = []
    place, left = entry.start, min(entry.size, len(data))
    while left > 0 and place < len(table):
        start = offset + place * size
        if start >= len(data):
            break
        pieces.append(data[start : start + min(size, left)])
        left -= size
        place = table[place]
    return b"".join(pieces)


@dataclass(frozen=True, slots=True, kw_only=True)
class _DirectoryEntry:
    """An entry of the directory."""

    name: str
    kind: int
    left: int
    right: int
    child: int
    start: int
    size: int


def _entry(listing: bytes, number: int) -> _DirectoryEntry:
    raw, length, kind, left, right, child, start, size = _ENTRY.unpack_from(listing, number * _ENTRY_SIZE)
    name = raw[: max(0, min(length, 64) - 2)].decode("utf-16-le", "replace")
    return _DirectoryEntry(
        name=name, kind=kind, left=left, right=right, child=child, start=start, size=size & 0xFFFFFFFF
    )


def _place(listed: _DirectoryEntry) -> OleEntry:
    return OleEntry(storage=listed.kind == _STORAGE, start=listed.start, size=listed.size)


def _children(listing: bytes, first: int) -> Iterator[_DirectoryEntry]:
    """What the root holds: a tree in which no entry may occur twice."""
    waiting, seen = [first], set[int]()
    while waiting:
        number = waiting.pop()
        if number == _NO_ENTRY:
            continue
        if number in seen or len(seen) >= _MOST_CHILDREN:
            raise ValueError("the directory runs in circles, or is too large")
        seen.add(number)
        found = _entry(listing, number)
        yield found
        waiting += (found.left, found.right)
