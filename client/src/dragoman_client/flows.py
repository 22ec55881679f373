"""What the client does, written once for both its kinds.

A flow is a generator: it yields what it needs done (to send a request, to wait, to do several things at once)
and gets the outcome. `Client` does these by blocking, `AsyncClient` by awaiting: the flow knows neither.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar, Union

if TYPE_CHECKING:
    from dragoman_client.exchange import Answer, Request

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Send:
    """Send a request once. The outcome is an `Answer`, or `ConnectionFailedError` is raised in the flow."""

    request: Request


@dataclass(frozen=True, slots=True)
class Pause:
    """Wait for so many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Exclusive(Generic[T]):
    """Run a flow while no other flow of the same client is in an exclusive one; the outcome is its result."""

    flow: Callable[[], Flow[T]]


@dataclass(frozen=True, slots=True)
class Together(Generic[T]):
    """Run flows at the same time, so many at once. The outcome: their results in order.

    When one fails no further one is begun, those under way are ended, and its exception is raised.
    """

    flows: Sequence[Callable[[], Flow[T]]]
    at_once: int


Effect: TypeAlias = Union[Send, Pause, "Exclusive[Any]", "Together[Any]"]
Flow: TypeAlias = Generator[Effect, Any, T]


def send_once(request: Request) -> Flow[Answer]:
    """Send a request once."""
    answer: Answer = yield Send(request)
    return answer


def pause(seconds: float) -> Flow[None]:
    """Wait for so many seconds."""
    yield Pause(seconds)


def exclusively(flow: Callable[[], Flow[T]]) -> Flow[T]:
    """Run a flow while no other exclusive one of the client runs."""
    result: T = yield Exclusive(flow)
    return result


def together(flows: Sequence[Callable[[], Flow[T]]], *, at_once: int) -> Flow[list[T]]:
    """Run flows at the same time, so many at once; their results in order."""
    results: list[T] = yield Together(flows, at_once)
    return results
