"""Request ids, the answers for exceptions, and what is kept of each answer: log line, metric, request log.

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

from dragoman.http.errors import answer_error, error_code
from dragoman.http.head_requests import SENT_METHOD
from dragoman.http.request_records import AnsweredCall, describe_call
from dragoman.http.route_policy import REQUEST_ID, policy_of
from dragoman.http.runtime import Runtime
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
        exchange = _Exchange(scope, receive, send, request_id=_request_id(scope))
        scope["state"][REQUEST_ID] = exchange.request_id
        with structlog.contextvars.bound_contextvars(request_id=exchange.request_id):
            try:
                await self._app(scope, exchange.receive, exchange.send)
            except ClientDisconnect:
                exchange.status = 499
            except Exception as error:
                if exchange.status:  # part of an answer is sent: only a broken connection shows the error
                    log().error("request.broken", exc_info=error)
                    raise
                exchange.error = error_code(error)
                response = await _answer(error, scope, exchange.request_id)
                await response(scope, receive, exchange.send)
            finally:
                self._record(scope, exchange)

    def _record(self, scope: Scope, exchange: _Exchange) -> None:
        seconds = time.monotonic() - exchange.started
        route = getattr(scope.get("route"), "path", None) or "other"
        sent = scope.get("state", {}).get(SENT_METHOD, scope["method"])
        method = sent if sent in _METHODS else "other"
        self._metrics.requests.labels(method, route, exchange.status).inc()
        self._metrics.request_seconds.labels(route).observe(seconds)
        caller = scope.get("state", {}).get("caller")
        write = log().debug if route in _PROBES else log().info
        write(
            "request.answered",
            method=method,
            route=route,
            status=exchange.status,
            milliseconds=round(seconds * 1000, 1),
            application=getattr(caller, "application_id", None),
        )
        _log_request(
            scope,
            AnsweredCall(
                method=method,
                status=exchange.status,
                started=exchange.started,
                seconds=seconds,
                request_id=exchange.request_id,
                request_bytes=exchange.request_bytes,
                answer_bytes=0 if method == "HEAD" else exchange.answer_bytes,
                error=exchange.error,
            ),
        )


class _Exchange:
    """What is received and sent for one request: the status of its answer, and the sizes of both bodies."""

    def __init__(self, scope: Scope, receive: Receive, send: Send, *, request_id: str) -> None:
        self.request_id = request_id
        self.started = time.monotonic()
        self.status = 0
        self.error: str | None = None
        self.request_bytes = 0
        self.answer_bytes = 0
        self._scope = scope
        self._receive = receive
        self._send = send

    async def receive(self) -> Message:
        """The next message of the request."""
        message = await self._receive()
        self.request_bytes += len(message.get("body", b""))
        return message

    async def send(self, message: Message) -> None:
        """Send a message of the answer, with the request's id and the headers that every answer gets."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = MutableHeaders(scope=message)
            # Headers that inner middlewares add to every answer, also to refusals.
            headers.update(self._scope.get("state", {}).get("answer_headers", {}))
            headers["X-Request-Id"] = self.request_id
            headers["X-Content-Type-Options"] = "nosniff"  # what is sent is of its type, and never a page
        else:
            self.answer_bytes += len(message.get("body", b""))
        await self._send(message)


def _log_request(scope: Scope, answered: AnsweredCall) -> None:
    runtime: Runtime | None = scope["app"].state.runtime
    if runtime is not None and runtime.request_log.enabled:
        described = describe_call(scope, answered)
        if described is not None:
            runtime.request_log.record(described)


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
