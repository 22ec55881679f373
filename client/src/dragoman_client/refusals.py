"""Answers that refuse, as exceptions: the four bodies of clauses E1 to E4, and what is none of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from dragoman_client import errors
from dragoman_client.errors import Problem, Refusal
from dragoman_client.exchange import Answer
from dragoman_client.retry_after import parse_retry_after

_BY_STATUS: Final[Mapping[int, type[errors.DragomanError]]] = {
    400: errors.RulesError,
    401: errors.AuthenticationError,
    403: errors.PermissionDeniedError,
    404: errors.NotFoundError,
    409: errors.ConflictError,
    422: errors.ValidationError,
    429: errors.RateLimitError,
    503: errors.ServiceUnavailableError,
    504: errors.ServiceUnavailableError,
}
_WHAT_TO_DO: Final[Mapping[int, str]] = {
    401: "The token was refused; check the credentials.",
    403: "The application lacks the scope or the role for this.",
    404: "Not found.",
    429: "Too many requests.",
    502: "A proxy in front of the service cannot reach it.",
    503: "The service is not available now.",
    504: "The service did not answer in time.",
}


def to_error(answer: Answer, *, url: str) -> errors.DragomanError:
    """The exception of an answer that is not a success."""
    if 300 <= answer.status < 400:
        target = answer.headers.get("location", "another address")
        return errors.UnexpectedAnswerError(
            f"{_shown(url)} leads to {_shown(target)}. Use the address to which it leads."
        )
    body = _body(answer)
    message, code, problems, data = _read(body)
    if body is None and (answer.status < 500 or not message):
        message = _without_body(answer, url)
    refusal = Refusal(
        status=answer.status,
        code=code,
        problems=problems,
        request_id=answer.headers.get("x-request-id"),
        retry_after=parse_retry_after(answer.headers.get("retry-after")),
        data=data,
    )
    return _class(answer.status)(message, refusal)


def _class(status: int) -> type[errors.DragomanError]:
    if status in _BY_STATUS:
        return _BY_STATUS[status]
    return errors.ServerError if status >= 500 else errors.RequestRefusedError


def _body(answer: Answer) -> Any:
    try:
        return answer.json()
    except ValueError:
        return None


def _read(body: Any) -> tuple[str, str, tuple[Problem, ...], Mapping[str, Any]]:
    """Message, code, problems and data of one of the four bodies."""
    if isinstance(body, list):
        problems = tuple(_rule(one) for one in body if isinstance(one, dict))
        return _sentence(problems), problems[0].code if problems else "", problems, {}
    if not isinstance(body, dict):
        return "", "", (), {}
    detail = body.get("detail")
    if isinstance(detail, list):
        problems = tuple(_field(one) for one in detail if isinstance(one, dict))
        return _sentence(problems), problems[0].code if problems else "", problems, {}
    data = {name: value for name, value in body.items() if name not in {"detail", "code"}}
    message = detail if isinstance(detail, str) else str(body.get("reason") or body.get("error") or "")
    return message, str(body.get("code") or body.get("errorCode") or ""), (), data


def _rule(one: Mapping[str, Any]) -> Problem:
    return Problem(str(one.get("code", "")), str(one.get("message", "")), str(one.get("hints") or ""))


def _field(one: Mapping[str, Any]) -> Problem:
    place = one.get("loc")
    location = tuple(place) if isinstance(place, list) else ()
    return Problem(str(one.get("type", "")), str(one.get("msg", "")), "", location)


def _sentence(problems: tuple[Problem, ...]) -> str:
    return " ".join(str(problem) for problem in problems)


def _without_body(answer: Answer, url: str) -> str:
    """What to say of an answer that is not JSON: most often a proxy's page, or another program's."""
    kind = answer.headers.get("content-type", "").partition(";")[0] or "no body"
    known = _WHAT_TO_DO.get(answer.status, "")
    return (
        f"{_shown(url)} answered {answer.status} with {kind} instead of JSON. {known} "
        "Is the address that of a Dragoman service, and is no proxy in between?"
    ).replace("  ", " ")


def _shown(url: str) -> str:
    return url.partition("?")[0]
