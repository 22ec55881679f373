"""What the request log gets of a call: its route and ids, and nothing that may be customers' text.

Whose a call is stands in the state of its ASGI scope: the caller, once admitted; else the client id, which
`note_client` stores.
"""

from __future__ import annotations

import re
from collections.abc import MutableMapping
from dataclasses import dataclass
from typing import Any, Final

from dragoman.access.model import Caller
from dragoman.http.route_policy import policy_of
from dragoman.request_log.model import LONGEST_PATH, AnsweredRequest

_CLIENT: Final = "client_id"
_ERROR: Final = "error_code"
_CLIENT_ID: Final = re.compile(r"[A-Za-z0-9._~-]{1,128}\Z", re.ASCII)
_ID: Final = re.compile(
    r"-?[0-9]{1,19}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.ASCII | re.IGNORECASE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AnsweredCall:
    """How a call was answered."""

    method: str
    status: int
    started: float  # of `time.monotonic`
    seconds: float
    request_id: str
    request_bytes: int
    answer_bytes: int
    error: str | None


def note_client(scope: MutableMapping[str, Any], client_id: str | None) -> None:
    """Say whose a call is that is not admitted, or not yet. What cannot be a client id is left out."""
    if client_id is not None and _CLIENT_ID.match(client_id):
        scope["state"][_CLIENT] = client_id


def forget_client(scope: MutableMapping[str, Any]) -> None:
    """Keep a call out of the log: one that anyone can repeat without end, knowing no secret."""
    scope["state"].pop(_CLIENT, None)


def note_error(scope: MutableMapping[str, Any], code: str) -> None:
    """Store the fixed identifier of an error that an endpoint answers by itself."""
    scope["state"][_ERROR] = code


def describe_call(scope: MutableMapping[str, Any], answered: AnsweredCall) -> AnsweredRequest | None:
    """What the log gets of a call; None where it is not known whose it is."""
    state = scope.get("state", {})
    caller = state.get("caller")
    client_id = state.get(_CLIENT)
    if not isinstance(caller, Caller):
        caller = None
        if client_id is None:
            return None
    route = policy_of(scope).route or getattr(scope.get("route"), "path", None)
    return AnsweredRequest(
        account_id=caller and caller.account_id,
        application_id=caller and caller.application_id,
        client_id=client_id,
        method=answered.method,
        route=route,
        path=route and _shown_path(route, scope["path"].removeprefix(scope.get("root_path", ""))),
        status=answered.status,
        started=answered.started,
        seconds=answered.seconds,
        request_id=answered.request_id,
        request_bytes=answered.request_bytes,
        answer_bytes=answered.answer_bytes,
        error=answered.error or state.get(_ERROR),
    )


def _shown_path(route: str, path: str) -> str:
    """The path with its ids, or the route where something else was sent in place of an id."""
    if "{" not in route:
        return route[:LONGEST_PATH]
    expected, given = route.split("/"), path.split("/")
    if len(expected) == len(given) and all(
        _ID.fullmatch(part) if name.startswith("{") else part == name
        for name, part in zip(expected, given, strict=True)
    ):
        return path[:LONGEST_PATH]
    return route[:LONGEST_PATH]
