"""Untrusted zip archives: read within limits, and written again with only some entries changed.

It reads the directory itself: the standard library does not bound the number of entries and, before 3.11.8,
does not detect overlapping ones. Archives inside archives are never opened.
"""

from __future__ import annotations

import stat
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from dragoman.text_io.errors import DocumentCorrupt, DocumentEncrypted
from dragoman.text_io.zip.directory import (
    DEFLATED,
    STORED,
    ZipEntry,
    central_header,
    end_record,
    local_header,
    read_directory,
    shown,
)

MAX_TOTAL: Final = 500_000_000  # bytes of all entries unpacked
MAX_RATIO: Final = 200  # unpacked over packed, of entries larger than _SMALL
_SMALL: Final = 1_000_000

OLE_MAGIC: Final = bytes.fromhex("d0cf11e0a1b11ae1")
_ENCRYPTED_PACKAGE: Final = "EncryptedPackage".encode("utf-16-le")  # the stream of an encrypted Office file

_CHUNK: Final = 256 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class ZipArchive:
    """An archive whose directory has been checked. Its contents are checked as they are read."""

    data: bytes = field(repr=False)
    entries: Mapping[str, ZipEntry]  # in the order of the directory
    comment: bytes

    @property
    def names(self) -> tuple[str, ...]:
        """All names, in the order of the directory."""
        return tuple(self.entries)

    def chunks(self, name: str) -> Iterator[bytes]:
        """Unpack one entry in chunks. Raises `DocumentCorrupt` when it is missing or not as described."""
        entry = self.entries.get(name)
        if entry is None:
            raise DocumentCorrupt(f"The archive has no part {shown(name)}.")
        return _unpack(self.data, entry)

    def read(self, name: str) -> bytes:
        """Unpack one entry. Raises `DocumentCorrupt` when it is missing or not as described."""
        return b"".join(self.chunks(name))


def open_archive(data: bytes) -> ZipArchive:
    """Read and check the directory of a zip archive.

    Raises `DocumentEncrypted` when a password is needed, and `DocumentCorrupt` for every other archive that
    is damaged, hostile or beyond the limits.
    """
    if data.startswith(OLE_MAGIC):
        raise _refuse_ole(data)
    entries, start, comment = read_directory(data)
    _check_names(entries)
    _check_sizes(entries)
    _check_overlap(entries, start)
    return ZipArchive(data=data, entries={entry.name: entry for entry in entries}, comment=comment)


def rewrite(
    archive: ZipArchive,
    replacements: Mapping[str, bytes | Iterable[bytes]],
    *,
    without: Collection[str] = (),
) -> bytes:
    """Write the archive with new contents for some entries, and without some others.

    All other entries keep their packed bytes. All entries keep their order, names, times, attributes,
    comments and compression. The same input gives the same bytes. Raises ValueError for a name that is not in
    the archive.
    """
    if missing := {*replacements, *without} - archive.entries.keys():
        raise ValueError(f"{len(missing)} names are not in the archive")
    pieces: list[bytes | memoryview] = []
    directory: list[bytes] = []
    source = memoryview(archive.data)
    offset = 0
    for entry in archive.entries.values():
        if entry.name in without:
            continue
        if entry.name in replacements:
            crc, size, packed = _pack(replacements[entry.name], entry.method)
        else:
            crc, size, packed = entry.crc, entry.size, [source[entry.start : entry.start + entry.packed]]
        length = sum(map(len, packed))
        own = local_header(entry, crc=crc, packed=length, size=size)
        pieces += (own, *packed)
        directory.append(central_header(entry, crc=crc, packed=length, size=size, offset=offset))
        offset += len(own) + length
    ending = b"".join(directory)
    last = end_record(count=len(directory), size=len(ending), start=offset, comment=archive.comment)
    return b"".join((*pieces, ending, last))


def is_encrypted_office(data: bytes) -> bool:
    """Whether this is the container of a current Office document with a password."""
    return data.startswith(OLE_MAGIC) and _ENCRYPTED_PACKAGE in data


