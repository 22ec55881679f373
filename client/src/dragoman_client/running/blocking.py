"""Flows run by blocking: a thread waits for each request."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any, Final, TypeVar

import httpx2

from dragoman_client.errors import InvalidInputError
from dragoman_client.exchange import Answer, Request
from dragoman_client.flows import Effect, Exclusive, Flow, Pause, Send, Together
from dragoman_client.options import Options
from dragoman_client.running.http import client_arguments, opened, size_of, to_answer, translated_errors

S = TypeVar("S")
T = TypeVar("T")


_FILES_SECONDS: Final = 3.0


class Stopped(BaseException):
    """Raised in the threads of a group that is given up: one of them failed, or the user pressed Ctrl-C."""


class Blocking:
    """Runs flows; may be used by many threads at once."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._places = threading.BoundedSemaphore(options.concurrency)
        self._lock = threading.Lock()
        self._counting = threading.Lock()
        self._under_way = 0
        self._is_closed = False
        self._writing = _Count()
        self._http = httpx2.Client(**client_arguments(options))

    def close(self) -> None:
        """Close all connections; those of requests that are given up, when these have ended."""
        with self._counting:
            self._is_closed = True
            is_idle = self._under_way == 0
        if is_idle:
            self._http.close()

    def wait_for_files(self) -> None:
        """Wait until files that are given up are removed, but not for a server that says nothing."""
        self._writing.wait_for_none(_FILES_SECONDS)

    def run(self, flow: Flow[T], stop: threading.Event | None = None) -> T:
        """Run a flow to its end. `stop` ends it before the next thing that it does."""
        outcome: Any = None
        failure: BaseException | None = None
        while True:
            try:
                effect = flow.send(outcome) if failure is None else flow.throw(failure)
            except StopIteration as end:
                result: T = end.value
                return result
            try:
                outcome, failure = self._perform(effect, stop), None
            except BaseException as error:
                outcome, failure = None, error

    def stream(self, items: Iterable[S], make_flow: Callable[[S], Flow[T]], *, at_once: int) -> Iterator[T]:
        """The results of a flow for each item, in order, so many at once; items are taken as needed."""
        source = iter(items)
        group = _Group(self)
        waiting: deque[Future[T]] = deque()
        try:
            for item in source:
                waiting.append(group.start(make_flow(item)))
                if len(waiting) >= at_once:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            group.close()

    @contextmanager
    def open_stream(self, request: Request) -> Iterator[tuple[Answer, Iterator[bytes]]]:
        """Open an answer without end: its head, and its bytes as they come. It takes no place."""
        arguments = client_arguments(self._options)
        with (
            translated_errors(request),
            opened(request) as sent,
            httpx2.Client(**arguments) as http,
            http.stream(**sent) as response,
        ):
            if response.is_success:
                yield to_answer(response), response.iter_bytes()
            else:
                yield to_answer(response, response.read()), iter(())

    def _perform(self, effect: Effect, stop: threading.Event | None) -> Any:
        if stop is not None and stop.is_set():
            raise Stopped
        match effect:
            case Send(request):
                return self._send(request, stop)
            case Pause(seconds):
                (stop or threading.Event()).wait(seconds)
                return None
            case Exclusive(flow):
                with self._lock:
                    return self.run(flow(), stop)
            case Together(flows, at_once):
                return self._together(flows, at_once)

    def _together(self, flows: Sequence[Callable[[], Flow[T]]], at_once: int) -> list[T]:
        if len(flows) == 1:
            return [self.run(flows[0]())]
        return list(self.stream(flows, lambda make: make(), at_once=at_once))

    def _send(self, request: Request, stop: threading.Event | None) -> Answer:
        with (
            self._places,
            self._counted(),
            translated_errors(request),
            opened(request) as arguments,
            self._http.stream(**arguments) as response,
        ):
            if request.sink is None or not response.is_success:
                return to_answer(response, response.read())
            with (
                self._writing.one_more(),
                request.sink.open(to_answer(response).headers, size_of(response)) as write,
            ):
                for part in response.iter_bytes():
                    if stop is not None and stop.is_set():
                        raise Stopped  # what is half written is removed
                    write(part)
            return to_answer(response)

    @contextmanager
    def _counted(self) -> Iterator[None]:
        """A request that is under way: the last one after `close` closes the connections."""
        with self._counting:
            if self._is_closed:
                raise InvalidInputError("The client is closed.")
            self._under_way += 1
        try:
            yield
        finally:
            with self._counting:
                self._under_way -= 1
                is_last = self._is_closed and self._under_way == 0
            if is_last:
                self._http.close()


class _Count:
    """How many do something now."""

    def __init__(self) -> None:
        self._number = 0
        self._changed = threading.Condition()

    @contextmanager
    def one_more(self) -> Iterator[None]:
        """One more does it in this block."""
        with self._changed:
            self._number += 1
        try:
            yield
        finally:
            with self._changed:
                self._number -= 1
                self._changed.notify_all()

    def wait_for_none(self, seconds: float) -> None:
        """Wait until no one does it, so long at most."""
        with self._changed:
            self._changed.wait_for(lambda: self._number == 0, timeout=seconds)


class _Group:
    """Threads that run flows. They are daemons: a program that ends waits for no answer."""

    def __init__(self, runner: Blocking) -> None:
        self._runner = runner
        self._stop = threading.Event()

    def start(self, flow: Flow[T]) -> Future[T]:
        """Run a flow in a thread of its own."""
        future: Future[T] = Future()
        threading.Thread(target=self._run, args=(flow, future), daemon=True).start()
        return future

    def close(self) -> None:
        """End what is still running, before the next thing that it does.

        Where files are being written, they are removed first: a program that ends leaves none half written.
        """
        self._stop.set()
        self._runner.wait_for_files()

    def _run(self, flow: Flow[T], future: Future[T]) -> None:
        try:
            future.set_result(self._runner.run(flow, self._stop))
        except BaseException as error:
            future.set_exception(error)
