"""Body limits: stop a body that is too large, too slow or compressed while it arrives (E7).

The route declares the limit, see `route_policy`. Nothing is read before the route asks for the body.
"""

from __future__ import annotations

import asyncio
import time
from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dragoman.errors import LimitExceeded, RuleBroken, Unavailable
from dragoman.http.route_policy import BodyBounds, policy_of
from dragoman.settings import Settings

_UNRATED_SECONDS: Final = 10.0  # at the start of a body: its average rate is not judged yet


class BodyLimits:
    """ASGI middleware that applies the body limit of the route.

    A connection beyond the limits is answered only for health checks: see `connection_table`.
    """

    def __init__(self, app: ASGIApp, *, settings: Settings) -> None:
        self._app = app
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on with a `receive` that raises as soon as a limit is crossed."""
        if scope["type"] == "http":
            policy = policy_of(scope)
            if scope["state"].get("is_overloaded") and not policy.is_health_check:
                raise Unavailable("Too many open connections. Try again in a second.", retry_after=1)
            bounds = policy.body.bounds(self._settings)
            rate = self._settings.body_bytes_per_second
            receive = _Body(scope, receive, bounds=bounds, rate=rate).receive
        await self._app(scope, receive, send)


class _Body:
    """The body of one request while it arrives."""

    def __init__(self, scope: Scope, receive: Receive, *, bounds: BodyBounds, rate: int) -> None:
        self._headers = Headers(scope=scope)
        self._receive = receive
        self._bounds = bounds
        self._rate = rate  # the least, in bytes a second
        self._started: float | None = None
        self._size = 0
        self._complete = False

    async def receive(self) -> Message:
        """The next piece, as ASGI's `receive` gives it. Raises `LimitExceeded` or `RuleBroken`."""
        if self._complete:  # waiting for the client to disconnect must not run into the deadline
            return await self._receive()
        if self._started is None:
            self._started = time.monotonic()
            self._check_headers()
        try:
            async with asyncio.timeout(max(self._started + self._allowed_seconds() - time.monotonic(), 0)):
                message = await self._receive()
        except TimeoutError:
            raise self._too_slow() from None
        if message["type"] == "http.request":
            self._count(message, seconds=time.monotonic() - self._started)
        return message

    def _count(self, message: Message, *, seconds: float) -> None:
        self._size += len(message.get("body", b""))
        if self._size > self._bounds.size:
            raise LimitExceeded(self._bounds.refusal)
        if not message.get("more_body"):
            self._complete = True
        elif seconds > _UNRATED_SECONDS and self._size < seconds * self._rate:
            raise self._too_slow()

    def _check_headers(self) -> None:
        if self._headers.get("content-encoding", "identity").lower() not in {"", "identity"}:
            raise RuleBroken("Compressed bodies are not read. Send the body without Content-Encoding.")
        declared = self._headers.get("content-length", "").lstrip("0")
        if declared.isdecimal() and (len(declared) > 18 or int(declared) > self._bounds.size):
            raise LimitExceeded(self._bounds.refusal)

    def _allowed_seconds(self) -> float:
        """Seconds from the body's start until it is too slow, if nothing more of it arrives."""
        return min(self._bounds.seconds, max(_UNRATED_SECONDS, self._size / self._rate))

    def _too_slow(self) -> RuleBroken:
        return RuleBroken(
            f"The body did not arrive in time: a request has {self._bounds.seconds:g} seconds and at least "
            f"{self._rate} bytes a second. Send it again over a faster connection."
        )
