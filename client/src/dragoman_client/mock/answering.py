"""From a request to its answer, in the interface's order of checks: 401, 403, 429, 404 and 405, 422, 400."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final
from uuid import uuid4

from dragoman_client.mock import control, device_codes, fault_answers, idempotency, inputs, tokens
from dragoman_client.mock.contract import Operation
from dragoman_client.mock.faults import CONTROL, FaultSyntaxError
from dragoman_client.mock.messages import MockAnswer, RecordedRequest, json_answer
from dragoman_client.mock.refusals import MockRefusal, detail
from dragoman_client.mock.request_log import log_request
from dragoman_client.mock.routing import Handler, MockCall, Router, allowed_methods, find_handler
from dragoman_client.mock.state import MockApplication, State
from dragoman_client.mock.unanswered import UNANSWERED

_PREFIXES: Final[Mapping[str, tuple[str, ...]]] = {  # of protected addresses, with the scopes of unknown ones
    "/v2": ("translate",),
    "/project/v1": ("projects", "reference"),
    "/provider/v1": ("provider",),
}
_TOKEN_PATHS: Final = frozenset({"/oauth2/token", "/protocol/openid-connect/token"})
_PUBLIC_CACHE: Final = {"Cache-Control": "public, max-age=300"}
_REPEATED: Final = re.compile("//+")
_SIMILAR: Final = "There is nothing at this address. Its path is written {}."
_UNKNOWN: Final = "There is nothing at this address. GET /docs shows those that there are."


class Answering:
    """Answers the requests of one mock."""

    def __init__(self, state: State) -> None:
        import dragoman_client.mock.handlers  # noqa: F401, PLC0415 - fills the table of handlers

        self._state = state
        self._router = Router(state.contract)

    def answer(self, request: RecordedRequest) -> MockAnswer:
        """The answer to a request, faults included. It may sleep for a delay."""
        state = self._state
        began = time.monotonic()
        request_id = request.headers.get("x-request-id") or uuid4().hex
        try:
            if not request.path.startswith(CONTROL):
                with state.lock:
                    state.requests.append(request)
            answer = self._with_faults(request)
        except MockRefusal as refusal:
            answer = refusal.answer
        except FaultSyntaxError as error:
            answer = detail(400, f"Mock-Fault: {error}").answer
        except Exception as error:  # clients see it as they would the service's
            answer = detail(
                500, f"The mock failed to answer: {error!r}. Report request id {request_id}."
            ).answer
        with state.lock:
            route = next((one.path for one in self._router.find(request.path)[0]), request.path)
            seconds = time.monotonic() - began
            log_request(state, request, answer, route=route, request_id=request_id, seconds=seconds)
        more = {"X-Request-Id": request_id, "X-Content-Type-Options": "nosniff"}
        return replace(answer, headers={**answer.headers, **more})

    def _with_faults(self, request: RecordedRequest) -> MockAnswer:
        state = self._state
        with state.lock:
            fault = state.faults.of_request(request.method, request.path, request.headers)
            planned = fault_answers.before(state, fault) if fault else None
        if planned is not None:
            return planned
        is_repeatable = request.method == "POST" and self._is_repeatable(request.path)
        with idempotency.of_request(state, request, self._caller if is_repeatable else None) as kept:
            if kept.answer is not None:
                return kept.answer
            if fault is not None:
                fault_answers.wait(state, fault)
            with state.lock:
                answer = self._answer_plainly(request)
            kept.keep(answer)
        return fault_answers.after(fault, answer) if fault else answer

    def _is_repeatable(self, path: str) -> bool:
        """Whether POST of an address reads an idempotency key (E8)."""
        posts = [one for one in self._router.find(path)[0] if one.method == "POST"]
        return any(
            one["name"] == "Idempotency-Key" for post in posts for one in post.find_parameters("header")
        )

    def _caller(self, request: RecordedRequest) -> MockApplication:
        """The application of a request, for what must know it before the request is worked on."""
        with self._state.lock:
            return tokens.check_token(self._state, request)[0]

    def _answer_plainly(self, request: RecordedRequest) -> MockAnswer:
        path = request.path
        if path == CONTROL or path.startswith(f"{CONTROL}/"):
            return control.answer(self._state, request)
        operations, values = self._router.find(path)
        scopes = next((own for prefix, own in _PREFIXES.items() if _is_below(path, prefix)), None)
        if scopes is None:
            return self._answer_public(request, operations)
        application, token = tokens.check_token(self._state, request)
        method = "GET" if request.method == "HEAD" else request.method
        operation = next((one for one in operations if one.method == method), None)
        tokens.require_scope(token, tuple(operation.scopes) if operation else scopes)
        rate = self._count(application, path)
        if operation is None:
            raise self._nowhere(path, operations)
        handler = find_handler(operation)
        if handler is None:
            raise detail(501, f"The mock does not answer this: {UNANSWERED.get(operation.id, 'not yet')}.")
        answer = self._run(handler, request, application, operation, values)
        return replace(answer, headers={**answer.headers, **rate})

    def _run(
        self,
        handler: Handler,
        request: RecordedRequest,
        application: MockApplication,
        operation: Operation,
        values: Mapping[str, str],
    ) -> MockAnswer:
        state = self._state
        given = inputs.read_inputs(state.contract, operation, request, values)
        call = MockCall(
            state=state,
            request=request,
            application=application,
            operation=operation,
            path=values,
            query=given.query,
            body=given.body,
            form=given.form,
        )
        return handler(call)

    def _answer_public(self, request: RecordedRequest, operations: list[Operation]) -> MockAnswer:
        path, state = request.path, self._state
        method = "GET" if request.method == "HEAD" else request.method
        if not any(one.method == method for one in operations):
            raise self._nowhere(path, operations)
        if path in _TOKEN_PATHS:
            form = tokens.read_form(request)
            if form.get("grant_type") == device_codes.GRANT:
                return device_codes.redeem_code(state, form)
            return tokens.issue_token(state, request, form)
        if path == "/oauth2/device_authorization":
            return device_codes.give_codes(state, tokens.read_form(request))
        cached: dict[str, Any] = {
            "/oauth2/jwks": tokens.write_jwks(state),
            "/.well-known/webhook-keys": tokens.write_webhook_keys(state),
            "/.well-known/openid-configuration": tokens.write_metadata(state),
            "/.well-known/oauth-authorization-server": tokens.write_metadata(state),
        }
        if path in cached:
            return json_answer(cached[path], headers=_PUBLIC_CACHE)
        if path == "/healthz":
            return json_answer({"status": "alive"})
        if path == "/readyz":
            return json_answer({"status": "ready"}, headers={"Cache-Control": "no-store"})
        raise detail(501, "The mock does not answer this: it has no measurements.")

    def _nowhere(self, path: str, operations: list[Operation]) -> MockRefusal:
        """404 for an unknown address, 405 for one that does not take the method (E5)."""
        if operations:
            allowed = ", ".join(allowed_methods(operations))
            text = f"This address does not take the method. It takes: {allowed}."
            return detail(405, text, {"Allow": allowed})
        similar, _ = self._router.find(_REPEATED.sub("/", path).rstrip("/").lower())
        return detail(404, _SIMILAR.format(similar[0].path) if similar else _UNKNOWN)

    def _count(self, application: MockApplication, path: str) -> Mapping[str, str]:
        """Count a call of /v2 against the rate limit; the headers that tell of it (E6)."""
        limit = self._rate_of(application)
        if limit is None or not _is_below(path, "/v2"):
            return {}
        calls, seconds = limit
        now = time.monotonic()
        began, count = self._state.rates.get(application.id, (now, 0))
        if now - began >= seconds:
            began, count = now, 0
        self._state.rates[application.id] = (began, count + 1)
        reset = max(1, round(began + seconds - now))
        headers = {
            "RateLimit-Policy": f'"default";q={calls};w={seconds}',
            "RateLimit": f'"default";r={max(0, calls - count - 1)};t={reset}',
        }
        if count >= calls:
            raise fault_answers.too_many_requests(str(reset), headers)
        return headers

    def _rate_of(self, application: MockApplication) -> tuple[int, int] | None:
        """The calls in so many seconds of an application, by its own rule or the mock's."""
        said = self._state.table("applications").rows[application.id]["rateLimit"]
        if said in {"default", "off"}:
            return self._state.settings.rate_limit if said == "default" else None
        calls, _, seconds = said.partition("/")
        return int(calls), int(seconds)


def _is_below(path: str, prefix: str) -> bool:
    return path == prefix or path.startswith(f"{prefix}/")
