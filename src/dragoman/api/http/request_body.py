"""Reading bodies: how large, how slow, in what coding, and how JSON is parsed (E2, E7, T4).

FastAPI's own parser lets through or breaks on lone surrogates, NaN, huge numbers and deep nesting, and reads
a body of any size; so the body is bounded while it streams, and parsed here.
"""

from __future__ import annotations

import asyncio
import codecs
import re
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Annotated, Any, Final

import orjson
from fastapi import Depends, Request, Response
from fastapi.routing import APIRoute
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dragoman.errors import FieldProblem, LimitExceeded, Malformed, RuleBroken, Unavailable
from dragoman.garbage_collection import without_collections
from dragoman.projects.linguists.exchange.model import LARGEST_FILE as LARGEST_PACKAGE
from dragoman.settings import Settings
from dragoman.termbases.imports import LARGEST_FILE

_PATIENCE: Final = 10.0  # seconds before a body's average rate is judged
_TEXT: Final = "/v2/translate"
_UPLOADS: Final = frozenset({"/v2/documents/translate", "/v2/documents/analyze"})
_MEMORY_FILES: Final = re.compile("/(?:provider|project)/v1/translation-memories/[0-9]+/imports")
_TERM_FILES: Final = re.compile("/(?:provider|project)/v1/term-bases/[0-9]+/imports")
_PROJECT_FILES: Final = re.compile("/project/v1/projects?/[^/]+/files?")
_PACKAGES: Final = re.compile("/provider/v1/projects/[0-9]+/translations/[0-9]+/xliff")
_DELIVERIES: Final = re.compile("/provider/v1/projects/[0-9]+/translations/[0-9]+/delivery/file")
_FORM_BYTES: Final = 1024 * 1024  # of a form around its file
_MOST_VALUES: Final = 20_000  # in a JSON body; the largest that clients have reason to send has some hundreds
_HEALTH_CHECKS: Final = frozenset({"/healthz", "/readyz"})


