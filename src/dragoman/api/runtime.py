"""What an endpoint works with once the service is open."""

from __future__ import annotations

from collections.abc import MutableMapping
from dataclasses import dataclass
from typing import Any

from dragoman.access.identity import Identity
from dragoman.database.connections import Database
from dragoman.engines.engine import Engine
from dragoman.errors import Unavailable
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from dragoman.translation.requests import TextResources
from dragoman.translation.translate import Translator


@dataclass(frozen=True, slots=True, kw_only=True)
class Runtime:
    """The open resources of one serving process."""

    settings: Settings
    metrics: Metrics
    database: Database
    identity: Identity
    engines: tuple[Engine, ...]
    translator: Translator

    def text_resources(self) -> TextResources:
        """The part that translates text."""
        return TextResources(settings=self.settings, engines=self.engines, translator=self.translator)


def get_runtime(scope: MutableMapping[str, Any]) -> Runtime:
    """The runtime of the application that answers this ASGI scope.

    Raises `Unavailable` while the service is starting: the sockets are open before the database is.
    """
    runtime: Runtime | None = scope["app"].state.runtime
    if runtime is None:
        raise Unavailable("The service is starting. Try again in a moment.", retry_after=1)
    return runtime
