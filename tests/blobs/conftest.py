"""Every kind of store that can be had without a network."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

import pytest
import pytest_asyncio

from dragoman.blobs import Blobs, open_blobs
from dragoman.settings import Settings


@pytest_asyncio.fixture(params=["directory", "memory"])
async def blobs(
    request: pytest.FixtureRequest, make_settings: Callable[..., Settings]
) -> AsyncIterator[Blobs]:
    """A store in a directory, and one behind the library of the object stores."""
    overrides = {} if request.param == "directory" else {"blobs": "memory://"}
    async with open_blobs(make_settings(**overrides)) as opened:
        yield opened
