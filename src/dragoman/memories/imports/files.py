"""The files of imports: each sealed by its own key, which is destroyed when the import ends."""

from __future__ import annotations

from collections.abc import AsyncIterable, Sequence
from typing import BinaryIO, Final
from uuid import UUID

from dragoman.blobs import Blobs, seal, unseal
from dragoman.blobs.blob import closing

PREFIX: Final = "memories/"
_FOLDER: Final = f"{PREFIX}imports/"
KEY_PURPOSE: Final = "memory import key"


async def write_file(blobs: Blobs, file: UUID, key: bytes, pieces: AsyncIterable[bytes]) -> None:
    """Store a file as it was sent; durable when this returns."""
    name = _name(file)
    await blobs.put(name, seal(pieces, key=key, context=name))


async def read_file(blobs: Blobs, file: UUID, key: bytes, *, into: BinaryIO) -> None:
    """Copy a file into an open one. Raises `BlobMissing` or `SealBroken`."""
    name = _name(file)
    stream = unseal(blobs.get(name), key=key, context=name)
    async with closing(stream):
        async for piece in stream:
            into.write(piece)


async def delete_file(blobs: Blobs, file: UUID) -> None:
    """Delete a file, if it exists."""
    await blobs.delete(_name(file))


def files_of(names: Sequence[str]) -> dict[str, UUID]:
    """Map names of blobs below `PREFIX` to the files that they hold; other names are left out."""
    found: dict[str, UUID] = {}
    for name in names:
        try:
            found[name] = UUID(name.removeprefix(_FOLDER))
        except ValueError:
            continue
    return found


def _name(file: UUID) -> str:
    return f"{_FOLDER}{file}"
