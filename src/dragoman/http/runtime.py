"""The runtime: open resources of the serving process, for endpoints."""

from __future__ import annotations

from collections.abc import MutableMapping
from dataclasses import dataclass, field
from typing import Any

from dragoman.access.identity import Identity
from dragoman.errors import Unavailable
from dragoman.notifications.events.streams import EventStreams
from dragoman.request_log.recorder import RequestRecorder
from dragoman.resources import Resources
from dragoman.usage.recorder import UsageRecorder


@dataclass(frozen=True, slots=True, kw_only=True)
class Runtime(Resources):
    """The open resources of one serving process, with its identity and its recorders."""

    identity: Identity
    usage: UsageRecorder
    request_log: RequestRecorder
    event_streams: EventStreams = field(default_factory=EventStreams)


def get_runtime(scope: MutableMapping[str, Any]) -> Runtime:
    """The runtime of the application that answers this ASGI scope.

    Raises `Unavailable` while the service is starting: the sockets are open before the database is.
    """
    runtime: Runtime | None = scope["app"].state.runtime
    if runtime is None:
        raise Unavailable("The service is starting. Try again in a second.", retry_after=1)
    return runtime
