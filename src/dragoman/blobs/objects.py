"""Blobs in an object store: Amazon S3 and what speaks like it, Google Cloud Storage, Azure."""

from __future__ import annotations

import json
from collections.abc import AsyncIterable, AsyncIterator, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, Final

import obstore
from obstore.exceptions import AlreadyExistsError, BaseError, PermissionDeniedError, UnauthenticatedError
from obstore.store import ObjectStore, from_url

from dragoman.blobs.blob import PIECE, BlobExists, BlobInfo, BlobMissing, check_key, check_prefix
from dragoman.errors import Misconfigured, Unavailable
from dragoman.telemetry import log

SCHEMES: Final = ("s3", "gs", "az", "memory")

_RETRIES: Final = 3
_RETRY_TIME: Final = timedelta(seconds=30)


class ObjectBlobs:
    """The store in a bucket or container. What it acknowledges is durable by its own promise."""

    def __init__(self, store: ObjectStore) -> None:
        self._store = store

    async def put(self, key: str, pieces: AsyncIterable[bytes]) -> None:
        """As `Blobs.put`. The blob is held in memory: uploads in parts cannot refuse a key that is taken."""
        data = b"".join([piece async for piece in pieces])
        with _outages():
            try:
                await obstore.put_async(self._store, check_key(key), data, mode="create", use_multipart=False)
            except AlreadyExistsError:
                if not await self._holds(key, data):
                    raise BlobExists("There is a file under this key already.") from None

    async def get(self, key: str) -> AsyncIterator[bytes]:
        """As `Blobs.get`."""
        check_key(key)
        with _outages():
            try:
                stream = (await obstore.get_async(self._store, key)).stream(min_chunk_size=PIECE)
            except FileNotFoundError:
                raise BlobMissing("The file does not exist, or exists no longer.") from None
            async for piece in stream:
                yield bytes(piece)

    async def delete(self, key: str) -> None:
        """As `Blobs.delete`."""
        with _outages():
            try:
                await obstore.delete_async(self._store, check_key(key))
            except FileNotFoundError:
                return

    async def list(self, prefix: str) -> AsyncIterator[BlobInfo]:
        """As `Blobs.list`."""
        check_prefix(prefix)
        with _outages():
            async for batch in obstore.list(self._store, prefix or None):
                for meta in batch:
                    yield BlobInfo(key=meta["path"], size=meta["size"], modified=meta["last_modified"])

    async def _holds(self, key: str, data: bytes) -> bool:
        """Whether our own upload is there: it is sent again when its first answer is lost."""
        found = await obstore.get_async(self._store, key)
        return found.meta["size"] == len(data) and bytes(await found.bytes_async()) == data


async def connect(url: str, options: str | None) -> ObjectBlobs:
    """Open the store at `url`; `options`: a JSON object of what its provider's library wants to know.

    Raises `Misconfigured` for an address or options that cannot be right, or credentials that are refused. A
    store that is away shows at first use.
    """
    if url.partition("://")[0] not in SCHEMES:
        names = ", ".join(f"{scheme}://" for scheme in SCHEMES[:-1])
        raise Misconfigured(
            f"DRAGOMAN_BLOBS is not the address of an object store: it begins with one of {names}."
        )
    config = _read_options(options)
    client = {"allow_http": True} if config.pop("allow_http", None) is True else None
    address = "memory:///" if url.startswith("memory:") else url
    arguments: dict[str, Any] = (
        {}
        if url.startswith("memory:")
        else {
            "config": config or None,
            "client_options": client,
            "retry_config": {"max_retries": _RETRIES, "retry_timeout": _RETRY_TIME},
        }
    )
    try:
        blobs = ObjectBlobs(from_url(address, **arguments))
    except (BaseError, ValueError, TypeError):
        raise Misconfigured(
            "DRAGOMAN_BLOBS or DRAGOMAN_BLOBS_OPTIONS cannot be used: an option is missing or unknown."
        ) from None
    await _try(blobs)
    return blobs


async def _try(blobs: ObjectBlobs) -> None:
    try:
        async for _ in blobs.list("check/"):
            break
    except Unavailable as error:
        if isinstance(error.__cause__, UnauthenticatedError | PermissionDeniedError):
            raise Misconfigured(
                "The object store of DRAGOMAN_BLOBS refuses our credentials. They come from "
                "DRAGOMAN_BLOBS_OPTIONS or from what its provider's tools use."
            ) from error
        log().warning("blobs.away")


def _read_options(options: str | None) -> dict[str, Any]:
    try:
        read = json.loads(options or "{}")
    except ValueError:
        read = None
    if not isinstance(read, dict):
        raise Misconfigured("DRAGOMAN_BLOBS_OPTIONS is not a JSON object.")
    return read


@contextmanager
def _outages() -> Iterator[None]:
    try:
        yield
    except (BaseError, OSError) as error:
        log().error("blobs.store_failed", exc_info=error)
        raise Unavailable(
            "The service cannot reach its files now. Try again later.", retry_after=10
        ) from error
