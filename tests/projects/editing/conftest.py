"""Programs of the provider's staff, and a translation that is open for them."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio

from dragoman.access.model import StaffRole
from tests.projects.editing.wire import Wire, open_wire
from tests.projects.served import Client, Served


@pytest_asyncio.fixture(scope="module")
async def linguist(served: Served) -> AsyncIterator[Client]:
    yield await served.open_staff(StaffRole.LINGUIST)


@pytest_asyncio.fixture(scope="module")
async def manager(served: Served) -> AsyncIterator[Client]:
    yield await served.open_staff(StaffRole.MANAGER)


@pytest_asyncio.fixture
async def wire(client: Client, linguist: Client) -> Wire:
    """A new order of a customer, as a linguist's program sees it."""
    return await open_wire(client, linguist)
