"""Both kinds of clients behind one way to call them: a test is written once and runs with each."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from dragoman_client import AsyncClient, Client, Options, Retry

QUICK: Final = Retry(first=0.01, factor=1.5, longest=5.0)
QUICK_OPTIONS: Final = Options(retry=QUICK, timeout=30)


class BlockingCaller:
    """Calls of a `Client`."""

    def __init__(self, url: str, **arguments: Any) -> None:
        self.client = Client(url, **arguments)

    def call(self, work: Callable[[Any], Any]) -> Any:
        """The result of a call; that of an iterator as a list."""
        result = work(self.client)
        return list(result) if isinstance(result, Iterator) else result

    def close(self) -> None:
        self.client.close()


class AwaitingCaller:
    """Calls of an `AsyncClient`, in an event loop of its own."""

    def __init__(self, url: str, **arguments: Any) -> None:
        self._runner = asyncio.Runner()
        try:
            self.client = self._runner.run(self._open(url, arguments))
        except BaseException:  # it is refused: the loop is not left to the collector
            self._runner.close()
            raise

    def call(self, work: Callable[[Any], Any]) -> Any:
        """The result of a call; that of an iterator as a list."""
        return self._runner.run(self._call(work))

    def close(self) -> None:
        self._runner.run(self.client.close())
        self._runner.close()

    async def _open(self, url: str, arguments: dict[str, Any]) -> AsyncClient:
        return AsyncClient(url, **arguments)

    async def _call(self, work: Callable[[Any], Any]) -> Any:
        result = work(self.client)
        if isinstance(result, AsyncIterator):
            return [item async for item in result]
        return await result if inspect.isawaitable(result) else result


Caller = BlockingCaller | AwaitingCaller
KINDS: Final[dict[str, Callable[..., Caller]]] = {"Client": BlockingCaller, "AsyncClient": AwaitingCaller}


@contextmanager
def opened(kind: str, url: str, **arguments: Any) -> Iterator[Caller]:
    """A client of a kind, with credentials and short pauses unless others are given."""
    given = {"client_id": "id", "client_secret": "secret-0f9", "options": QUICK_OPTIONS, **arguments}
    caller = KINDS[kind](url, **given)
    try:
        yield caller
    finally:
        caller.close()
