"""The texts that wait for one model, and its process: started when needed, started anew when it died.

No request is lost by a death: unanswered texts are sent again. Those that were being decoded are sent one by
one, with nothing beside them, and one at which the process ends again and again has no translation.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from dragoman import telemetry
from dragoman.engines.ctranslate2.model_child import ModelChild
from dragoman.engines.engine import EngineTimedOut, EngineUnavailable
from dragoman.model_process import protocol
from dragoman.model_process.protocol import WorkAnswer, WorkMessage, WorkText

_DEATHS: Final = 3
_TIMEOUTS: Final = 2
_FRUITLESS: Final = 9  # processes that ended one after the other without a single answer
_USELESS: Final = 3  # the same, of a model that has never answered: it is not the texts
_AT_ONCE: Final = 64  # texts of one message, so that others' come between

GIVEN_UP: Final = "given_up"  # fault of a text at which the process ended again and again
_numbers = itertools.count(1)
_requests = itertools.count(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkOptions:
    """What the texts of a request have in common."""

    owner: str
    source: str
    target: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    prefix: tuple[str, ...]
    beam: int


@dataclass(eq=False, slots=True)
class _PendingText:
    """A text without an answer."""

    number: int
    content: WorkText
    request: _Request
    failures: int = 0
    timeouts: int = 0


@dataclass(eq=False, slots=True)
class _Request:
    """A call that waits."""

    number: int
    options: WorkOptions
    future: asyncio.Future[list[WorkAnswer]]
    answers: dict[int, WorkAnswer] = field(default_factory=dict)
    texts: list[_PendingText] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunnerEvents:
    """Callbacks to the pool."""

    need_process: Callable[[ModelRunner], None]
    lost: Callable[[ModelRunner, str], None]  # and why
    drained: Callable[[ModelRunner], None]  # has nothing left to do


class ModelRunner:
    """One model. Belongs to one event loop."""

    def __init__(self, name: str, *, events: RunnerEvents) -> None:
        self.name = name
        self.child: ModelChild | None = None
        self.is_starting = False
        self.is_draining = False  # gets no more work; closed when it has answered
        self.memory = 0  # bytes, measured; while it runs
        self._events = events
        self._pending: dict[int, _PendingText] = {}  # without an answer
        self._unsent: dict[int, _PendingText] = {}  # of them
        self._suspects: list[_PendingText] = []  # to be sent one by one
        self._alone: _PendingText | None = None
        self._fruitless = 0
        self._has_answered = False
        self._timed_out = False

    @property
    def is_idle(self) -> bool:
        """Whether nothing is at its process."""
        return len(self._unsent) == len(self._pending)

    @property
    def is_waiting(self) -> bool:
        """Whether texts wait to be sent."""
        return bool(self._unsent)

    async def translate(self, texts: Sequence[WorkText], options: WorkOptions) -> list[WorkAnswer]:
        """The answers to texts (their ids do not matter), in order. Raises `EngineUnavailable`."""
        request = _Request(next(_requests), options, asyncio.get_running_loop().create_future())
        for content in texts:
            number = next(_numbers)
            text = _PendingText(number, {**content, "id": number}, request)
            request.texts.append(text)
            self._pending[number] = self._unsent[number] = text
        if not texts:
            return []
        self.pump()
        try:
            answers = await request.future
        except asyncio.CancelledError:
            self._forget(request)
            raise
        if answers and all(answer.get("fault") == GIVEN_UP for answer in answers):
            kind = EngineTimedOut if self._timed_out else EngineUnavailable
            raise kind(f"The model {self.name} fails at this text, again and again.")
        return answers

    def pump(self) -> None:
        """Send what waits; request a process where there is none."""
        if not self.is_waiting:
            return
        if self.child is None:
            if not self.is_starting:
                self.is_starting = True
                self._events.need_process(self)
            return
        if self.is_draining:
            return
        if self._suspects:
            self._send_alone()
            return
        by_request: dict[_Request, list[_PendingText]] = {}
        for text in self._unsent.values():
            by_request.setdefault(text.request, []).append(text)
        for request, texts in by_request.items():
            for start in range(0, len(texts), _AT_ONCE):
                self._send(request, texts[start : start + _AT_ONCE])

    def started(self, child: ModelChild) -> None:
        """A process is there."""
        self.child = child
        self.is_starting = self.is_draining = False
        self.pump()

    def fail_all(self, error: EngineUnavailable) -> None:
        """Fail everything that waits."""
        self.is_starting = False
        requests = {text.request for text in self._pending.values()}
        self._pending.clear()
        self._unsent.clear()
        self._suspects.clear()
        self._alone = None
        for request in requests:
            if not request.future.done():
                request.future.set_exception(error)

    def answered(self, child: ModelChild, answers: Sequence[WorkAnswer]) -> None:
        """Answers came."""
        if child is not self.child:
            return
        self._fruitless = 0
        self._has_answered = True
        for answer in answers:
            if (text := self._pending.get(answer["id"])) is not None:
                self._answer(text, answer)
        if self.is_draining and self.is_idle:
            self._events.drained(self)
        self.pump()

    def ended(self, child: ModelChild, reason: str) -> None:
        """The process died or hung: send what it has not answered again."""
        if child is not self.child:
            return
        self.child = None
        self.memory = 0
        self._events.lost(self, reason)
        self._timed_out = reason == "timeout"
        self._fruitless += 1 if self._pending else 0
        suspects = [text for number in child.begun() if (text := self._pending.get(number)) is not None]
        if self._alone is not None and not suspects:
            suspects = [self._alone]
        self._alone = None
        self._unsent = dict(self._pending)
        for text in suspects:
            self._suspect(text, reason)
        if self._fruitless >= (_FRUITLESS if self._has_answered else _USELESS):
            self._fruitless = 0
            self.fail_all(EngineUnavailable(f"The process of the model {self.name} ends again and again."))
        if self.is_draining:
            self._events.drained(self)
        self.pump()

    def close_process(self) -> None:
        """End the process; what it had is sent to the next one."""
        if self.child is not None:
            self.child.close()
            self.child = None
        self.memory = 0
        self.is_draining = False
        self._alone = None
        self._unsent = dict(self._pending)

    def _suspect(self, text: _PendingText, reason: str) -> None:
        text.failures += 1
        text.timeouts += reason == "timeout"
        if text.failures >= _DEATHS or text.timeouts >= _TIMEOUTS:
            telemetry.log().warning("neural.text_given_up", model=self.name, reason=reason)
            self._answer(text, {"id": text.number, "fault": GIVEN_UP})
        elif text not in self._suspects:
            self._suspects.append(text)

    def _send_alone(self) -> None:
        """Send one suspect, when the process has nothing else. Until it is answered nothing joins it."""
        if self._alone is None and self.is_idle:
            self._alone = self._suspects[0]
            self._send(self._alone.request, [self._alone], alone=True)

    def _send(self, request: _Request, texts: Sequence[_PendingText], *, alone: bool = False) -> None:
        assert self.child is not None
        options = request.options
        contents: list[WorkText] = [text.content for text in texts]
        if alone:
            contents = [{**content, "alone": True} for content in contents]
        for text in texts:
            self._unsent.pop(text.number, None)
        self.child.send(
            WorkMessage(
                kind=protocol.WORK,
                request=request.number,
                owner=options.owner,
                source=options.source,
                target=options.target,
                before=list(options.before),
                after=list(options.after),
                prefix=list(options.prefix),
                beam=options.beam,
                texts=contents,
            )
        )

    def _answer(self, text: _PendingText, answer: WorkAnswer) -> None:
        self._drop(text)
        request = text.request
        request.answers[text.number] = answer
        if len(request.answers) == len(request.texts) and not request.future.done():
            request.future.set_result([request.answers[one.number] for one in request.texts])

    def _forget(self, request: _Request) -> None:
        """Drop the texts of a request whose caller is gone."""
        numbers = [text.number for text in request.texts if text.number in self._pending]
        for text in request.texts:
            self._drop(text)
        if self.child is not None and numbers:
            self.child.cancel(request.number, numbers)
        if self.is_draining and self.is_idle:
            self._events.drained(self)
        self.pump()

    def _drop(self, text: _PendingText) -> None:
        self._pending.pop(text.number, None)
        self._unsent.pop(text.number, None)
        if text in self._suspects:
            self._suspects.remove(text)
        if self._alone is text:
            self._alone = None
