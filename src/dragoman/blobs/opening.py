"""Opening the store that the settings name."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from dragoman.blobs.blob import Blobs
from dragoman.blobs.directory import DirectoryBlobs
from dragoman.blobs.objects import connect
from dragoman.settings import Settings


@asynccontextmanager
async def open_blobs(settings: Settings) -> AsyncIterator[Blobs]:
    """Open the object store of `DRAGOMAN_BLOBS`, or the directory `files` of the data directory.

    Raises `Misconfigured` when it can never work.
    """
    if settings.blobs is not None:
        options = settings.blobs_options
        yield await connect(settings.blobs, options.get_secret_value() if options else None)
        return
    directory = await asyncio.to_thread(DirectoryBlobs, settings.data / "files")
    try:
        yield directory
    finally:
        directory.close()
