"""Methods of both kinds of clients from one definition.

A method is written as a flow and decorated. On a blocking client it returns the result, on an awaiting one
something to await, with the same name, arguments and documentation:

    class Documents(Resource[R]):
        @operation
        def get(self, job: str) -> Flow[Document]: ...

`client.documents.get(job)` is a `Document`; `await async_client.documents.get(job)` too. A `listing` is an
iterator over all items of all pages.
"""

from __future__ import annotations

import functools
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import TYPE_CHECKING, Any, Concatenate, Generic, NamedTuple, ParamSpec, TypeVar, overload

from dragoman_client.flows import Flow
from dragoman_client.sending import Connection

if TYPE_CHECKING:
    from dragoman_client.running.awaiting import Awaiting
    from dragoman_client.running.blocking import Blocking

P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R", "Blocking", "Awaiting")
Mark = Any  # where a page begins: an offset, or the last item of the page before; None: the first


class Page(NamedTuple, Generic[T]):
    """Some of the items of a list."""

    items: list[T]
    next: Mark  # None: this is the last


class Resource(Generic[R]):
    """A part of a client: what can be done with documents, projects, memories and so on."""

    def __init__(self, connection: Connection, runner: R) -> None:
        self._connection = connection
        self._runner: R = runner

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._connection.url!r})"


class operation(Generic[P, T]):  # noqa: N801 - a decorator
    """A method written as a flow."""

    def __init__(self, flow: Callable[Concatenate[Any, P], Flow[T]]) -> None:
        self.flow = flow
        functools.update_wrapper(self, flow)  # type: ignore[arg-type]

    @overload
    def __get__(self, owner: None, kind: type[object]) -> operation[P, T]: ...
    @overload
    def __get__(self, owner: Resource[Blocking], kind: type[object]) -> Callable[P, T]: ...
    @overload
    def __get__(self, owner: Resource[Awaiting], kind: type[object]) -> Callable[P, Awaitable[T]]: ...
    def __get__(self, owner: Resource[Any] | None, kind: type[object]) -> Any:
        if owner is None:
            return self

        def method(*args: P.args, **kwargs: P.kwargs) -> Any:
            return owner._runner.run(self.flow(owner, *args, **kwargs))  # noqa: SLF001

        return _described(method, self.flow, owner)


class listing(Generic[P, T]):  # noqa: N801 - a decorator
    """A method that returns how to get a page: on a client, an iterator over the items of all pages."""

    def __init__(self, pages: Callable[Concatenate[Any, P], Callable[[Mark], Flow[Page[T]]]]) -> None:
        self.pages = pages
        functools.update_wrapper(self, pages)  # type: ignore[arg-type]

    @overload
    def __get__(self, owner: None, kind: type[object]) -> listing[P, T]: ...
    @overload
    def __get__(self, owner: Resource[Blocking], kind: type[object]) -> Callable[P, Iterator[T]]: ...
    @overload
    def __get__(self, owner: Resource[Awaiting], kind: type[object]) -> Callable[P, AsyncIterator[T]]: ...
    def __get__(self, owner: Resource[Any] | None, kind: type[object]) -> Any:
        if owner is None:
            return self
        runner = owner._runner  # noqa: SLF001
        iterate = _awaited if hasattr(runner, "is_awaited") else _blocking

        def method(*args: P.args, **kwargs: P.kwargs) -> Any:
            return iterate(runner, self.pages(owner, *args, **kwargs))

        return _described(method, self.pages, owner)


def _described(method: Callable[..., Any], definition: Any, owner: object) -> Callable[..., Any]:
    """Give a method the name, documentation and arguments of its definition, without `self`."""
    functools.update_wrapper(method, definition)
    method.__wrapped__ = definition.__get__(owner)  # type: ignore[attr-defined]
    return method


def _blocking(runner: Blocking, fetch: Callable[[Mark], Flow[Page[T]]]) -> Iterator[T]:
    mark = None
    while True:
        page = runner.run(fetch(mark))
        yield from page.items
        mark = page.next
        if mark is None:
            return


async def _awaited(runner: Awaiting, fetch: Callable[[Mark], Flow[Page[T]]]) -> AsyncIterator[T]:
    mark = None
    while True:
        page = await runner.run(fetch(mark))
        for item in page.items:
            yield item
        mark = page.next
        if mark is None:
            return
