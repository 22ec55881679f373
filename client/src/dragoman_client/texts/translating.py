"""The flows that translate texts: groups of texts, parts of long ones, results put together again."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeAlias

from dragoman_client import errors
from dragoman_client.flows import Flow, together
from dragoman_client.records import read
from dragoman_client.sending import Call, Connection, call_json
from dragoman_client.texts.batches import check_text, group
from dragoman_client.texts.requests import TextRequest
from dragoman_client.texts.results import Explanation, Limits, Translation
from dragoman_client.texts.splitting import split_text

_LIMITS: Final = ("segments", "segment_characters", "characters", "body_bytes", "targets")
Translations = dict[str, Translation]  # of one text, by target
NumberedGroup: TypeAlias = tuple[int, Sequence[str]]  # the index of its first text, and its texts


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupOutcome:
    """What became of a group of texts: translations, or why there are none. Without both it was not sent."""

    start: int  # index of its first text
    results: Sequence[Translations] = ()
    error: errors.DragomanError | None = None


class GroupTranslator:
    """Translates groups of texts at the same time.

    When one fails no further one is begun. Those under way are waited for, because they are paid.
    """

    def __init__(self, connection: Connection, request: TextRequest) -> None:
        self._connection = connection
        self._request = request
        self._has_failed = False
        self._source_error: Exception | None = None

    def number(self, groups: Iterable[Sequence[str]]) -> Iterator[NumberedGroup]:
        """The groups with the index of their first text, until one fails or no more can be taken."""
        start = 0
        try:
            for texts in groups:
                if self._has_failed:
                    return
                yield start, texts
                start += len(texts)
        except Exception as error:  # raised by `check`: what was sent before is given first
            self._source_error = error

    async def number_as_they_come(self, groups: AsyncIterable[Sequence[str]]) -> AsyncIterator[NumberedGroup]:
        """As `number`."""
        start = 0
        try:
            async for texts in groups:
                if self._has_failed:
                    return
                yield start, texts
                start += len(texts)
        except Exception as error:
            self._source_error = error

    def translate(self, numbered: NumberedGroup) -> Flow[GroupOutcome]:
        """Translate a group, unless another one has failed before."""
        start, texts = numbered
        if self._has_failed:
            return GroupOutcome(start=start)
        try:
            results = yield from translate_group(self._connection, texts, self._request)
        except errors.DragomanError as error:
            self._has_failed = True
            return GroupOutcome(start=start, error=error)
        return GroupOutcome(start=start, results=results)

    def check(self, outcomes: Sequence[GroupOutcome]) -> None:
        """Raise the first error of these outcomes, with the translations of the others as completed."""
        for error in (one.error for one in outcomes if one.error is not None):
            done = [pair for one in outcomes for pair in enumerate(one.results, one.start)]
            error.completed_by_target = {
                target: {index: found[target] for index, found in done} for target in self._request.targets
            }
            error.completed = error.completed_by_target[self._request.targets[0]]
            raise error
        if self._source_error is not None:
            raise self._source_error


def translate_texts(
    connection: Connection, texts: Sequence[str], request: TextRequest
) -> Flow[list[Translations]]:
    """Translate any number of texts of any length, in order.

    When a request fails for good, its exception has the texts that were translated in `completed`.
    """
    several = len(texts) > 1
    checked = [check_text(text, index if several else None) for index, text in enumerate(texts)]
    groups = list(group(checked, connection.limits, len(request.targets)))
    translator = GroupTranslator(connection, request)
    flows = [partial(translator.translate, one) for one in translator.number(groups)]
    outcomes = yield from together(flows, at_once=connection.options.concurrency)
    translator.check(outcomes)
    return list(itertools.chain.from_iterable(one.results for one in outcomes))


def translate_group(
    connection: Connection, texts: Sequence[str], request: TextRequest
) -> Flow[list[Translations]]:
    """Translate texts that one request can hold, or one text that is longer than that."""
    limits = connection.limits
    parts = [split_text(text, limits.segment_characters) for text in texts]
    batches = list(group(itertools.chain.from_iterable(parts), limits, len(request.targets)))
    try:
        flows = [partial(_translate_batch, connection, batch, request) for batch in batches]
        answers = yield from together(flows, at_once=connection.options.concurrency)
    except errors.ValidationError as error:
        if error.problems or not (yield from _has_lower_limits(connection, limits)):
            raise
        return (yield from translate_group(connection, texts, request))
    results = itertools.chain.from_iterable(answers)
    return [_join(list(itertools.islice(results, len(own))), request) for own in parts]


def by_target(results: Sequence[Translations], request: TextRequest, *, single: bool) -> dict[str, Any]:
    """Translations by target: of a single text, or lists."""
    if single:
        return {target: results[0][target] for target in request.targets}
    return {target: [one[target] for one in results] for target in request.targets}


def _translate_batch(
    connection: Connection, texts: Sequence[str], request: TextRequest
) -> Flow[list[Translations]]:
    query = {"explain": "true"} if request.explain else {}
    wanted = Call(method="POST", path="/v2/translate", query=query, json=request.body(texts))
    answer = yield from call_json(connection, wanted)
    items = answer.get("translations") if isinstance(answer, dict) else None
    if not isinstance(items, list) or len(items) != len(texts):
        raise errors.UnexpectedAnswerError(
            f"{connection.url}/v2/translate answered with {len(items) if isinstance(items, list) else 'no'} "
            f"translations for {len(texts)} texts."
        )
    source = answer.get("detectedSource") or request.source
    return [_read_item(item, request, source) for item in items]


def _read_item(item: Any, request: TextRequest, source: str) -> Translations:
    """The translations of one text, by target."""
    try:
        texts = item["translations"] if request.several else {request.targets[0]: item["translation"]}
        details = item.get("details", {}) if request.several else {request.targets[0]: item}
        pairs = [(target, texts[target]) for target in request.targets]
    except (KeyError, TypeError):
        raise errors.UnexpectedAnswerError("The server's answer lacks a translation.") from None
    return {
        target: Translation(
            text=text,
            source=source,
            target=target,
            explanation=read(Explanation, details.get(target, {})) if request.explain else None,
        )
        for target, text in pairs
    }


def _join(parts: Sequence[Translations], request: TextRequest) -> Translations:
    """The translations of one text from those of its parts."""
    if len(parts) == 1:
        return parts[0]
    return {target: _joined([part[target] for part in parts]) for target in request.targets}


def _joined(parts: Sequence[Translation]) -> Translation:
    explained = [part.explanation for part in parts if part.explanation is not None]
    explanation = None
    if explained:
        explanation = Explanation(
            origin=explained[0].origin,
            engine=explained[0].engine,
            memory=explained[0].memory,
            terms=tuple(itertools.chain.from_iterable(one.terms for one in explained)),
            issues=tuple(itertools.chain.from_iterable(one.issues for one in explained)),
        )
    return Translation(
        text="".join(part.text for part in parts),
        source=parts[0].source,
        target=parts[0].target,
        explanation=explanation,
    )


def _has_lower_limits(connection: Connection, used: Limits) -> Flow[bool]:
    """Ask once for the server's limits, after a refusal; whether they are lower than those that were used."""
    if not connection.limits_are_told:
        connection.limits_are_told = True
        try:
            answer = yield from call_json(connection, Call(method="GET", path="/v2/limits"))
        except errors.RequestRefusedError:
            return False  # a server of this interface without them has those of clause T2
        connection.limits = read(Limits, answer)
    told = connection.limits
    return any(getattr(told, name) < getattr(used, name) for name in _LIMITS)
