"""The server that the settings name: the embedded one, or yours."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from dragoman.database.embedded import open_embedded
from dragoman.database.external import prepare_external
from dragoman.database.urls import ServerUrls
from dragoman.settings import Settings


@asynccontextmanager
async def open_server(settings: Settings) -> AsyncIterator[ServerUrls]:
    """Have a server with both roles ready; the embedded one is kept alive until the end of the block.

    Raises `Misconfigured`, with what to do, when it cannot be used, `Unavailable` when it cannot be reached.
    """
    if settings.database_url is None:
        async with open_embedded(settings) as urls:
            yield urls
    else:
        owner = settings.database_owner_url
        yield await prepare_external(
            url=settings.database_url.get_secret_value(),
            owner_url=owner.get_secret_value() if owner is not None else None,
        )
