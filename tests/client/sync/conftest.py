"""Repositories with the credentials of a production account of the live service, whose words are real."""

from __future__ import annotations

import pytest

from tests.client.commands.conftest import CommandLine, customer, nobody
from tests.client.servers import Server
from tests.client.sync.repository import Repository

__all__ = ["customer", "nobody"]


@pytest.fixture(scope="session")
def server(service: Server) -> Server:
    """The service alone: what is kept and what is sent depends on its formats."""
    return service


@pytest.fixture
def repository(customer: CommandLine) -> Repository:
    """An empty repository."""
    return Repository(customer)
