"""`Client`: calls that block. `async_client` has the same methods, to be awaited."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Self, Unpack, overload

from dragoman_client.calls import Calls
from dragoman_client.errors import DragomanError
from dragoman_client.options import Options
from dragoman_client.texts.batches import check_text, group
from dragoman_client.texts.requests import TextOptions, TextRequest, make_request
from dragoman_client.texts.results import Translation
from dragoman_client.texts.translating import (
    GroupOutcome,
    GroupTranslator,
    Translations,
    by_target,
    translate_texts,
)

if TYPE_CHECKING:  # a name in a string
    from dragoman_client.events import AccountEvent, EventOptions
    from dragoman_client.running.blocking import Blocking


class Client(Calls["Blocking"]):
    """A client that blocks. It may be used by many threads; `with Client(…) as client:` closes it.

    Without an address and credentials those of the environment are taken (`DRAGOMAN_URL`,
    `DRAGOMAN_CLIENT_ID`, `DRAGOMAN_CLIENT_SECRET` or `DRAGOMAN_TOKEN`, `DRAGOMAN_TOKEN_URL`), else those of
    `dragoman login`.
    """

    def _open_runner(self, options: Options) -> Blocking:
        from dragoman_client.running.blocking import Blocking  # noqa: PLC0415 - the HTTP library, when it is used

        return Blocking(options)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        self._runner.close()

    @overload
    def translate(  # type: ignore[overload-overlap]
        self, text: str, *, target: str, source: str = ..., **options: Unpack[TextOptions]
    ) -> Translation: ...
    @overload
    def translate(  # type: ignore[overload-overlap]
        self, text: Sequence[str], *, target: str, source: str = ..., **options: Unpack[TextOptions]
    ) -> list[Translation]: ...
    @overload
    def translate(
        self, text: Iterable[str], *, target: str, source: str = ..., **options: Unpack[TextOptions]
    ) -> Iterator[Translation]: ...
    def translate(
        self,
        text: str | Iterable[str],
        *,
        target: str,
        source: str = "auto",
        **options: Unpack[TextOptions],
    ) -> Any:
        """Translate a text, a list of texts, or what an iterator gives: of any length and number.

        The answer has the same shape, in the same order: a `Translation`, a list of them, or an iterator that
        begins to give them while texts are still taken. Texts that are too long for a request are parted
        at ends of paragraphs and sentences and put together again.

        When a call fails for good, no further request is sent, those under way are waited for, and its
        exception has what was translated in `completed`; of an iterator, what it has not given yet.
        """
        request = make_request(source, target, options)
        if isinstance(text, str):
            return self._runner.run(translate_texts(self._connection, [text], request))[0][target]
        if isinstance(text, Sequence):
            results = self._runner.run(translate_texts(self._connection, text, request))
            return [one[target] for one in results]
        return (one[target] for one in self._translate_each(text, request))

    @overload
    def translate_into(  # type: ignore[overload-overlap]
        self, text: str, *, targets: Sequence[str], source: str = ..., **options: Unpack[TextOptions]
    ) -> dict[str, Translation]: ...
    @overload
    def translate_into(
        self,
        text: Sequence[str],
        *,
        targets: Sequence[str],
        source: str = ...,
        **options: Unpack[TextOptions],
    ) -> dict[str, list[Translation]]: ...
    def translate_into(
        self,
        text: str | Sequence[str],
        *,
        targets: Sequence[str],
        source: str = "auto",
        **options: Unpack[TextOptions],
    ) -> Any:
        """Translate a text or a list of texts into several languages: by language, what `translate` gives.

        When a call fails for good, its exception has what was translated in `completed_by_target`.
        """
        request = make_request(source, targets, options)
        texts = [text] if isinstance(text, str) else text
        results = self._runner.run(translate_texts(self._connection, texts, request))
        return by_target(results, request, single=isinstance(text, str))

    def events(self, **wanted: Unpack[EventOptions]) -> Iterator[AccountEvent]:
        """The account's events as they happen, without end: `for event in client.events(): …`.

        When the connection breaks, it goes on behind the last event: none comes twice, none is left out.
        To go on in another process, keep the `position` of the last one and give it as `after`. Raises
        `RequestRefusedError` (410) where events behind it are no longer kept.
        """
        from dragoman_client.events import EventSession  # noqa: PLC0415 - of receivers alone

        session = EventSession(self._connection, wanted)
        while True:
            failure: DragomanError | None = None
            try:
                request = self._runner.run(session.open())
                with self._runner.open_stream(request) as (answer, parts):
                    session.accept(answer)
                    for part in parts:
                        yield from session.feed(part)
            except DragomanError as error:
                failure = error
            self._runner.run(session.recover(failure))

    def _translate_each(self, texts: Iterable[str], request: TextRequest) -> Iterator[Translations]:
        checked = (check_text(text, index) for index, text in enumerate(texts))
        groups = group(checked, self._connection.limits, len(request.targets))
        translator = GroupTranslator(self._connection, request)
        at_once = self._connection.options.concurrency
        failed: list[GroupOutcome] = []  # the first that failed, and those behind it
        for outcome in self._runner.stream(translator.number(groups), translator.translate, at_once=at_once):
            if failed or outcome.error is not None:
                failed.append(outcome)
            else:
                yield from outcome.results
        translator.check(failed)
