"""Encrypting streams with a key of their own, so that destroying the key destroys them.

The STREAM construction: chunks of AES-256-GCM with a counter in the nonce and a mark on the last one, under a
key derived for each stream. A chunk that is changed, missing, moved, cut off or of another stream is noticed
when it is read; what was read before it is good.

A sealed stream is `DRG1`, 32 random bytes, then the chunks: 256 KiB of text and 16 bytes of tag, the last one
shorter or equal.
"""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterable, AsyncIterator
from typing import ClassVar, Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from dragoman.blobs.blob import closing
from dragoman.errors import DragomanError

KEY_BYTES: Final = 32
CHUNK: Final = 256 * 1024  # bytes of text in all chunks but the last

_VERSION: Final = b"DRG1"
_SALT_BYTES: Final = 32
_HEAD_BYTES: Final = len(_VERSION) + _SALT_BYTES
_TAG_BYTES: Final = 16


class SealBroken(DragomanError):
    """A sealed stream is not what was sealed, or the key is not its key."""

    code: ClassVar[str] = "SEAL_BROKEN"

    def __init__(self) -> None:
        super().__init__("A stored file was changed, cut off or exchanged, and cannot be used.")


def new_key() -> bytes:
    """A random key, for all streams of one job."""
    return secrets.token_bytes(KEY_BYTES)


async def seal(stream: AsyncIterable[bytes], *, key: bytes, context: str) -> AsyncIterator[bytes]:
    """Encrypt a stream. `context`, such as the blob's key, is authenticated: decryption needs the same."""
    salt = secrets.token_bytes(_SALT_BYTES)
    cipher = _cipher(key, salt, context)
    yield _VERSION + salt
    number = 0
    async with closing(stream):
        async for chunk, is_last in _chunks(stream, CHUNK):
            yield cipher.encrypt(_nonce(number, is_last=is_last), chunk, _VERSION)
            number += 1


async def unseal(stream: AsyncIterable[bytes], *, key: bytes, context: str) -> AsyncIterator[bytes]:
    """Undo `seal`, chunk by chunk. Raises `SealBroken` at the first chunk that is not good."""
    async with closing(stream):
        chunks = _chunks(stream, CHUNK + _TAG_BYTES, first=_HEAD_BYTES)
        head, is_last = await anext(chunks)
        if is_last or not head.startswith(_VERSION):
            raise SealBroken
        cipher = _cipher(key, head[len(_VERSION) :], context)
        number = 0
        async for chunk, is_last in chunks:
            try:
                text = cipher.decrypt(_nonce(number, is_last=is_last), chunk, _VERSION)
            except InvalidTag:
                raise SealBroken from None
            number += 1
            if text:
                yield text


def _cipher(key: bytes, salt: bytes, context: str) -> AESGCM:
    if len(key) != KEY_BYTES:
        raise ValueError(f"a key has {KEY_BYTES} bytes")
    info = b"dragoman sealed stream 1\0" + context.encode()
    return AESGCM(HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=salt, info=info).derive(key))


def _nonce(number: int, *, is_last: bool) -> bytes:
    return number.to_bytes(11, "big") + (b"\x01" if is_last else b"\x00")


async def _chunks(
    stream: AsyncIterable[bytes], size: int, *, first: int | None = None
) -> AsyncIterator[tuple[bytes, bool]]:
    """Cut a stream into chunks of `size`, the first of `first`; each with whether it is the last one.

    There is always a last one, so an empty stream has one empty chunk.
    """
    waiting = bytearray()
    wanted = first or size
    async for piece in stream:
        waiting += piece
        start = 0
        while len(waiting) - start > wanted:  # more follows, so this one is not the last
            yield bytes(waiting[start : start + wanted]), False
            start += wanted
            wanted = size
        del waiting[:start]
    yield bytes(waiting), True
