"""`AsyncClient`: calls that are awaited. `client` has the same methods, which block."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Self, Unpack, overload

from dragoman_client.calls import Calls
from dragoman_client.errors import DragomanError
from dragoman_client.options import Options
from dragoman_client.texts.batches import group_as_they_come
from dragoman_client.texts.requests import TextOptions, TextRequest, make_request
from dragoman_client.texts.results import Translation
from dragoman_client.texts.translating import (
    GroupOutcome,
    GroupTranslator,
    by_target,
    translate_texts,
)

if TYPE_CHECKING:  # a name in a string
    from dragoman_client.events import AccountEvent, EventOptions
    from dragoman_client.running.awaiting import Awaiting


class AsyncClient(Calls["Awaiting"]):
    """A client whose calls are awaited, in asyncio. `async with AsyncClient(…) as client:` closes it.

    It has the methods of `Client`, under the same names. The environment and `dragoman login` count likewise.
    """

    def _open_runner(self, options: Options) -> Awaiting:
        from dragoman_client.running.awaiting import Awaiting  # noqa: PLC0415 - the HTTP library, when it is used

        return Awaiting(options)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close all connections."""
        await self._runner.close()

    @overload
    def translate(  # type: ignore[overload-overlap]
        self, text: str, *, target: str, source: str = ..., **options: Unpack[TextOptions]
    ) -> Awaitable[Translation]: ...
    @overload
    def translate(  # type: ignore[overload-overlap]
        self, text: Sequence[str], *, target: str, source: str = ..., **options: Unpack[TextOptions]
    ) -> Awaitable[list[Translation]]: ...
    @overload
    def translate(
        self,
        text: Iterable[str] | AsyncIterable[str],
        *,
        target: str,
        source: str = ...,
        **options: Unpack[TextOptions],
    ) -> AsyncIterator[Translation]: ...
    def translate(
        self,
        text: str | Iterable[str] | AsyncIterable[str],
        *,
        target: str,
        source: str = "auto",
        **options: Unpack[TextOptions],
    ) -> Any:
        """Translate a text, a list of texts, or what an iterator gives: as `Client.translate`.

        A text and a list are awaited; an iterator, of either kind, is answered with an asynchronous iterator.
        """
        request = make_request(source, target, options)
        if isinstance(text, str):
            return self._translate_one(text, request)
        if isinstance(text, Sequence):
            return self._translate_list(text, request)
        return self._translate_each(text, request)

    @overload
    def translate_into(  # type: ignore[overload-overlap]
        self, text: str, *, targets: Sequence[str], source: str = ..., **options: Unpack[TextOptions]
    ) -> Awaitable[dict[str, Translation]]: ...
    @overload
    def translate_into(
        self,
        text: Sequence[str],
        *,
        targets: Sequence[str],
        source: str = ...,
        **options: Unpack[TextOptions],
    ) -> Awaitable[dict[str, list[Translation]]]: ...
    async def translate_into(
        self,
        text: str | Sequence[str],
        *,
        targets: Sequence[str],
        source: str = "auto",
        **options: Unpack[TextOptions],
    ) -> Any:
        """Translate a text or a list of texts into several languages: by language, what `translate` gives."""
        request = make_request(source, targets, options)
        texts = [text] if isinstance(text, str) else text
        results = await self._runner.run(translate_texts(self._connection, texts, request))
        return by_target(results, request, single=isinstance(text, str))

    async def events(self, **wanted: Unpack[EventOptions]) -> AsyncIterator[AccountEvent]:
        """The account's events as they happen: as `Client.events`, with `async for`."""
        from dragoman_client.events import EventSession  # noqa: PLC0415 - of receivers alone

        session = EventSession(self._connection, wanted)
        while True:
            failure: DragomanError | None = None
            try:
                request = await self._runner.run(session.open())
                async with self._runner.open_stream(request) as (answer, parts):
                    session.accept(answer)
                    async for part in parts:
                        for event in session.feed(part):
                            yield event
            except DragomanError as error:
                failure = error
            await self._runner.run(session.recover(failure))

    async def _translate_one(self, text: str, request: TextRequest) -> Translation:
        return (await self._translate_list([text], request))[0]

    async def _translate_list(self, texts: Sequence[str], request: TextRequest) -> list[Translation]:
        results = await self._runner.run(translate_texts(self._connection, texts, request))
        return [one[request.targets[0]] for one in results]

    async def _translate_each(
        self, texts: Iterable[str] | AsyncIterable[str], request: TextRequest
    ) -> AsyncIterator[Translation]:
        groups = group_as_they_come(texts, self._connection.limits, len(request.targets))
        translator = GroupTranslator(self._connection, request)
        numbered = translator.number_as_they_come(groups)
        at_once = self._connection.options.concurrency
        failed: list[GroupOutcome] = []  # the first that failed, and those behind it
        async for outcome in self._runner.stream(numbered, translator.translate, at_once=at_once):
            if failed or outcome.error is not None:
                failed.append(outcome)
                continue
            for one in outcome.results:
                yield one[request.targets[0]]
        translator.check(failed)
