"""Request ids, one log line and one metric for each answer, and the answers for exceptions.

Middlewares and endpoints inside it raise exceptions and write no error answers.
"""

from __future__ import annotations

import re
import time
import uuid
from typing import Final

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dragoman.http.errors import answer_error
from dragoman.http.head_requests import SENT_METHOD
from dragoman.http.route_policy import policy_of
from dragoman.telemetry import Metrics, log

_GIVEN_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}\Z")
_PROBES: Final = frozenset({"/healthz", "/readyz", "/metrics"})  # requested every few seconds by machines
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class RequestContext:
    """ASGI middleware that gives every answer its `X-Request-Id` and answers exceptions."""

    def __init__(self, app: ASGIApp, *, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; other protocols (the lifespan) pass through."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request_id = _request_id(scope)
        started = time.perf_counter()
        status = 0

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                # Headers that inner middlewares add to every answer, also to refusals.
                headers.update(scope.get("state", {}).get("answer_headers", {}))
                headers["X-Request-Id"] = request_id
            await send(message)

        with structlog.contextvars.bound_contextvars(request_id=request_id):
            try:
                await self._app(scope, receive, send_with_id)
            except ClientDisconnect:
                status = 499
            except Exception as error:
                if status:  # part of an answer is sent: only a broken connection shows the client the error
                    log().error("request.broken", exc_info=error)
                    raise
                response = await _answer(error, scope, request_id)
                await response(scope, receive, send_with_id)
            finally:
                self._record(scope, status, time.perf_counter() - started)

    def _record(self, scope: Scope, status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", None) or "other"
        sent = scope.get("state", {}).get(SENT_METHOD, scope["method"])
        method = sent if sent in _METHODS else "other"
        self._metrics.requests.labels(method, route, status).inc()
        self._metrics.request_seconds.labels(route).observe(seconds)
        caller = scope.get("state", {}).get("caller")
        write = log().debug if route in _PROBES else log().info
        write(
            "request.answered",
            method=method,
            route=route,
            status=status,
            milliseconds=round(seconds * 1000, 1),
            application=getattr(caller, "application_id", None),
        )


async def _answer(error: Exception, scope: Scope, request_id: str) -> Response:
    """The answer for an exception: the interface's own page, or JSON, also if that page cannot be made."""
    policy = policy_of(scope)
    if policy.answer_error is not None:
        try:
            return await policy.answer_error(error, scope, request_id)
        except Exception as failure:
            log().error("request.error_page_failed", exc_info=failure)
    return answer_error(error, style=policy.errors, request_id=request_id)


def _request_id(scope: Scope) -> str:
    given = Headers(scope=scope).get("x-request-id", "")
    return given if _GIVEN_ID.match(given) else uuid.uuid4().hex
