"""The pytest fixture `dragoman_mock`: a mock server of its own for each test.

A module beside the package: pytest loads it at every start, and the package itself takes longer to import.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from dragoman_client.mock import MockServer


@pytest.fixture
def dragoman_mock() -> Iterator[MockServer]:
    """A mock of Dragoman on a free port, empty but for its seeds; it ends with the test."""
    from dragoman_client.mock import MockServer  # noqa: PLC0415 - see above

    with MockServer() as mock:
        yield mock
