"""DeepL's own Python client, pointed at the live service."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import deepl
import pytest

from tests.compat.conftest import Customer
from tests.live import LiveService

Raw = Callable[..., object]


def connect(live: LiveService, key: str) -> deepl.DeepLClient:
    """The client as its documentation makes it, with the address of the service."""
    return deepl.DeepLClient(key, server_url=f"{live.url}/compat/deepl/")


@pytest.fixture(scope="module")
def client(live: LiveService, production: Customer) -> Iterator[deepl.DeepLClient]:
    made = connect(live, production.key)
    yield made
    made.close()


@pytest.fixture(scope="module")
def sandbox_client(live: LiveService, sandbox: Customer) -> Iterator[deepl.DeepLClient]:
    made = connect(live, sandbox.key)
    yield made
    made.close()
