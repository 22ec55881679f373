"""Reading bodies: how large, how slow, in what coding, and how JSON is parsed (E2, E7, T4).

FastAPI's own parser lets through or breaks on lone surrogates, NaN, huge numbers and deep nesting, and reads
a body of any size; so the body is bounded while it streams, and parsed here.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any, Final

import orjson
from fastapi import Request, Response
from fastapi.routing import APIRoute
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dragoman.api.context import ClientGone
from dragoman.errors import FieldProblem, LimitExceeded, Malformed, RuleBroken
from dragoman.settings import Settings

_PATIENCE: Final = 10.0  # seconds before a body's average rate is judged


class Intake:
    """ASGI middleware that stops a body which is too large, too slow or compressed, while it arrives."""

    def __init__(self, app: ASGIApp, *, settings: Settings) -> None:
        self._app = app
        self._limit = settings.max_json_bytes
        self._deadline = settings.body_timeout_seconds
        self._rate = settings.body_bytes_per_second

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on with a `receive` that raises as soon as a limit is crossed."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        started: float | None = None
        size = 0

        async def bounded_receive() -> Message:
            nonlocal started, size
            if started is None:
                started = time.monotonic()
                self._refuse_at_once(headers)
            left = started + self._deadline - time.monotonic()
            try:
                async with asyncio.timeout(max(left, 0)):
                    message = await receive()
            except TimeoutError:
                raise self._too_slow() from None
            if message["type"] == "http.request":
                size += len(message.get("body", b""))
                if size > self._limit:
                    raise self._too_large()
                seconds = time.monotonic() - started
                if message.get("more_body") and seconds > _PATIENCE and size < seconds * self._rate:
                    raise self._too_slow()
            return message

        # Once the body is in, waiting for the client to disconnect must not run into the deadline.
        complete = False

        async def receive_then_wait() -> Message:
            nonlocal complete
            if complete:
                return await receive()
            message = await bounded_receive()
            complete = message["type"] == "http.request" and not message.get("more_body")
            return message

        await self._app(scope, receive_then_wait, send)

    def _refuse_at_once(self, headers: Headers) -> None:
        if headers.get("content-encoding", "identity").lower() not in {"", "identity"}:
            raise RuleBroken("Compressed bodies are not read. Send the body without Content-Encoding.")
        declared = headers.get("content-length", "")
        if declared.isdecimal() and (len(declared) > 18 or int(declared) > self._limit):
            raise self._too_large()

    def _too_large(self) -> LimitExceeded:
        return LimitExceeded(
            f"The body is larger than {self._limit} bytes. Send fewer or shorter segments in each request."
        )

    def _too_slow(self) -> RuleBroken:
        return RuleBroken(
            f"The body did not arrive in time: a request has {self._deadline:g} seconds and at least "
            f"{self._rate} bytes a second. Send it again over a faster connection."
        )


class JsonRoute(APIRoute):
    """A route whose body is JSON whatever its Content-Type says, parsed strictly by `parse_json`."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Wrap FastAPI's handler so that it is given the body already parsed."""
        handler = super().get_route_handler()
        if self.body_field is None:
            return handler

        async def handle(request: Request) -> Response:
            body = await _read(request)
            # Parsed before FastAPI takes over: it would turn our errors into a 400.
            return await handler(_JsonRequest(request, body, parse_json(body) if body else None))

        return handle


async def _read(request: Request) -> bytes:
    body = bytearray()
    while True:
        message = await request.receive()
        if message["type"] != "http.request":
            raise ClientGone
        body += message.get("body", b"")
        if not message.get("more_body"):
            return bytes(body)


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
        return orjson.loads(body)
    except orjson.JSONDecodeError as error:
        message = f"The body is not valid JSON in UTF-8: {error.msg}"
        problem = FieldProblem(location=("body", error.pos), message=message, kind="json_invalid")
        raise Malformed([problem]) from None
