"""Flows run by awaiting in an asyncio event loop."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import httpx2

from dragoman_client.exchange import Answer, Request
from dragoman_client.flows import Effect, Exclusive, Flow, Pause, Send, Together
from dragoman_client.options import Options
from dragoman_client.running.http import client_arguments, opened, size_of, to_answer, translated_errors
from dragoman_client.texts.batches import each

S = TypeVar("S")
T = TypeVar("T")


class Awaiting:
    """Runs flows in one event loop."""

    is_awaited = True  # what it runs is awaited

    def __init__(self, options: Options) -> None:
        self._places = asyncio.Semaphore(options.concurrency)
        self._lock = asyncio.Lock()
        self._options = options
        self._http = httpx2.AsyncClient(**client_arguments(options))

    async def close(self) -> None:
        """Close all connections."""
        await self._http.aclose()

    async def run(self, flow: Flow[T]) -> T:
        """Run a flow to its end."""
        outcome: Any = None
        failure: BaseException | None = None
        while True:
            try:
                effect = flow.send(outcome) if failure is None else flow.throw(failure)
            except StopIteration as end:
                result: T = end.value
                return result
            try:
                outcome, failure = await self._perform(effect), None
            except BaseException as error:
                outcome, failure = None, error

    async def stream(
        self,
        items: Iterable[S] | AsyncIterable[S],
        make_flow: Callable[[S], Flow[T]],
        *,
        at_once: int,
    ) -> AsyncIterator[T]:
        """The results of a flow for each item, in order, so many at once; items are taken as needed."""
        waiting: deque[asyncio.Task[T]] = deque()
        try:
            async for item in each(items):
                waiting.append(asyncio.create_task(self.run(make_flow(item))))
                if len(waiting) >= at_once:
                    yield await waiting.popleft()
            while waiting:
                yield await waiting.popleft()
        finally:
            for task in waiting:
                task.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)

    @asynccontextmanager
    async def open_stream(self, request: Request) -> AsyncIterator[tuple[Answer, AsyncIterator[bytes]]]:
        """Open an answer without end: its head, and its bytes as they come. It takes no place."""
        arguments = client_arguments(self._options)
        with translated_errors(request), opened(request) as sent:
            async with httpx2.AsyncClient(**arguments) as http, http.stream(**sent) as response:
                body = b"" if response.is_success else await response.aread()
                yield to_answer(response, body), response.aiter_bytes()

    async def _perform(self, effect: Effect) -> Any:
        match effect:
            case Send(request):
                return await self._send(request)
            case Pause(seconds):
                return await asyncio.sleep(seconds)
            case Exclusive(flow):
                async with self._lock:
                    return await self.run(flow())
            case Together(flows, at_once):
                return await self._together(flows, at_once)

    async def _together(self, flows: Sequence[Callable[[], Flow[T]]], at_once: int) -> list[T]:
        if len(flows) == 1:
            return [await self.run(flows[0]())]
        return [result async for result in self.stream(flows, lambda make: make(), at_once=at_once)]

    async def _send(self, request: Request) -> Answer:
        async with self._places:
            with translated_errors(request), opened(request) as arguments:
                async with self._http.stream(**arguments) as response:
                    if request.sink is None or not response.is_success:
                        return to_answer(response, await response.aread())
                    with request.sink.open(to_answer(response).headers, size_of(response)) as write:
                        async for part in response.aiter_bytes():
                            write(part)
                    return to_answer(response)
