"""The protocol of blob stores, and what can be done with any of them.

A blob is a file under a key. It is written once, atomically, and never changed.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterable, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol

from dragoman.errors import Conflict, NotFound

PIECE: Final = 256 * 1024  # bytes that are read or written at once

# Lower case only, as some file systems know no other; no part begins with a dot.
_PART: Final = r"[a-z0-9][a-z0-9._-]{0,127}"
_KEY: Final = re.compile(rf"{_PART}(?:/{_PART}){{0,7}}", re.ASCII)


class BlobMissing(NotFound):
    """There is no blob under this key."""


class BlobExists(Conflict):
    """There is a blob under this key, and blobs are never overwritten."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlobInfo:
    """The metadata of one blob in a listing."""

    key: str
    size: int  # bytes
    modified: datetime  # UTC, by the store's clock


class Blobs(Protocol):
    """A store of blobs. Everything raises `Unavailable` when the store cannot do it now."""

    async def put(self, key: str, pieces: AsyncIterable[bytes]) -> None:
        """Store a blob: all of it, durably, once this returns; nothing of it when it raises.

        Raises `BlobExists` when there is one under this key, and any error that `pieces` raises.
        """

    def get(self, key: str) -> AsyncIterator[bytes]:
        """Read a blob in pieces. The first step raises `BlobMissing`; see `started`."""

    async def delete(self, key: str) -> None:
        """Remove a blob, if there is one."""

    def list(self, prefix: str) -> AsyncIterator[BlobInfo]:
        """The blobs whose keys begin with `prefix`, in any order: "" for all, or parts and a slash."""


def check_key(key: str) -> str:
    """Check a key: up to eight parts with slashes between them. Raises ValueError."""
    if _KEY.fullmatch(key) is None:
        raise ValueError("not a key of a blob: write lower-case letters, digits, `._-` and slashes")
    return key


def check_prefix(prefix: str) -> str:
    """Check a prefix, which ends in a slash: `jobs/1` would mean `jobs/12` as well. Raises ValueError."""
    if prefix and not (prefix.endswith("/") and _KEY.fullmatch(prefix[:-1])):
        raise ValueError("not a prefix of keys: write parts of a key, and a slash at the end")
    return prefix


async def delete_prefix(blobs: Blobs, prefix: str) -> int:
    """Remove every blob whose key begins with `prefix`; how many. Raises `Unavailable`."""
    if not prefix:
        raise ValueError("everything is not to be removed at once")
    keys = [info.key async for info in blobs.list(prefix)]
    for key in keys:
        await blobs.delete(key)
    return len(keys)


async def started(stream: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Read the first piece of a stream now, so that its errors are raised here; then yield all pieces."""
    first = await anext(stream, None)
    return _resumed(first, stream)


async def _resumed(first: bytes | None, stream: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    async with closing(stream):
        if first is not None:
            yield first
            async for piece in stream:
                yield piece


@asynccontextmanager
async def closing(stream: AsyncIterable[bytes]) -> AsyncIterator[None]:
    """Close a stream at the end of the block, if it can be closed, however much of it was read."""
    try:
        yield
    finally:
        if (close := getattr(stream, "aclose", None)) is not None:
            await close()


async def read_all(stream: AsyncIterator[bytes]) -> bytes:
    """Everything that a stream gives."""
    async with closing(stream):
        return b"".join([piece async for piece in stream])


async def in_pieces(data: bytes) -> AsyncIterator[bytes]:
    """Bytes in memory as a stream."""
    for start in range(0, len(data), PIECE):
        yield data[start : start + PIECE]
