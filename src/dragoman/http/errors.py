"""Error answers: their statuses and bodies (E1, E2, E4, E5, E6). No other module writes them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

import orjson
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from dragoman import errors
from dragoman.http.calls import write_hints, write_message
from dragoman.http.route_policy import ErrorStyle
from dragoman.http.validation_messages import explain
from dragoman.idempotency.model import KeyReused
from dragoman.notifications.events.model import EventsForgotten
from dragoman.telemetry import log

# Error class → status. The nearest ancestor of an error decides.
STATUSES: Final[Mapping[type[errors.DragomanError], int]] = {
    errors.Unauthenticated: 401,
    errors.Forbidden: 403,
    errors.NotFound: 404,
    errors.Conflict: 409,
    EventsForgotten: 410,
    errors.Malformed: 422,
    errors.RuleBroken: 422,
    errors.TooManyRequests: 429,
    errors.Unavailable: 503,
    errors.TimedOut: 504,
}


# Errors of the framework, under names of their own.
_HTTP_CODES: Final[Mapping[int, str]] = {404: errors.NotFound.code, 405: "METHOD_NOT_ALLOWED"}

_MOST_PROBLEMS: Final = 100  # in one answer

USUAL_HINT: Final = "Change the request as the message says, and send it again."


def answer_error(error: Exception, *, style: ErrorStyle, request_id: str) -> Response:
    """Write the answer for an exception. An unknown one is a 500 with the request id and no details."""
    if isinstance(error, errors.RuleBroken) and _lists_problems(error, style):
        return answer(400, [_problem(one) for one in error.all_problems()])
    if isinstance(error, errors.Malformed):
        return answer(422, {"detail": [_item(p) for p in error.problems[:_MOST_PROBLEMS]]})
    if isinstance(error, RequestValidationError):
        return answer(422, {"detail": [_item(p) for p in validation_problems(error)]})
    if isinstance(error, HTTPException):
        return answer(error.status_code, {"detail": str(error.detail)}, headers=error.headers or {})
    if isinstance(error, errors.DragomanError):
        status = find_status(error)
        if status is not None:
            return answer(status, _write_error(error, style), headers=retry_headers(error))
    return answer(500, {"detail": explain_failure(error, request_id)})


def explain_failure(error: Exception, request_id: str) -> str:
    """Log an unexpected exception. Returns what the client is told of it: the request id and no details."""
    log().error("request.failed", exc_info=error)
    return f"The service failed to answer. Try again; if it stays, report request id {request_id}."


def find_status(error: Exception) -> int | None:
    """The status for an error of the domain; None for one that is not known."""
    return next((STATUSES[kind] for kind in type(error).__mro__ if kind in STATUSES), None)


def error_code(error: Exception) -> str | None:
    """The fixed identifier of an error, of several the first one's; None for those that have none."""
    if isinstance(error, errors.RuleBroken):
        return next(iter(error.all_problems()), error).code
    if isinstance(error, errors.DragomanError):
        return error.code
    if isinstance(error, RequestValidationError):
        return errors.Malformed.code
    if isinstance(error, HTTPException):
        return _HTTP_CODES.get(error.status_code)
    return None


def _write_error(error: errors.DragomanError, style: ErrorStyle) -> dict[str, str]:
    if isinstance(error, errors.Conflict) and style is ErrorStyle.PROVIDER:
        return {"detail": write_message(error), "code": error.code}
    return {"detail": write_message(error)}


def _lists_problems(error: errors.RuleBroken, style: ErrorStyle) -> bool:
    """Whether the answer is a list with 400: not for a body that is too large (E7) or a reused key (E8)."""
    return style is not ErrorStyle.TEXT and not isinstance(error, errors.LimitExceeded | KeyReused)


def _problem(error: errors.RuleBroken) -> dict[str, str]:
    return {"code": error.code, "message": write_message(error), "hints": write_hints(error) or USUAL_HINT}


def answer(status: int, body: object, *, headers: Mapping[str, str] | None = None) -> Response:
    """A JSON answer that no cache keeps."""
    return Response(
        orjson.dumps(body),
        status_code=status,
        media_type="application/json",
        headers={"Cache-Control": "no-store", **(headers or {})},
    )


def retry_headers(error: Exception) -> dict[str, str]:
    """`Retry-After` in whole seconds, for errors that know when a retry makes sense (E6)."""
    if not isinstance(error, errors.TooManyRequests | errors.Unavailable):
        return {}
    return {"Retry-After": str(max(1, math.ceil(error.retry_after)))}


def validation_problems(error: RequestValidationError) -> list[errors.FieldProblem]:
    """FastAPI's problems with plain messages and without the values that were sent (E2). At most 100."""
    return [
        errors.FieldProblem(
            location=tuple(one["loc"]),
            message=explain(one["type"], one["msg"], one["loc"], one.get("ctx", {})),
            kind=one["type"],
        )
        for one in error.errors()[:_MOST_PROBLEMS]
    ]


def _item(problem: errors.FieldProblem) -> dict[str, object]:
    # pydantic adds [key] where the name of a member is wrong, not its value
    path = [part for part in problem.location if part != "[key]"]
    return {"loc": path, "msg": problem.message, "type": problem.kind}
