"""The list of requests that an account sees (`GET /project/v1/requests`)."""

from __future__ import annotations

import json
import time
from typing import Any

from dragoman_client.mock.messages import MockAnswer, RecordedRequest
from dragoman_client.mock.state import State, new_id

MOST = 1000


def log_request(
    state: State, request: RecordedRequest, answer: MockAnswer, *, route: str, request_id: str, seconds: float
) -> None:
    """Note a request of an application that is known by its token. `route` has {names} in its path."""
    token = state.tokens.get(request.headers.get("authorization", "").partition(" ")[2].strip())
    if token is None:
        return
    application = state.applications[token.application]
    at = time.time()
    milliseconds = f"{int(at % 1 * 1000):03}Z"
    state.logged.append(
        {
            "id": new_id(),
            "at": time.strftime("%Y-%m-%dT%H:%M:%S.", time.gmtime(at)) + milliseconds,
            "accountId": application.account,
            "applicationId": application.id,
            "method": request.method,
            "route": route,
            "path": request.path,
            "status": answer.status,
            "milliseconds": round(seconds * 1000, 1),
            "requestId": request_id,
            "requestBytes": len(request.body),
            "answerBytes": len(answer.body),
            "error": _error_code(answer),
        }
    )
    del state.logged[:-MOST]


def _error_code(answer: MockAnswer) -> str | None:
    if answer.status < 400:
        return None
    try:
        body: Any = json.loads(answer.body)
    except ValueError:
        return None
    if isinstance(body, list) and body:
        return str(body[0]["code"])
    return {401: "UNAUTHENTICATED", 403: "FORBIDDEN", 404: "NOT_FOUND", 422: "MALFORMED"}.get(answer.status)