class Intake:
    """ASGI middleware that stops a body which is too large, too slow or compressed, while it arrives.

    While there is no room for more connections it lets only health checks pass: see `api.connection_table`.
    """

    def __init__(self, app: ASGIApp, *, settings: Settings) -> None:
        self._app = app
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on with a `receive` that raises as soon as a limit is crossed."""
        if scope["type"] == "http":
            if scope.get("state", {}).get("is_overloaded") and scope["path"] not in _HEALTH_CHECKS:
                raise Unavailable("Too many open connections. Try again in a moment.", retry_after=1)
            receive = _Body(scope, receive, self._settings).receive
        await self._app(scope, receive, send)


class _Body:
    """One request's body on its way in."""

    def __init__(self, scope: Scope, receive: Receive, settings: Settings) -> None:
        self._headers = Headers(scope=scope)
        self._receive = receive
        self._limits = _limits_for(scope, settings)
        self._limit = self._limits.size
        self._seconds = self._limits.seconds
        self._rate = settings.body_bytes_per_second
        self._started: float | None = None
        self._size = 0
        self._complete = False

    async def receive(self) -> Message:
        """The next piece, as ASGI's `receive` gives it. Raises `LimitExceeded` or `RuleBroken`."""
        if self._complete:  # waiting for the client to go away must not run into the deadline
            return await self._receive()
        if self._started is None:
            self._started = time.monotonic()
            self._refuse_at_once()
        try:
            async with asyncio.timeout(max(self._started + self._patience() - time.monotonic(), 0)):
                message = await self._receive()
        except TimeoutError:
            raise self._too_slow() from None
        if message["type"] == "http.request":
            self._count(message, seconds=time.monotonic() - self._started)
        return message

    def _count(self, message: Message, *, seconds: float) -> None:
        self._size += len(message.get("body", b""))
        if self._size > self._limit:
            raise self._too_large()
        if not message.get("more_body"):
            self._complete = True
        elif seconds > _PATIENCE and self._size < seconds * self._rate:
            raise self._too_slow()

    def _refuse_at_once(self) -> None:
        if self._headers.get("content-encoding", "identity").lower() not in {"", "identity"}:
            raise RuleBroken("Compressed bodies are not read. Send the body without Content-Encoding.")
        declared = self._headers.get("content-length", "").lstrip("0")
        if declared.isdecimal() and (len(declared) > 18 or int(declared) > self._limit):
            raise self._too_large()

    def _patience(self) -> float:
        """Seconds from the body's start until it is too slow, when nothing more of it comes."""
        return min(self._seconds, max(_PATIENCE, self._size / self._rate))

    def _too_large(self) -> LimitExceeded:
        return LimitExceeded(self._limits.refusal)

    def _too_slow(self) -> RuleBroken:
        return RuleBroken(
            f"The body did not arrive in time: a request has {self._seconds:g} seconds and at least "
            f"{self._rate} bytes a second. Send it again over a faster connection."
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Limits:
    """What a body may be."""

    size: int  # bytes
    seconds: float
    refusal: str  # said of a larger one


def _limits_for(scope: Scope, settings: Settings) -> _Limits:
    path: str = scope["path"].removeprefix(scope.get("root_path", ""))
    if _MEMORY_FILES.fullmatch(path):
        return _Limits(
            size=settings.max_memory_bytes + _FORM_BYTES,
            seconds=settings.upload_timeout_seconds,
            refusal=f"File too large: at most {settings.max_memory_bytes} bytes are accepted. Split it.",
        )
    if _TERM_FILES.fullmatch(path):
        return _Limits(
            size=LARGEST_FILE + _FORM_BYTES,
            seconds=settings.upload_timeout_seconds,
            refusal=f"File too large: at most {LARGEST_FILE} bytes are accepted. Split it.",
        )
    if _PACKAGES.fullmatch(path):
        return _Limits(
            size=LARGEST_PACKAGE + _FORM_BYTES,
            seconds=settings.upload_timeout_seconds,
            refusal=f"File too large: at most {LARGEST_PACKAGE} bytes are accepted.",
        )
    if path in _UPLOADS or _PROJECT_FILES.fullmatch(path) or _DELIVERIES.fullmatch(path):
        return _Limits(
            size=settings.max_document_bytes + _FORM_BYTES,
            seconds=settings.upload_timeout_seconds,
            refusal=f"Document too large: at most {settings.max_document_bytes} bytes are accepted. "
            "Split it.",
        )
    size = settings.max_json_bytes
    advice = "Send fewer or shorter segments" if path == _TEXT else "Send less"
    return _Limits(
        size=size,
        seconds=settings.body_timeout_seconds,
        refusal=f"The body is larger than {size} bytes. {advice} in each request.",
    )


class JsonRoute(APIRoute):
    """A route whose body is JSON whatever its Content-Type says, parsed strictly by `parse_json`."""

    def check_size(self, parsed: object, settings: Settings) -> None:  # noqa: ARG002 - for routes that override it
        """Refuse a body with too many values, before the time is spent that validating each would take."""
        check_values(parsed)

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Wrap FastAPI's handler so that it is given the body already parsed."""
        handler = super().get_route_handler()
        if self.body_field is None:
            return handler

        async def handle(request: Request) -> Response:
            body = await request.body()
            # Parsed before FastAPI takes over: it would turn our errors into a 400.
            parsed = parse_json(body) if body else None
            self.check_size(parsed, request.app.state.settings)
            return await handler(_JsonRequest(request, body, parsed))

        return handle


class _JsonRequest(Request):
    """A request that answers FastAPI's questions about its body from what was read and parsed."""

    def __init__(self, request: Request, body: bytes, parsed: object) -> None:
        # Clients forget the header (curl sends a form's): the path, not the header, says that it is JSON.
        headers = [(name, value) for name, value in request.scope["headers"] if name != b"content-type"]
        headers.append((b"content-type", b"application/json"))
        super().__init__({**request.scope, "headers": headers}, request.receive)
        self._body = body
        self._parsed = parsed

    async def json(self) -> Any:
        return self._parsed


def parse_json(body: bytes) -> object:
    """Parse a JSON body. Raises `Malformed` for anything but strict JSON in UTF-8 of a sane depth."""
    try:
        return without_collections(orjson.loads)(body)
    except orjson.JSONDecodeError as error:
        reason = _explain(error.msg, body)
        message = (
            f"The body is not valid JSON in UTF-8: line {error.lineno}, column {error.colno}: {reason}. "
            "Send a JSON object, not a form or a file"
        )
        raise Malformed([FieldProblem(location=("body",), message=message, kind="json_invalid")]) from None


def _explain(reason: str, body: bytes) -> str:
    """The parser's reason; of those that clients' programmers would not understand, another."""
    if body.startswith(codecs.BOM_UTF8):
        return "it begins with a byte order mark, which JSON has not"
    if "UTF-8" in reason:
        return "it is not UTF-8"
    return "the number is too large" if "infinity" in reason else reason


def check_values(parsed: object) -> None:
    """Refuse a JSON value that holds too many others, at any depth. Raises `Malformed`."""
    left = _MOST_VALUES
    waiting = [parsed]
    while waiting:
        value = waiting.pop()
        inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        left -= len(inside)
        if left < 0:
            message = f"The body holds more than {_MOST_VALUES} values. Send less in each request"
            raise Malformed([FieldProblem(location=("body",), message=message, kind="too_long")])
        waiting += (one for one in inside if isinstance(one, (dict, list)))


async def read_body(request: Request) -> bytes:
    """The whole body, as it came."""
    return await request.body()


RawBody = Annotated[bytes, Depends(read_body)]
