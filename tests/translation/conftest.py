"""What the tests of translation share: a translator without a cache."""

from __future__ import annotations

import pytest

from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from dragoman.translation.translate import Translator, create_translator


@pytest.fixture
def translator() -> Translator:
    return create_translator(Settings(result_cache_mb=0), Metrics())
