"""A service with projects of its own, as `tests.projects` has them."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from dragoman.resources import Resources
from tests.conftest import Postgres
from tests.projects.conftest import open_project_resources
from tests.projects.served import Served, serving
from tests.projects.shop import Shop, open_shop


@pytest_asyncio.fixture(scope="session")
async def operated(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Resources]:
    data = tmp_path_factory.mktemp("operation") / "data"
    async with open_project_resources(postgres, "test_operation", data) as resources:
        yield resources


@pytest_asyncio.fixture
async def shop(operated: Resources) -> Shop:
    return await open_shop(operated)


@pytest_asyncio.fixture(scope="session")
async def served(operated: Resources) -> AsyncIterator[Served]:
    async with serving(operated) as opened:
        yield opened
