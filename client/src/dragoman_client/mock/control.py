"""Control addresses for clients in other languages: faults, requests, texts that were paid, jobs."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from dragoman_client.mock.faults import FaultSyntaxError, PlannedFault, parse_faults, plan_fault
from dragoman_client.mock.messages import MockAnswer, RecordedRequest, empty_answer, json_answer
from dragoman_client.mock.refusals import detail
from dragoman_client.mock.state import State
from dragoman_client.mock.tokens import expire_tokens

_NAMES = {"retryAfter": "retry_after"}
_CALLS = (
    "GET, POST, DELETE /mock/faults; GET, DELETE /mock/requests; GET, DELETE /mock/texts-paid; "
    "POST /mock/expire-tokens; POST /mock/finish-jobs"
)


def answer(state: State, request: RecordedRequest) -> MockAnswer:
    """Answer a control address."""
    method, path = request.method, request.path.rstrip("/")
    if path == "/mock/faults":
        return _faults(state, request)
    readers: dict[str, Callable[[], Any]] = {
        "/mock/requests": lambda: [write_request(one) for one in state.requests],
        "/mock/texts-paid": lambda: state.texts_paid,
    }
    orders: dict[tuple[str, str], Callable[[], object]] = {
        ("DELETE", "/mock/requests"): state.requests.clear,
        ("DELETE", "/mock/texts-paid"): state.texts_paid.clear,
        ("POST", "/mock/expire-tokens"): lambda: expire_tokens(state),
        ("POST", "/mock/finish-jobs"): lambda: finish_all(state),
    }
    if method == "GET" and path in readers:
        return json_answer(readers[path]())
    if (method, path) in orders:
        orders[method, path]()
        return empty_answer()
    raise detail(404, f"The control addresses are: {_CALLS}.")


def finish_all(state: State) -> None:
    """Finish every job and every active project now."""
    from dragoman_client.mock import document_jobs, project_work  # noqa: PLC0415 - they import much

    for job in list(state.documents.values()):
        document_jobs.finish_job(state, job)
    for project in state.table("projects"):
        if project["status"] == "Active":
            project_work.finish(state, project)


def write_request(request: RecordedRequest) -> dict[str, Any]:
    """A recorded request as JSON; a body that is not text by its size alone."""
    try:
        body: Any = request.body.decode("utf-8")
    except UnicodeDecodeError:
        body = None
    return {
        "method": request.method,
        "path": request.path,
        "query": [list(one) for one in request.query],
        "headers": dict(request.headers),
        "body": body,
        "size": len(request.body),
    }


def _faults(state: State, request: RecordedRequest) -> MockAnswer:
    if request.method == "GET":
        return json_answer([one.as_json() for one in state.faults.planned])
    if request.method == "DELETE":
        state.faults.clear()
        return empty_answer()
    if request.method != "POST":
        raise detail(405, "This address takes GET, POST and DELETE.", {"Allow": "DELETE, GET, POST"})
    try:
        planned = _read(request)
    except (FaultSyntaxError, TypeError, ValueError) as error:
        raise detail(422, str(error)) from None
    state.faults.planned += planned
    return json_answer([one.as_json() for one in planned], status=201)


def _read(request: RecordedRequest) -> list[PlannedFault]:
    """Faults of a body: text as in the header `Mock-Fault`, or JSON, one object or several."""
    if request.content_type != "application/json":
        return parse_faults(request.body.decode("utf-8", "replace"))
    try:
        said = request.json
    except json.JSONDecodeError as error:
        raise FaultSyntaxError(f"The body is not valid JSON: {error}.") from None
    several = said if isinstance(said, list) else [said]
    return [_read_one(one) for one in several]


def _read_one(said: Any) -> PlannedFault:
    if not isinstance(said, Mapping) or "fault" not in said:
        raise FaultSyntaxError('Send {"fault": "429", "times": 3}, or a list of such objects.')
    options = {
        _NAMES.get(name, name.replace("-", "_")): value for name, value in said.items() if name != "fault"
    }
    return plan_fault(said["fault"], options)
