"""The blobs of project files: sources, converted sources and translated files.

All are encrypted with the file's own key, which its row stores wrapped: without the row they are unreadable.
"""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from dragoman.access.keyring import Keyring
from dragoman.blobs import (
    BlobExists,
    BlobMissing,
    Blobs,
    delete_prefix,
    in_pieces,
    new_key,
    read_all,
    seal,
    started,
    unseal,
)
from dragoman.projects.model import ProjectFile

PREFIX: Final = "projects/"
_PURPOSE: Final = "project file key"
_NONCE_BYTES: Final = 12
_CALLBACK: Final = b"callback"  # the key's other uses are blobs, which are framed in another way
_SOURCE: Final = "source"
_CONVERTED: Final = "converted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Secrets:
    """The key of a new file, and what its row stores."""

    key: bytes = field(repr=False)
    wrapped: bytes = field(repr=False)
    callback_url: bytes | None = field(repr=False)  # sealed


def make_secrets(keyring: Keyring, file_id: UUID, *, callback_url: str | None) -> Secrets:
    """Make a key for a new file, and encrypt its callback URL with it."""
    key = new_key()
    sealed = None
    if callback_url is not None:
        nonce = secrets.token_bytes(_NONCE_BYTES)
        sealed = nonce + AESGCM(key).encrypt(nonce, callback_url.encode(), _CALLBACK)
    wrapped = keyring.wrap(key, purpose=_PURPOSE, context=str(file_id))
    return Secrets(key=key, wrapped=wrapped, callback_url=sealed)


def open_key(keyring: Keyring, file: ProjectFile) -> bytes:
    """Unwrap a file's key. Raises `Misconfigured` when the master key file is of another database."""
    return keyring.unwrap(file.key, purpose=_PURPOSE, context=str(file.id))


def open_callback_url(keyring: Keyring, file: ProjectFile) -> str | None:
    """Decrypt the URL for notifications about a file's translations. Raises as `open_key`."""
    sealed = file.callback_url
    if sealed is None:
        return None
    opened = AESGCM(open_key(keyring, file)).decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], _CALLBACK)
    return opened.decode()


async def write_source(blobs: Blobs, file_id: UUID, key: bytes, data: bytes) -> None:
    """Store a source file; durable when this returns."""
    await _write(blobs, _name(file_id, _SOURCE), key, data)


async def read_source(blobs: Blobs, file_id: UUID, key: bytes) -> bytes:
    """Read a source file. Raises `BlobMissing` or `SealBroken`."""
    return await _read(blobs, _name(file_id, _SOURCE), key)


async def open_source(blobs: Blobs, file_id: UUID, key: bytes) -> AsyncIterator[bytes]:
    """Stream a source file. Raises `BlobMissing` or `SealBroken` before the first chunk."""
    return await _open(blobs, _name(file_id, _SOURCE), key)


async def write_converted(blobs: Blobs, file_id: UUID, key: bytes, data: bytes) -> None:
    """Store the conversion of a legacy document, unless another run has stored one."""
    with suppress(BlobExists):
        await _write(blobs, _name(file_id, _CONVERTED), key, data)


async def read_converted(blobs: Blobs, file_id: UUID, key: bytes) -> bytes | None:
    """Read the conversion of a legacy document; None when there is none yet."""
    try:
        return await _read(blobs, _name(file_id, _CONVERTED), key)
    except BlobMissing:
        return None


async def write_result(blobs: Blobs, file_id: UUID, result_id: UUID, *, key: bytes, data: bytes) -> None:
    """Store a translated file; durable when this returns."""
    await _write(blobs, _name(file_id, str(result_id)), key, data)


async def open_result(blobs: Blobs, file_id: UUID, result_id: UUID, *, key: bytes) -> AsyncIterator[bytes]:
    """Stream a translated file. Raises `BlobMissing` or `SealBroken` before the first chunk."""
    return await _open(blobs, _name(file_id, str(result_id)), key)


async def delete_result(blobs: Blobs, file_id: UUID, result_id: UUID) -> None:
    """Delete a translated file that no row refers to, if it exists."""
    await blobs.delete(_name(file_id, str(result_id)))


async def delete_files(blobs: Blobs, file_id: UUID) -> None:
    """Delete all blobs of a file."""
    await delete_prefix(blobs, f"{PREFIX}{file_id}/")


def file_of(name: str) -> UUID | None:
    """Parse the id of the file from a blob's name; None for a blob of anything but a project."""
    if not name.startswith(PREFIX):
        return None
    try:
        return UUID(name.removeprefix(PREFIX).partition("/")[0])
    except ValueError:
        return None


def result_of(name: str) -> UUID | None:
    """Parse the id of the translated file from a blob's name; None for any other blob."""
    try:
        return UUID(name.rpartition("/")[2])
    except ValueError:
        return None


def _name(file_id: UUID, what: str) -> str:
    return f"{PREFIX}{file_id}/{what}"


async def _write(blobs: Blobs, name: str, key: bytes, data: bytes) -> None:
    await blobs.put(name, seal(in_pieces(data), key=key, context=name))


async def _read(blobs: Blobs, name: str, key: bytes) -> bytes:
    return await read_all(unseal(blobs.get(name), key=key, context=name))


async def _open(blobs: Blobs, name: str, key: bytes) -> AsyncIterator[bytes]:
    return await started(unseal(blobs.get(name), key=key, context=name))
