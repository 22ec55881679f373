"""One call to `/chat/completions`, with what the server has shown to understand.

Servers differ in the parameters that they take. What one refuses is left out from then on.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from dragoman.engines.http.answers import get_list, get_object
from dragoman.engines.http.chat.prompt import SCHEMA
from dragoman.engines.http.client import ServiceClient, post
from dragoman.engines.http.configuration import ServiceConfiguration
from dragoman.engines.http.failures import CallFailure, ServiceFailed, not_understood

_PATH: Final = "/chat/completions"
_ADAPTED: Final = frozenset({400, 404, 415, 422, 500, 501})
_MOST_ADAPTIONS: Final = 6
_TOO_LONG: Final = (
    "context length",
    "context_length",
    "context size",
    "maximum context",
    "too many tokens",
    "too long",
)
_FILTERED: Final = ("content_filter", "content management policy", "safety")


class OutputFormat(enum.StrEnum):
    """How a server is told the form of the answer."""

    SCHEMA = "schema"
    OBJECT = "object"
    OFF = "off"  # by the task alone


class LimitName(enum.StrEnum):
    """How a server is told how long the answer may be."""

    MAX_TOKENS = "max_tokens"
    MAX_COMPLETION_TOKENS = "max_completion_tokens"
    NONE = "none"


_FOLLOWING: Final = {OutputFormat.SCHEMA: OutputFormat.OBJECT, OutputFormat.OBJECT: OutputFormat.OFF}


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerFeatures:
    """What a server takes."""

    output: OutputFormat = OutputFormat.SCHEMA
    limit: LimitName = LimitName.MAX_TOKENS
    parameters: tuple[tuple[str, Any], ...] = ()  # such as the temperature


class TooMuch(Exception):
    """The batch or its answer is longer than the model can have, or a text of it is refused: send less."""

    def __init__(self, *, is_cut: bool = False) -> None:
        super().__init__()
        self.is_cut = is_cut  # the answer was longer than it was allowed to be


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """What a model wrote."""

    content: str
    features: ServerFeatures


class ChatServer:
    """A server, and what was learned of it."""

    def __init__(self, configuration: ServiceConfiguration, secret: str | None) -> None:
        options = configuration.options
        wanted = options.get("structured_output", "auto")
        self._is_fixed = wanted != "auto"
        self._model = configuration.model or ""
        self._headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        sent = {name: options[name] for name in ("top_p", "seed", "reasoning_effort") if name in options}
        self._features = ServerFeatures(
            output=OutputFormat(str(wanted)) if self._is_fixed else OutputFormat.SCHEMA,
            parameters=(("temperature", options.get("temperature", 0)), *sent.items()),
        )

    async def complete(
        self, client: ServiceClient, messages: Sequence[Mapping[str, str]], *, tokens: int
    ) -> str:
        """What the model answers. Raises `TooMuch` and `ServiceFailed`."""
        features = self._features
        failure: ServiceFailed | None = None
        for _ in range(_MOST_ADAPTIONS):
            try:
                answer = await client.fetch(
                    post(_PATH, self._body(messages, tokens, features), headers=self._headers)
                )
            except ServiceFailed as error:
                failure = failure or error
                simpler = self._adapt(features, error)
                if simpler is None:
                    break
                features = simpler
                continue
            self._features = features
            return _read_content(answer)
        raise _name_refusal(failure) from None

    def _body(
        self, messages: Sequence[Mapping[str, str]], tokens: int, features: ServerFeatures
    ) -> dict[str, Any]:
        body: dict[str, Any] = {"model": self._model, "messages": list(messages), "stream": False}
        body.update(features.parameters)
        if features.limit is not LimitName.NONE:
            body[str(features.limit)] = tokens
        if features.output is OutputFormat.SCHEMA:
            body["response_format"] = {
                "type": "json_schema",
                "json_schema": {"name": "translations", "strict": True, "schema": SCHEMA},
            }
        elif features.output is OutputFormat.OBJECT:
            body["response_format"] = {"type": "json_object"}
        return body

    def _adapt(self, features: ServerFeatures, error: ServiceFailed) -> ServerFeatures | None:
        """Features without what the server refused; None where that was something else."""
        if error.status not in _ADAPTED:
            return None
        reason = error.reason.lower()
        if any(words in reason for words in (*_TOO_LONG, *_FILTERED)):
            raise TooMuch
        if features.limit is LimitName.MAX_TOKENS and "max_tokens" in reason:
            return replace(features, limit=LimitName.MAX_COMPLETION_TOKENS)
        if features.limit is LimitName.MAX_COMPLETION_TOKENS and "max_completion_tokens" in reason:
            return replace(features, limit=LimitName.NONE)
        refused = {name for name, _ in features.parameters if name in reason}
        if refused:
            left = tuple(one for one in features.parameters if one[0] not in refused)
            return replace(features, parameters=left)
        is_unclear = error.status == 500 and "format" not in reason and "schema" not in reason
        following = None if self._is_fixed or is_unclear else _FOLLOWING.get(features.output)
        return replace(features, output=following) if following is not None else None


def _name_refusal(failure: ServiceFailed | None) -> ServiceFailed:
    """What to tell the operator of a refusal that no other form of the request changed."""
    if failure is None:
        return not_understood("The model's server answered in no form that was tried.")
    if failure.status == 404:
        message = (
            "The server has no such model or no /chat/completions (status 404). Check address and model."
        )
        return ServiceFailed(message, failure=CallFailure.NOT_UNDERSTOOD, status=404, reason=failure.reason)
    if failure.status == 402:
        message = "The account at the service has no money left (status 402)."
        return ServiceFailed(message, failure=CallFailure.QUOTA_USED, status=402, reason=failure.reason)
    return failure


def _read_content(answer: object) -> str:
    choices = get_list(answer, "choices")
    if not choices:
        raise not_understood("The model's server answered without a choice.")
    choice = get_object(choices[0])
    message = get_object(choice.get("message"))
    content = message.get("content")
    reason = str(choice.get("finish_reason"))
    if reason in {"length", "content_filter"}:
        raise TooMuch(is_cut=reason == "length")
    if isinstance(content, str):
        return content
    if isinstance(message.get("refusal"), str) or content is None:
        raise TooMuch
    raise not_understood("The model's server answered with something else than text.")
