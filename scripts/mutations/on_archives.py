"""Damage to zip archives: to what an entry holds, to the list of entries, and to what is said of them."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final, TypeAlias

from scripts.mutations.on_bytes import Way

_NAMES: Final = (
    "../{}", "/{}", "C:\\{}", "\\\\host\\{}", "./{}", "a/../../{}", "{}\0.xml", "{}/", "", "{}" * 200,
    "x/" * 500 + "{}", "{} ", "\u202e{}", "%2e%2e/{}", "\u00e4{}", "CON", "[Content_Types].xml", "mimetype",
    "META-INF/encryption.xml",
)  # fmt: skip
_BOMB: Final = 30_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An entry to be written, with what its headers shall say against the truth."""

    name: str
    data: bytes
    stored: bool = False
    flags: int = 0
    method: int | None = None  # as said
    size: int | None = None
    packed: int | None = None
    crc: int | None = None
    external: int = 0
    local_name: str | None = None  # as the local header says


# A way of damaging the list of entries.
_ListWay: TypeAlias = Callable[[Random, list[Entry]], list[Entry]]


def read_entries(data: bytes) -> list[Entry]:
    """The entries of a sound archive; none of another one."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return [
                Entry(name=info.filename, data=archive.read(info), stored=info.compress_type == 0)
                for info in archive.infolist()
                if not info.flag_bits & 1 and info.file_size < _BOMB
            ]
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, ValueError, OSError):
        return []


def write_entries(entries: Sequence[Entry]) -> bytes:
    """The archive, as its entries want it."""
    body, directory = bytearray(), bytearray()
    for entry in entries:
        method = 0 if entry.stored else 8
        packed = entry.data if entry.stored else _deflate(entry.data)
        said = (
            method if entry.method is None else entry.method,
            0,
            0x21,  # the first day there is
            zlib.crc32(entry.data) if entry.crc is None else entry.crc,
            len(packed) if entry.packed is None else entry.packed,
            len(entry.data) if entry.size is None else entry.size,
        )
        name = entry.name.encode()[:65_535]
        local = name if entry.local_name is None else entry.local_name.encode()
        flags = entry.flags | 0x800
        place = len(body)
        body += struct.pack("<4sHHHHHIIIHH", b"PK\3\4", 20, flags, *said, len(local), 0) + local + packed
        directory += struct.pack("<4sHHHHHHIIIHH", b"PK\1\2", 20, 20, flags, *said, len(name), 0)
        directory += struct.pack("<HHHII", 0, 0, 0, entry.external, place) + name
    count = min(len(entries), 0xFFFF)
    end = struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, count, count, len(directory), len(body), 0)
    return bytes(body + directory) + end


def change_entry(chance: Random, entries: list[Entry], way: Way) -> list[Entry]:
    """What one entry holds is damaged; XML mostly."""
    texts = [
        i
        for i, entry in enumerate(entries)
        if entry.data[:200].lstrip(b"\xef\xbb\xbf\xff\xfe \r\n\t").startswith(b"<")
    ]
    everything = [i for i, entry in enumerate(entries) if entry.data]
    places = texts if texts and chance.random() < 0.9 else everything
    if not places:
        return entries
    place = chance.choice(places)
    entries[place] = replace(entries[place], data=way(chance, entries[place].data))
    return entries


def remove_entry(chance: Random, entries: list[Entry]) -> list[Entry]:
    """An entry is gone."""
    entries.pop(chance.randrange(len(entries)))
    return entries


def double_entry(chance: Random, entries: list[Entry]) -> list[Entry]:
    """Two entries of one name, or of names that differ in case alone, or very many."""
    entry = chance.choice(entries)
    names = (entry.name, entry.name.upper(), entry.name.swapcase())
    doubles = [replace(entry, name=chance.choice(names))]
    if chance.random() < 0.2:
        many = chance.choice((50, 2000, 12_000))
        doubles = [replace(entry, name=f"{entry.name}{n}", data=entry.data[:100]) for n in range(many)]
    place = chance.randrange(len(entries) + 1)
    return [*entries[:place], *doubles, *entries[place:]]


def rename_entry(chance: Random, entries: list[Entry]) -> list[Entry]:
    """An entry has another name: a path that leads outside, another entry's, an odd one."""
    place = chance.randrange(len(entries))
    names = (chance.choice(_NAMES).replace("{}", entries[place].name), chance.choice(entries).name)
    new = replace(entries[place], name=chance.choice(names))
    if chance.random() < 0.2:  # and the two headers do not agree
        new = replace(new, local_name=entries[place].name)
    entries[place] = new
    return entries


def swap_contents(chance: Random, entries: list[Entry]) -> list[Entry]:
    """Two entries have each other's contents, or one has the other's."""
    one, other = chance.randrange(len(entries)), chance.randrange(len(entries))
    first, second = entries[one], entries[other]
    entries[one] = replace(first, data=second.data)
    if chance.random() < 0.5:
        entries[other] = replace(second, data=first.data)
    return entries


def empty_entry(chance: Random, entries: list[Entry]) -> list[Entry]:
    """An entry with nothing in it."""
    place = chance.randrange(len(entries))
    entries[place] = replace(entries[place], data=chance.choice((b"", b" ", b"\xef\xbb\xbf")))
    return entries


def shuffle(chance: Random, entries: list[Entry]) -> list[Entry]:
    """Another order, and other ways of packing."""
    chance.shuffle(entries)
    return [replace(entry, stored=chance.random() < 0.5) for entry in entries]


def lie(chance: Random, entries: list[Entry]) -> list[Entry]:
    """The headers say what is not so: sizes, checksum, method, a password, a link."""
    place = chance.randrange(len(entries))
    entry, number = entries[place], chance.choice((0, 1, 1000, 0x7FFFFFFF, 0xFFFFFFFF))
    entries[place] = chance.choice(
        (
            replace(entry, size=number),
            replace(entry, packed=number),
            replace(entry, crc=number),
            replace(entry, method=chance.choice((0, 1, 8, 9, 12, 14, 93, 99))),
            replace(entry, flags=chance.choice((1, 8, 0x40, 0x2000))),
            replace(entry, external=chance.choice((0o120777 << 16, 0o40755 << 16, 0x10))),
        )
    )
    return entries


def put_bomb(chance: Random, entries: list[Entry]) -> list[Entry]:
    """An entry unpacks to very much: nothing but zeros, or XML that goes on and on."""
    place = chance.randrange(len(entries))
    data = entries[place].data
    text = data[:-1] + b" " * _BOMB + data[-1:]
    entries[place] = replace(entries[place], data=chance.choice((bytes(_BOMB), text)))
    return entries


def _deflate(data: bytes) -> bytes:
    machine = zlib.compressobj(1 if len(data) > 1_000_000 else 6, zlib.DEFLATED, -zlib.MAX_WBITS)
    return machine.compress(data) + machine.flush()


WAYS: Final[Sequence[_ListWay]] = (
    remove_entry, double_entry, rename_entry, swap_contents, empty_entry, shuffle, lie, lie, put_bomb,
)  # fmt: skip
