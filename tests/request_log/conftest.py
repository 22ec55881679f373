"""Calls of two accounts."""

from __future__ import annotations

import time
from typing import Any

import pytest_asyncio

from dragoman.database.connections import Database
from dragoman.request_log.model import AnsweredRequest
from tests.usage.conftest import Customer, create_customer


def call(customer: Customer | None = None, *, ago: float = 0, **fields: Any) -> AnsweredRequest:
    """A call of a customer, or of a client that only its id names, that began `ago` seconds ago."""
    values: dict[str, Any] = {
        "account_id": customer and customer.account,
        "application_id": customer and customer.application,
        "client_id": None,
        "method": "POST",
        "route": "/v2/translate",
        "path": "/v2/translate",
        "status": 200,
        "started": time.monotonic() - ago,
        "seconds": 0.0123,
        "request_id": "r1",
        "request_bytes": 40,
        "answer_bytes": 80,
    }
    return AnsweredRequest(**{**values, **fields})


@pytest_asyncio.fixture
async def ours(database: Database) -> Customer:
    return await create_customer(database, "ours")


@pytest_asyncio.fixture
async def theirs(database: Database) -> Customer:
    return await create_customer(database, "theirs")
