"""Apertium's shipped directions, for the tests beside this file and those of translation."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from dragoman.engines import open_engines
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from dragoman.translation.routes import Route, build_routes

DIRECTIONS = (("en", "es"), ("en", "ca"), ("es", "ca"))


@asynccontextmanager
async def apertium_routes() -> AsyncIterator[dict[tuple[str, str], Route]]:
    """The routes of these directions; skips the tests where Apertium or a pair is missing."""
    settings = Settings()
    async with open_engines(settings, metrics=Metrics()) as engines:
        routes = build_routes(engines, pivots=settings.pivots, sandbox=False)
        found = {direction: route for direction in DIRECTIONS if (route := routes.get(*direction))}
        if len(found) < len(DIRECTIONS):
            pytest.skip("needs Apertium with en-es, en-ca and es-ca")
        yield found
