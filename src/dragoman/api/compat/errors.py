"""What went wrong with a call, for dialects: each writes it in its own statuses and bodies."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from dragoman import errors
from dragoman.access.admission import ScopeMissing
from dragoman.access.model import format_scopes
from dragoman.http.auth import NoCredentials
from dragoman.http.calls import write_hints, write_message
from dragoman.http.errors import explain_failure, find_status, retry_headers, validation_problems

_MOST_PROBLEMS: Final = 5  # in one message


class RefusalKind(enum.Enum):
    """Why a call is refused, as far as the services whose dialects these are tell it apart."""

    UNAUTHENTICATED = enum.auto()  # no credentials, or wrong ones
    FORBIDDEN = enum.auto()  # the application lacks a scope
    NOT_FOUND = enum.auto()
    WRONG_METHOD = enum.auto()
    CONFLICT = enum.auto()
    MALFORMED = enum.auto()  # the body cannot be read, or a field is missing or of a wrong type
    TOO_LARGE = enum.auto()  # the body, or a count or length in it
    RULE_BROKEN = enum.auto()  # such as a pair that is not supported
    TOO_MANY_CALLS = enum.auto()
    UNAVAILABLE = enum.auto()
    TIMED_OUT = enum.auto()
    FAILED = enum.auto()  # a fault of the service


# Status of our own interfaces → kind.
_KINDS: Final[Mapping[int, RefusalKind]] = {
    401: RefusalKind.UNAUTHENTICATED,
    403: RefusalKind.FORBIDDEN,
    404: RefusalKind.NOT_FOUND,
    405: RefusalKind.WRONG_METHOD,
    409: RefusalKind.CONFLICT,
    422: RefusalKind.RULE_BROKEN,
    429: RefusalKind.TOO_MANY_CALLS,
    503: RefusalKind.UNAVAILABLE,
    504: RefusalKind.TIMED_OUT,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why a call is refused, in words for people; the headers go with any status."""

    kind: RefusalKind
    message: str
    headers: Mapping[str, str] = field(default_factory=dict)  # `Retry-After`, `Allow`
    location: tuple[str | int, ...] = ()  # of the first field that is wrong, beginning with its place


def describe_error(error: Exception, *, request_id: str, no_credentials: str) -> Refusal:
    """Describe an exception. An unknown one is logged, and told without details.

    `no_credentials` is the message for a call without any: it says where the dialect has them.
    """
    if isinstance(error, NoCredentials):
        return Refusal(kind=RefusalKind.UNAUTHENTICATED, message=no_credentials)
    if isinstance(error, ScopeMissing):
        scopes = format_scopes(error.scopes).replace(" ", " or ")
        return Refusal(
            kind=RefusalKind.FORBIDDEN, message=f"The application of this key lacks the scope {scopes}."
        )
    if isinstance(error, HTTPException):
        kind = _KINDS.get(error.status_code, RefusalKind.MALFORMED)
        return Refusal(kind=kind, message=str(error.detail), headers=error.headers or {})
    if isinstance(error, RequestValidationError):
        return _describe_problems(validation_problems(error))
    refusal = _describe_domain_error(error) if isinstance(error, errors.DragomanError) else None
    return refusal or Refusal(kind=RefusalKind.FAILED, message=explain_failure(error, request_id))


def _describe_domain_error(error: errors.DragomanError) -> Refusal | None:
    if isinstance(error, errors.LimitExceeded):
        return Refusal(kind=RefusalKind.TOO_LARGE, message=error.message)
    if isinstance(error, errors.Malformed):
        return _describe_problems(error.problems)
    status = find_status(error)
    if status is None:
        return None
    return Refusal(kind=_KINDS[status], message=_write(error), headers=retry_headers(error))


def _write(error: errors.DragomanError) -> str:
    if not isinstance(error, errors.RuleBroken):
        return write_message(error)
    problems = error.all_problems()[:_MOST_PROBLEMS]
    return " ".join(
        part if part.endswith((".", "!", "?")) else f"{part}."
        for one in problems
        for part in (write_message(one), write_hints(one))
        if part
    )


def _describe_problems(problems: Sequence[errors.FieldProblem]) -> Refusal:
    written = "; ".join(_write_problem(one) for one in problems[:_MOST_PROBLEMS])
    location = problems[0].location if problems else ()
    return Refusal(kind=RefusalKind.MALFORMED, message=written, location=location)


def _write_problem(problem: errors.FieldProblem) -> str:
    path = ".".join(str(part) for part in problem.location[1:] if part != "[key]")
    return f"{path}: {problem.message}" if path else problem.message
