"""A mock server for the test suites of integrators: the wire contract in memory, with faults on request.

    with MockServer() as mock:
        mock.fail(Fault.TOO_MANY_REQUESTS, times=3, path="/v2/translate", retry_after=1)

It needs the standard library alone. Nothing is imported until it is used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dragoman_client.mock.faults import Fault, PlannedFault
    from dragoman_client.mock.messages import RecordedRequest
    from dragoman_client.mock.pace import JobPace
    from dragoman_client.mock.server import MockServer

__all__ = ["Fault", "JobPace", "MockServer", "PlannedFault", "RecordedRequest"]

_MODULES = {
    "Fault": "faults",
    "JobPace": "pace",
    "MockServer": "server",
    "PlannedFault": "faults",
    "RecordedRequest": "messages",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
