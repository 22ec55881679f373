"""A spool file: records of usage that the database does not have yet, in slots whose space is reserved.

The file is a ring of slots of 128 bytes, allocated when it is made, so that a full disk takes no record away.
A slot never crosses a sector and carries a checksum: after a crash it is there whole or not at all. The name
of the file is the spool's id, which with a record's number identifies the record for good.

A process locks the spools it writes. A spool that can be locked belongs to a process that has ended.
"""

from __future__ import annotations

import fcntl
import os
import struct
import time
import uuid
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Final

from dragoman.usage.model import Usage, UsageAmount

SLOT_BYTES: Final = 128
_SUFFIX: Final = ".spool"
_UNFINISHED: Final = ".new"
_DAMAGED: Final = ".damaged"  # set aside for people
_UNFINISHED_SECONDS: Final = 60.0  # a file that was just made may not be locked yet
_MAGIC: Final = b"DUS1"
_SLOT: Final = struct.Struct("<4sIQdii7q")  # magic, void, number, recorded, account, application, amounts
_SUM: Final = struct.Struct("<I")
_AMOUNTS: Final = tuple(one.name for one in fields(UsageAmount))


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What one text call used."""

    number: int  # from 1, without gaps in one spool
    recorded: float  # seconds since the epoch, by this machine's clock
    usage: Usage
    void: bool = False  # its call was refused after all


@dataclass(frozen=True, slots=True, kw_only=True)
class SpoolContent:
    """What a spool file has."""

    records: Sequence[Record]  # in their order
    damaged: int  # slots, the rest of one at the end too, that hold something else than a record


class Spool:
    """A spool that this process has locked. Its methods block on the disk."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self.path = path
        self.id = uuid.UUID(path.name.removesuffix(_SUFFIX))
        self.slots = os.fstat(descriptor).st_size // SLOT_BYTES
        self._descriptor = descriptor

    def write(self, records: Iterable[Record]) -> None:
        """Write records into their slots and wait until the disk has them. Raises `OSError`."""
        for start, data in self._join(records):
            if os.pwrite(self._descriptor, data, start * SLOT_BYTES) != len(data):
                raise OSError(f"A record of usage could not be written whole to {self.path}.")
        _sync_data(self._descriptor)

    def read(self) -> SpoolContent:
        """All whole records, also such as the database may have. Raises `OSError`."""
        data = bytearray()
        while chunk := os.pread(self._descriptor, 1 << 20, len(data)):
            data += chunk
        slots = [bytes(data[offset : offset + SLOT_BYTES]) for offset in range(0, len(data), SLOT_BYTES)]
        used = [slot for slot in slots if any(slot)]
        records = [one for one in (_unpack(self.id, slot) for slot in used) if one is not None]
        return SpoolContent(
            records=sorted(records, key=lambda one: one.number), damaged=len(used) - len(records)
        )

    def close(self) -> None:
        """Close the file, for another process to adopt it."""
        os.close(self._descriptor)

    def remove(self) -> None:
        """Delete the file, whose records the database has."""
        with suppress(OSError):  # left behind it is adopted, and found written
            self.path.unlink()

    def set_aside(self) -> Path:
        """Keep a damaged file under a name by which no process adopts it. Raises `OSError`."""
        return self.path.rename(self.path.with_suffix(_DAMAGED))

    def _join(self, records: Iterable[Record]) -> Iterator[tuple[int, bytes]]:
        """Neighbouring slots together: their first place and their bytes."""
        start, data = 0, bytearray()
        for record in records:
            slot = record.number % self.slots
            if data and slot != start + len(data) // SLOT_BYTES:
                yield start, bytes(data)
                data.clear()
            if not data:
                start = slot
            data += _pack(self.id, record)
        if data:
            yield start, bytes(data)


def create_spool(folder: Path, *, slots: int) -> Spool:
    """Create a spool of `slots` records, allocated on the disk. Raises `OSError` for a full disk."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"{uuid.uuid4()}{_SUFFIX}"
    unfinished = path.with_suffix(_UNFINISHED)
    descriptor = os.open(unfinished, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        zeros, left = bytes(1 << 20), slots * SLOT_BYTES
        while left:  # written, not only reserved: some file systems promise what they cannot keep
            left -= os.write(descriptor, zeros[:left])
        os.fsync(descriptor)
        unfinished.rename(path)
        _sync_folder(folder)
    except BaseException:
        for name in (unfinished, path):
            name.unlink(missing_ok=True)
        os.close(descriptor)
        raise
    return Spool(path, descriptor)


def list_spools(folder: Path) -> Sequence[Path]:
    """The spools in a folder, also those of processes that run. Raises `OSError`."""
    return sorted(folder.glob(f"*{_SUFFIX}"))


@contextmanager
def adopt(path: Path) -> Iterator[Spool | None]:
    """Lock the spool of a process that has ended; None while its process runs, or when it is gone.

    Raises `OSError`, or `ValueError` for a file that is not named as a spool.
    """
    try:
        descriptor = os.open(path, os.O_RDWR)
    except FileNotFoundError:
        yield None
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        yield None
        return
    except BaseException:
        os.close(descriptor)
        raise
    try:
        yield Spool(path, descriptor)
    finally:
        os.close(descriptor)


def remove_unfinished(folder: Path) -> None:
    """Remove what processes left that ended over a minute ago, while they made a spool. Raises `OSError`."""
    for path in folder.glob(f"*{_UNFINISHED}"):
        with suppress(BlockingIOError, FileNotFoundError):
            if time.time() - path.stat().st_mtime < _UNFINISHED_SECONDS:
                continue
            descriptor = os.open(path, os.O_RDWR)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                path.unlink()
            finally:
                os.close(descriptor)


def _pack(spool: uuid.UUID, record: Record) -> bytes:
    usage = record.usage
    amounts = (getattr(usage, name) for name in _AMOUNTS)
    body = _SLOT.pack(
        _MAGIC,
        record.void,
        record.number,
        record.recorded,
        usage.account_id,
        usage.application_id,
        *amounts,
    )
    return (body + _SUM.pack(_checksum(spool, body))).ljust(SLOT_BYTES, b"\0")


def _unpack(spool: uuid.UUID, data: bytes) -> Record | None:
    body = data[: _SLOT.size]
    if len(data) < SLOT_BYTES:
        return None
    magic, void, number, recorded, account, application, *amounts = _SLOT.unpack(body)
    (checksum,) = _SUM.unpack_from(data, _SLOT.size)
    if magic != _MAGIC or checksum != _checksum(spool, body):
        return None
    usage = Usage(account_id=account, application_id=application, **dict(zip(_AMOUNTS, amounts, strict=True)))
    return Record(number=number, recorded=recorded, usage=usage, void=bool(void))


def _checksum(spool: uuid.UUID, body: bytes) -> int:
    return zlib.crc32(body, zlib.crc32(spool.bytes))


def _sync_data(descriptor: int) -> None:
    getattr(os, "fdatasync", os.fsync)(descriptor)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
