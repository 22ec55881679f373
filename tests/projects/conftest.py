"""One set of resources for all tests of projects: each test has customers of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio

from dragoman.database.connections import open_database
from dragoman.resources import Resources
from dragoman.settings import Settings
from tests.conftest import Postgres
from tests.opened import opened_resources
from tests.projects.served import Client, Served, serving
from tests.projects.shop import Shop, open_shop


@asynccontextmanager
async def open_project_resources(postgres: Postgres, name: str, data: Path) -> AsyncIterator[Resources]:
    """Resources on a new database of this name."""
    await postgres.run(f'create database "{name}" template "template_of_tests" owner dragoman_owner')
    settings = Settings(
        data=data,
        callback_allow=["127.0.0.1"],
        project_max_files=4,
        access_token_seconds=86_400,  # campaigns take longer than tokens live
    )
    async with (
        open_database(postgres.named(name).application, connections=12) as database,
        opened_resources(database, settings) as resources,
    ):
        yield resources


@pytest_asyncio.fixture(scope="session")
async def project_resources(
    postgres: Postgres, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Resources]:
    data = tmp_path_factory.mktemp("projects") / "data"
    async with open_project_resources(postgres, "test_projects", data) as resources:
        yield resources


@pytest_asyncio.fixture
async def shop(project_resources: Resources) -> Shop:
    return await open_shop(project_resources)


@pytest_asyncio.fixture(scope="session")
async def served(project_resources: Resources) -> AsyncIterator[Served]:
    """The whole interface on them."""
    async with serving(project_resources) as opened:
        yield opened


@pytest_asyncio.fixture(scope="module")
async def client(served: Served) -> AsyncIterator[Client]:
    """A new customer with a token."""
    opened = await served.open_customer()
    yield opened
    await opened.shop.work()  # other tests do not meet what is left
