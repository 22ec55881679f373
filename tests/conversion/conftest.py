"""Confined processes with hostile formats, behind every wall that this machine has."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from dragoman.conversion.confined import Confined, open_confined
from dragoman.errors import Misconfigured
from dragoman.isolation.bubblewrap import Program
from dragoman.settings import Settings
from dragoman.telemetry import Metrics

HOSTILE = Path(__file__).with_name("hostile_child.py")
SECONDS = 8


@pytest_asyncio.fixture(params=["limits", "bubblewrap"], scope="module")
async def hostile(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Confined]:
    """Runs what `hostile_child` offers as formats, with little time and memory."""
    settings = Settings(
        data=tmp_path_factory.mktemp("data"),
        document_isolation=request.param,
        document_timeout_seconds=SECONDS,
        document_memory_mb=512,
        document_processes=4,
    )
    program = Program(arguments=("-I", str(HOSTILE)), readable=(HOSTILE,))
    try:
        async with open_confined(settings, Metrics(), program=program) as confined:
            yield confined
    except Misconfigured:
        pytest.skip("bubblewrap does not work here")
