"""The configuration of a service as JSON, for its row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dragoman.engine_registry.model import RegisteredService
from dragoman.engines.engine import Quality
from dragoman.engines.http.configuration import ServiceConfiguration, ServiceType
from dragoman.errors import Misconfigured


def write_configuration(configuration: ServiceConfiguration) -> dict[str, Any]:
    """All fields but name and kind, which have columns."""
    pairs = configuration.pairs
    return {
        "url": configuration.url,
        "model": configuration.model,
        "pairs": None if pairs is None else [list(pair) for pair in pairs],
        "quality": configuration.quality,
        "remote": configuration.remote,
        "concurrency": configuration.concurrency,
        "timeout_seconds": configuration.timeout_seconds,
        "options": dict(configuration.options),
        "monthly_characters": configuration.monthly_characters,
    }


def read_configuration(service: RegisteredService) -> ServiceConfiguration:
    """What `write_configuration` wrote. Raises `Misconfigured` for what another version wrote."""
    stored: Mapping[str, Any] = service.configuration
    try:
        pairs = stored["pairs"]
        return ServiceConfiguration(
            name=service.name,
            kind=ServiceType(service.kind),
            url=stored["url"],
            model=stored["model"],
            pairs=None if pairs is None else tuple((source, target) for source, target in pairs),
            quality=None if stored["quality"] is None else Quality(stored["quality"]),
            remote=stored["remote"],
            concurrency=stored["concurrency"],
            timeout_seconds=stored["timeout_seconds"],
            options=stored["options"],
            monthly_characters=stored["monthly_characters"],
        )
    except (KeyError, TypeError, ValueError):
        raise Misconfigured(
            f"The configuration of the engine {service.name} was made by another version. Add it again: "
            "`dragoman engines add … --force`."
        ) from None