def _refuse_ole(data: bytes) -> DocumentCorrupt | DocumentEncrypted:
    if is_encrypted_office(data):
        return DocumentEncrypted("The document is protected by a password. Send it without one.")
    return DocumentCorrupt(
        "The document is in an old binary Office format. Save it in the current format, such as .docx."
    )


def _check_names(entries: Collection[ZipEntry]) -> None:
    seen: set[str] = set()
    for entry in entries:
        name = entry.name
        steps = name.split("/")
        if not name or "\0" in name or "\\" in name or ":" in steps[0] or name[0] == "/" or ".." in steps:
            raise DocumentCorrupt(
                "The archive has an entry whose name is not allowed: its path leads outside."
            )
        if stat.S_ISLNK(entry.external >> 16):
            raise DocumentCorrupt(f"The part {shown(name)} is a link to another file.")
        folded = name.casefold()
        if folded in seen:
            raise DocumentCorrupt(f"The archive has two entries with the name {shown(name)}.")
        seen.add(folded)


def _check_sizes(entries: Collection[ZipEntry]) -> None:
    if sum(entry.size for entry in entries) > MAX_TOTAL:
        raise DocumentCorrupt(f"The archive unpacks to more than {MAX_TOTAL // 1_000_000} MB.")
    for entry in entries:
        if entry.method == STORED and entry.size != entry.packed:
            raise DocumentCorrupt(f"The part {shown(entry.name)} has two sizes.")
        if entry.size > _SMALL and entry.size > MAX_RATIO * entry.packed:
            raise DocumentCorrupt(
                f"The part {shown(entry.name)} unpacks to more than {MAX_RATIO} times its size."
            )


def _check_overlap(entries: Collection[ZipEntry], directory: int) -> None:
    end = 0
    for entry in sorted(entries, key=lambda entry: entry.offset):
        if entry.offset < end:
            raise DocumentCorrupt("The archive has entries that overlap.")
        end = entry.start + entry.packed
    if end > directory:
        raise DocumentCorrupt("The archive has entries that overlap, or it was cut off.")


def _unpack(data: bytes, entry: ZipEntry) -> Iterator[bytes]:
    """The contents in chunks, never more than the directory declares; the checksum is checked at the end."""
    wrong = DocumentCorrupt(f"The part {shown(entry.name)} is damaged.")
    crc, left = 0, entry.size
    for chunk in _inflate(data, entry) if entry.method == DEFLATED else _slices(data, entry):
        left -= len(chunk)
        if left < 0:
            raise wrong
        crc = zlib.crc32(chunk, crc)
        yield chunk
    if left or crc != entry.crc:
        raise wrong


def _slices(data: bytes, entry: ZipEntry) -> Iterator[bytes]:
    for position in range(entry.start, entry.start + entry.packed, _CHUNK):
        yield data[position : min(position + _CHUNK, entry.start + entry.packed)]


def _inflate(data: bytes, entry: ZipEntry) -> Iterator[bytes]:
    machine = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        for packed in _slices(data, entry):
            rest = packed
            while rest and not machine.eof:
                if chunk := machine.decompress(rest, _CHUNK):
                    yield chunk
                rest = machine.unconsumed_tail
        while not machine.eof and (chunk := machine.decompress(b"", _CHUNK)):
            yield chunk
    except zlib.error:
        raise DocumentCorrupt(f"The part {shown(entry.name)} is damaged.") from None
    if not machine.eof:
        raise DocumentCorrupt(f"The part {shown(entry.name)} is damaged.")


def _pack(content: bytes | Iterable[bytes], method: int) -> tuple[int, int, list[bytes | memoryview]]:
    """Checksum, size and packed pieces of new contents."""
    machine = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS) if method == DEFLATED else None
    pieces: list[bytes | memoryview] = []
    crc = size = 0
    for chunk in (content,) if isinstance(content, bytes) else content:
        crc, size = zlib.crc32(chunk, crc), size + len(chunk)
        pieces.append(machine.compress(chunk) if machine is not None else chunk)
    if machine is not None:
        pieces.append(machine.flush())
    return crc, size, pieces
