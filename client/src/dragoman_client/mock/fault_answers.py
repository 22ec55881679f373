"""Apply faults to requests: an answer instead of the work, a wait before it, another ending of its answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Final

from dragoman_client.mock.faults import Fault, PlannedFault
from dragoman_client.mock.messages import NO_STORE, Ending, MockAnswer, json_answer
from dragoman_client.mock.refusals import MockRefusal, detail
from dragoman_client.mock.state import State
from dragoman_client.mock.times import http_date
from dragoman_client.mock.tokens import expire_tokens

_TEXTS: Final[Mapping[Fault, str]] = {
    Fault.TOO_MANY_REQUESTS: "Too many requests. Send the request again when Retry-After says.",
    Fault.SERVER_ERROR: "The service failed to answer. Try again; if it stays, report the request id.",
    Fault.UNAVAILABLE: "The service is not available now. Send the request again later.",
    Fault.TIMEOUT: "The translation took too long. Send the request again, or less text at once.",
}
_PROXY_PAGE: Final = (
    b"<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1>"
    b"</center>\r\n<hr><center>proxy</center>\r\n</body>\r\n</html>\r\n"
)
_LOGIN_PAGE: Final = (
    b"<!doctype html><html><head><title>Sign in</title></head><body>Sign in to the network.</body></html>"
)
_ENDINGS: Final[Mapping[Fault, Ending]] = {
    Fault.RESET_AFTER: Ending.RESET,
    Fault.RESET_MIDWAY: Ending.RESET_MIDWAY,
    Fault.CUT_SHORT: Ending.CUT_SHORT,
}
_HTML: Final = {"Content-Type": "text/html"}
_USUAL_RETRY: Final[Mapping[Fault, str]] = {Fault.TOO_MANY_REQUESTS: "1", Fault.UNAVAILABLE: "1"}


def before(state: State, planned: PlannedFault) -> MockAnswer | None:
    """The answer of a fault that happens instead of the request's work; None where the work goes on."""
    kind = planned.fault
    if kind in _TEXTS:
        return json_answer(
            {"detail": _TEXTS[kind]}, status=int(kind.value), headers={**NO_STORE, **_retry_headers(planned)}
        )
    if kind is Fault.RESET:
        return MockAnswer(status=500, ending=Ending.RESET)
    if kind is Fault.PROXY_HTML:
        return MockAnswer(status=502, headers=_HTML, body=_PROXY_PAGE)
    if kind is Fault.LOGIN_PAGE:
        return MockAnswer(status=200, headers=_HTML, body=_LOGIN_PAGE)
    if kind is Fault.TOKEN_EXPIRED:
        expire_tokens(state)
    return None


def wait(state: State, planned: PlannedFault) -> None:
    """Wait as long as a delay says, or until the mock ends."""
    if planned.fault is Fault.DELAY:
        state.closing.wait(planned.seconds)


def after(planned: PlannedFault, answer: MockAnswer) -> MockAnswer:
    """The answer with the ending that the fault gives it."""
    return replace(answer, ending=_ENDINGS.get(planned.fault, answer.ending))


def too_many_requests(retry_after: str, headers: Mapping[str, str]) -> MockRefusal:
    """The refusal of a call over the rate limit (E6)."""
    return detail(429, _TEXTS[Fault.TOO_MANY_REQUESTS], {**headers, "Retry-After": retry_after})


def _retry_headers(planned: PlannedFault) -> Mapping[str, str]:
    wanted = planned.retry_after
    if isinstance(wanted, datetime):
        text = http_date(wanted.timestamp())
    elif isinstance(wanted, float | int):
        text = f"{wanted:g}"
    else:
        text = wanted or _USUAL_RETRY.get(planned.fault, "")
    return {"Retry-After": text} if text else {}
