"""The directory of a zip archive: its records, parsed into values and serialized again.

It bounds the number of entries and finds each entry's packed bytes; `archive` checks their sum.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from dragoman.text_io.errors import DocumentCorrupt, DocumentEncrypted

MAX_ENTRIES: Final = 10_000
STORED: Final = 0
DEFLATED: Final = 8

_END: Final = struct.Struct("<4s4H2LH")
_END64_LOCATOR: Final = struct.Struct("<4sLQL")
_END64: Final = struct.Struct("<4sQ2H2L4Q")
_CENTRAL: Final = struct.Struct("<4s6H3L5H2L")
_NEWEST: Final = 63  # the required version of the format: there is none above 6.3
_NEEDED: Final = 20  # the features used here need version 2.0
_LOCAL: Final = struct.Struct("<4s5H3L2H")
_MAX_COMMENT: Final = 65_535
_FULL16: Final = 0xFFFF
_FULL32: Final = 0xFFFFFFFF

_ENCRYPTED_FLAGS: Final = 0x2041  # traditional, strong, and a hidden directory
_DESCRIPTOR_FLAG: Final = 0x08
_UTF8_FLAG: Final = 0x800
_ZIP64_EXTRA: Final = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ZipEntry:
    """One entry as the directory describes it; `start` is the offset of its packed bytes."""

    name: str
    raw_name: bytes
    made_by: int
    needs: int
    flags: int
    method: int
    time: int
    date: int
    crc: int
    packed: int
    size: int
    internal: int
    external: int
    extra: bytes
    comment: bytes
    offset: int  # of its own header
    start: int = 0
    own_extra: bytes = b""  # of its own header


def read_directory(data: bytes) -> tuple[list[ZipEntry], int, bytes]:
    """All entries in the order of the directory, the directory's offset, and the archive's comment.

    Raises `DocumentCorrupt` or `DocumentEncrypted`.
    """
    start, size, count, comment = _find_directory(data)
    if count > MAX_ENTRIES:
        raise DocumentCorrupt(f"The archive has {count} entries; at most {MAX_ENTRIES} are allowed.")
    entries = [_locate(data, entry) for entry in _read_entries(data, start, size)]
    if len(entries) != count:
        raise DocumentCorrupt("The archive's directory does not have as many entries as it declares.")
    return entries, start, comment


def local_header(entry: ZipEntry, *, crc: int, packed: int, size: int) -> bytes:
    """The header before an entry's contents. It has the sizes, so that no data descriptor has to follow."""
    extra = _without_zip64(entry.own_extra)
    flags = entry.flags & ~_DESCRIPTOR_FLAG
    times = (entry.time, entry.date, crc, packed, size, len(entry.raw_name), len(extra))
    header = _LOCAL.pack(b"PK\x03\x04", entry.needs, flags, entry.method, *times)
    return header + entry.raw_name + extra


def central_header(entry: ZipEntry, *, crc: int, packed: int, size: int, offset: int) -> bytes:
    """An entry's record in the directory."""
    extra = _without_zip64(entry.extra)
    flags = entry.flags & ~_DESCRIPTOR_FLAG
    lengths = (len(entry.raw_name), len(extra), len(entry.comment), 0)
    header = _CENTRAL.pack(
        *(b"PK\x01\x02", entry.made_by, entry.needs, flags, entry.method, entry.time, entry.date),
        *(crc, packed, size, *lengths, entry.internal, entry.external, offset),
    )
    return header + entry.raw_name + extra + entry.comment


def end_record(*, count: int, size: int, start: int, comment: bytes) -> bytes:
    """The record that ends an archive, for a directory of `size` bytes that begins at `start`."""
    return _END.pack(b"PK\x05\x06", 0, 0, count, count, size, start, len(comment)) + comment


def _without_zip64(extra: bytes) -> bytes:
    fields = list(_extra_fields(extra))
    if all(kind != _ZIP64_EXTRA for kind, _ in fields):
        return extra
    fields = [(kind, value) for kind, value in fields if kind != _ZIP64_EXTRA]
    return b"".join(struct.pack("<2H", kind, len(value)) + value for kind, value in fields)


def _find_directory(data: bytes) -> tuple[int, int, int, bytes]:
    """The directory's offset, its size in bytes, its number of entries, and the archive's comment."""
    end = data.rfind(b"PK\x05\x06", max(0, len(data) - _END.size - _MAX_COMMENT))
    if end < 0 or len(data) - end < _END.size:
        raise DocumentCorrupt("This is not a zip archive, or its end is missing.")
    _, disk, first_disk, _, count, size, start, length = _END.unpack_from(data, end)
    comment = data[end + _END.size : end + _END.size + length]
    if _FULL16 in {disk, first_disk, count} or _FULL32 in {size, start}:
        disk, first_disk, count, size, start, end = _read_end64(data, end)
    if disk or first_disk:
        raise DocumentCorrupt("The archive is a part of several.")
    if start + size != end:
        raise DocumentCorrupt("The archive's directory is at another offset than declared.")
    return start, size, count, comment


