"""Zip archives that are written while they are sent: a file at a time, none of them whole in memory."""

from __future__ import annotations

import asyncio
import io
import re
import zipfile
from collections.abc import AsyncIterator, Collection
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePosixPath
from typing import Final

from dragoman.text_io.file_names import MISLEADING

_NOT_IN_NAMES: Final = re.compile(rf'[\\/:*?"<>|{MISLEADING}]')  # of files, on any system
_LEAST_PIECE: Final = 64 * 1024  # bytes, but for the last piece
_EARLIEST: Final = (1980, 1, 1, 0, 0, 0)  # that an archive can name
_LATEST_YEAR: Final = 2107


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveMember:
    """A file of an archive."""

    name: str  # its path, from `MemberNames`
    modified: datetime
    pieces: AsyncIterator[bytes]


@dataclass(frozen=True, slots=True, kw_only=True)
class Archive:
    """An archive to download, its bytes as a stream."""

    name: str
    pieces: AsyncIterator[bytes]


class MemberNames:
    """Gives each file of an archive a path of its own; upper and lower case do not differ on all systems."""

    def __init__(self) -> None:
        self._given: set[str] = set()

    def choose(self, folder: str, name: str) -> str:
        """Choose `folder/name`; where it is taken, `folder/name (2)` before the suffix, and so on."""
        folder, name = safe_name(folder), safe_name(name)
        path = PurePosixPath(name)
        stem, suffix = (path.stem, path.suffix) if path.stem else (name, "")
        number, chosen = 1, name
        while f"{folder}/{chosen}".casefold() in self._given:
            number += 1
            chosen = f"{stem} ({number}){suffix}"
        self._given.add(f"{folder}/{chosen}".casefold())
        return f"{folder}/{chosen}"


def safe_name(name: str) -> str:
    """Replace what no part of a path may have on some system."""
    cleaned = _NOT_IN_NAMES.sub("_", name).rstrip(" .")
    return cleaned or "_"


def write_archive(members: AsyncIterator[ArchiveMember]) -> AsyncIterator[bytes]:
    """Write an archive of the members, in their order, as a stream. An error of theirs breaks it off."""
    return _write(members)


async def _write(members: AsyncIterator[ArchiveMember]) -> AsyncIterator[bytes]:
    sink = _Sink()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
        async for member in members:
            with archive.open(_info(member), "w") as file:
                async for piece in member.pieces:
                    await asyncio.to_thread(file.write, piece)  # which compresses it
                    if sink.size >= _LEAST_PIECE:
                        yield sink.take()
    yield sink.take()


def _info(member: ArchiveMember) -> zipfile.ZipInfo:
    modified = member.modified.timetuple()[:6] if 1980 <= member.modified.year <= _LATEST_YEAR else _EARLIEST
    info = zipfile.ZipInfo(member.name, modified)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o644 << 16
    return info


class _Sink(io.RawIOBase):
    """Where the archive is written to: it keeps what is not taken yet, and cannot go back."""

    def __init__(self) -> None:
        self._kept: list[bytes] = []
        self.size = 0

    def writable(self) -> bool:
        return True

    def write(self, data: Collection[int] | memoryview) -> int:  # type: ignore[override]
        piece = bytes(data)
        self._kept.append(piece)
        self.size += len(piece)
        return len(piece)

    def take(self) -> bytes:
        """Give what was written since the last call."""
        taken, self._kept, self.size = b"".join(self._kept), [], 0
        return taken
