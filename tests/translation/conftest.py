"""What the tests of translation share: a translator without a cache."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from dragoman.engines.apertium import ApertiumEngine, open_engine
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from dragoman.translation.translator import Translator, create_translator


@pytest.fixture
def translator() -> Translator:
    return create_translator(Settings(result_cache_mb=0), Metrics())


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def engine() -> AsyncIterator[ApertiumEngine]:
    """The real engine on the installed Apertium; without one its tests are skipped."""
    async with open_engine(Settings(), Metrics()) as opened:
        if opened is None:
            pytest.skip("Apertium is not installed")
        assert isinstance(opened, ApertiumEngine)
        yield opened