def _read_end64(data: bytes, end: int) -> tuple[int, int, int, int, int, int]:
    """The same from the records of large archives: disk, first disk, count, size, start, and their offset."""
    place = end - _END64_LOCATOR.size
    if place >= 0:
        mark, _, position, _ = _END64_LOCATOR.unpack_from(data, place)
        if mark == b"PK\x06\x07" and position <= place - _END64.size:
            mark, _, _, _, disk, first_disk, _, count, size, start = _END64.unpack_from(data, position)
            if mark == b"PK\x06\x06":
                return disk, first_disk, count, size, start, position
    raise DocumentCorrupt("The archive's directory is damaged.")


def _read_entries(data: bytes, start: int, size: int) -> Iterator[ZipEntry]:
    position, end, count = start, start + size, 0
    while position < end:
        count += 1
        if count > MAX_ENTRIES:
            raise DocumentCorrupt(f"The archive has more than {MAX_ENTRIES} entries.")
        if end - position < _CENTRAL.size or data[position : position + 4] != b"PK\x01\x02":
            raise DocumentCorrupt("The archive's directory is damaged.")
        entry, position = _read_entry(data, position)
        if position > end:
            raise DocumentCorrupt("The archive's directory is damaged.")
        yield entry


def _read_entry(data: bytes, position: int) -> tuple[ZipEntry, int]:
    """The entry described at a position of the directory, and the position of the next one."""
    fields = _CENTRAL.unpack_from(data, position)
    _, made_by, needs, flags, method, time, date, crc, packed, size = fields[:10]
    name_length, extra_length, comment_length, disk, internal, external, offset = fields[10:]
    place = position + _CENTRAL.size
    raw_name = data[place : place + name_length]
    place += name_length
    extra = data[place : place + extra_length]
    place += extra_length
    if _FULL32 in {packed, size, offset} or disk == _FULL16:
        size, packed, offset = _large_values(extra, size, packed, offset)
    elif disk:
        raise DocumentCorrupt("The archive is a part of several.")
    entry = ZipEntry(
        name=_decode_name(raw_name, flags),
        raw_name=raw_name,
        made_by=made_by,
        needs=needs if needs <= _NEWEST else _NEEDED,
        flags=flags,
        method=method,
        time=time,
        date=date,
        crc=crc,
        packed=packed,
        size=size,
        internal=internal,
        external=external,
        extra=extra,
        comment=data[place : place + comment_length],
        offset=offset,
    )
    return entry, place + comment_length


def _large_values(extra: bytes, size: int, packed: int, offset: int) -> tuple[int, int, int]:
    """Replace the fields that are at their maximum by those of the extra field for large archives."""
    content = next((value for kind, value in _extra_fields(extra) if kind == _ZIP64_EXTRA), b"")
    values = list(struct.unpack(f"<{len(content) // 8}Q", content[: len(content) // 8 * 8]))
    result = [values.pop(0) if field == _FULL32 and values else field for field in (size, packed, offset)]
    return result[0], result[1], result[2]


def _extra_fields(extra: bytes) -> Iterator[tuple[int, bytes]]:
    position = 0
    while position + 4 <= len(extra):
        kind, length = struct.unpack_from("<2H", extra, position)
        yield kind, extra[position + 4 : position + 4 + length]
        position += 4 + length


def _decode_name(raw: bytes, flags: int) -> str:
    try:
        return raw.decode("utf-8" if flags & _UTF8_FLAG else "cp437")
    except UnicodeDecodeError:
        raise DocumentCorrupt("The archive has an entry whose name is not text.") from None


def _locate(data: bytes, entry: ZipEntry) -> ZipEntry:
    """Find an entry's packed bytes after its local header, which must agree with the directory."""
    if entry.flags & _ENCRYPTED_FLAGS:
        raise DocumentEncrypted("The document is protected by a password. Send it without one.")
    if entry.method not in {STORED, DEFLATED}:
        raise DocumentCorrupt(f"The part {shown(entry.name)} is packed in a way that is not supported.")
    if entry.offset + _LOCAL.size > len(data):
        raise DocumentCorrupt(f"The part {shown(entry.name)} is missing: the archive was cut off.")
    mark, _, flags, method, *_, name_length, extra_length = _LOCAL.unpack_from(data, entry.offset)
    place = entry.offset + _LOCAL.size
    own_name = data[place : place + name_length]
    if mark != b"PK\x03\x04" or method != entry.method or own_name != entry.raw_name:
        raise DocumentCorrupt(f"The part {shown(entry.name)} is not as described in the archive's directory.")
    if flags & _ENCRYPTED_FLAGS:
        raise DocumentEncrypted("The document is protected by a password. Send it without one.")
    start = place + name_length + extra_length
    return replace(entry, start=start, own_extra=data[place + name_length : start])


def shown(name: str) -> str:
    """A name fit for a message: names of parts are not the author's text, but may be hostile."""
    clean = "".join(letter if letter.isprintable() else "?" for letter in name[:80])
    return f'"{clean}"'
