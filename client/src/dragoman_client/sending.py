"""One call of the interface: with its token, its retries, and its refusal as an exception."""

from __future__ import annotations

import enum
import json
import platform
import time
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final
from urllib.parse import quote, urlencode

from dragoman_client import errors
from dragoman_client.credentials import Credentials, complete
from dragoman_client.exchange import Answer, FileSink, Request, Upload
from dragoman_client.flows import Flow, pause, send_once
from dragoman_client.options import RETRIED_STATUSES, Options
from dragoman_client.refusals import to_error
from dragoman_client.retry_after import parse_retry_after
from dragoman_client.texts.results import Limits
from dragoman_client.tokens import Tokens

VERSION: Final = "0.1.0"


class Repeats(enum.Enum):
    """Whether a call may be sent again when it is not known what became of it."""

    SAFE = enum.auto()  # to do it twice is to do it once
    WITH_KEY = enum.auto()  # the server recognises the repeat by its Idempotency-Key (E8)
    UNSAFE = enum.auto()  # only where the server has not begun it


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A call of the interface."""

    method: str
    path: str  # such as "/v2/documents/{job}"; `at` fills it in
    query: Mapping[str, Any] = field(default_factory=dict)
    json: Any = field(default=None, repr=False)
    form: Mapping[str, Any] | None = field(default=None, repr=False)
    upload: Upload | None = None
    sink: FileSink | None = None
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    repeats: Repeats = Repeats.SAFE
    public: bool = False  # needs no token


class Connection:
    """What all calls of a client share: the address, the token, the options."""

    def __init__(self, url: str, credentials: Credentials, options: Options) -> None:
        self.url = checked_url(url)
        self.options = options
        self.tokens = Tokens(self.url, credentials, scope=options.scope)
        self.limits = Limits()  # of the interface; the server's own once it refused a request
        self.limits_are_told = False
        self.has_answered = False  # whether any call had an answer
        agent = f"dragoman-client/{VERSION} python/{platform.python_version()}"
        self.user_agent = f"{options.user_agent} {agent}" if options.user_agent else agent

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.url!r})"


def open_connection(url: str | None, given: Credentials, options: Options) -> Connection:
    """The connection of arguments; what is left out is from the environment, else from `dragoman login`."""
    if url is None or given == Credentials():
        url, given = complete(url, given)
    return Connection(url, given, options)


def at(path: str, *parts: object) -> str:
    """A path with its parts, percent-encoded, in the places of `{}`."""
    return path.format(*(quote(str(part), safe="") for part in parts))


def call(connection: Connection, wanted: Call) -> Flow[Answer]:
    """Send a call. The answer is a success (2xx); what refuses it is raised (`errors`)."""
    deadline = time.monotonic() + connection.options.deadline
    request = _request(connection, wanted)
    if wanted.public:
        answer = yield from _with_retries(connection, request, wanted.repeats, deadline)
    else:
        answer = yield from _with_token(connection, request, wanted.repeats, deadline)
    if not answer.is_success:
        raise to_error(answer, url=request.url)
    return answer


def fetch_token(connection: Connection) -> Flow[str]:
    """The token that calls are made with: fetched, if there is none that is valid."""
    deadline = time.monotonic() + connection.options.deadline
    return connection.tokens.get(lambda request: _of_token(connection, request, deadline))


def call_json(connection: Connection, wanted: Call) -> Flow[Any]:
    """Send a call whose answer is JSON. Raises `UnexpectedAnswerError` where it is something else."""
    answer = yield from call(connection, wanted)
    if not answer.body:
        return None
    try:
        return answer.json()
    except ValueError:
        raise errors.UnexpectedAnswerError(
            f"{connection.url}{wanted.path} answered {answer.status} with "
            f"{answer.headers.get('content-type', 'no content type')} instead of JSON. "
            "Is the address that of a Dragoman service, and is no proxy in between?"
        ) from None


def _with_token(connection: Connection, request: Request, repeats: Repeats, deadline: float) -> Flow[Answer]:
    for renewed in (False, True):
        token = yield from connection.tokens.get(lambda sent: _of_token(connection, sent, deadline))
        headers = {**request.headers, "Authorization": f"Bearer {token}"}
        answer = yield from _with_retries(connection, replace(request, headers=headers), repeats, deadline)
        if answer.status != 401 or renewed or not connection.tokens.can_renew:
            return answer
        connection.tokens.forget(token)
    raise AssertionError("unreachable")


def _of_token(connection: Connection, request: Request, deadline: float) -> Flow[Answer]:
    request = replace(request, headers={**request.headers, "User-Agent": connection.user_agent})
    return (yield from _with_retries(connection, request, Repeats.SAFE, deadline))


def _with_retries(
    connection: Connection, request: Request, repeats: Repeats, deadline: float
) -> Flow[Answer]:
    """Send it until there is an answer that is not to be tried again, or no attempt or time is left."""
    retry = connection.options.retry
    attempt, may_have_begun = 0, False
    while True:
        attempt += 1
        failure: errors.ConnectionFailedError | None = None
        answer: Answer | None = None
        remaining = deadline - time.monotonic()
        timeout = min(connection.options.timeout, max(remaining, 0.05))
        try:
            answer = yield from send_once(replace(request, timeout=timeout))
            connection.has_answered = True
        except errors.ConnectionFailedError as error:
            failure = error
            may_have_begun = may_have_begun or error.may_have_begun
        again = _is_retried(answer, failure, repeats, may_have_begun=may_have_begun)
        if not (connection.has_answered or may_have_begun) and attempt >= retry.first_contact:
            again = False
        seconds = retry.pause(attempt, _retry_after(answer)) if again else None
        if seconds is None:
            if failure is not None:
                raise failure
            assert answer is not None
            return answer
        if time.monotonic() + seconds > deadline:
            raise _too_late(connection, request, answer, failure)
        yield from pause(seconds)


def _is_retried(
    answer: Answer | None,
    failure: errors.ConnectionFailedError | None,
    repeats: Repeats,
    *,
    may_have_begun: bool,
) -> bool:
    if failure is not None:
        return failure.is_passing and (repeats is not Repeats.UNSAFE or not failure.may_have_begun)
    assert answer is not None
    if answer.status == 409 and repeats is Repeats.WITH_KEY and may_have_begun:
        return True  # an earlier attempt, whose connection broke, is still running (E8)
    if repeats is Repeats.UNSAFE:
        return answer.status in {429, 503}  # not begun
    return answer.status in RETRIED_STATUSES


def _too_late(
    connection: Connection,
    request: Request,
    answer: Answer | None,
    failure: errors.ConnectionFailedError | None,
) -> errors.DragomanError:
    if answer is not None:
        return to_error(answer, url=request.url)
    return errors.DeadlineExceededError(
        f"{request.method} {request.url.partition('?')[0]} had no answer within "
        f"{connection.options.deadline:g} seconds: {failure}"
    )


def _retry_after(answer: Answer | None) -> float | None:
    return None if answer is None else parse_retry_after(answer.headers.get("retry-after"))


def _request(connection: Connection, wanted: Call) -> Request:
    headers = {"Accept": "application/json", "User-Agent": connection.user_agent, **wanted.headers}
    if wanted.repeats is Repeats.WITH_KEY:
        headers.setdefault("Idempotency-Key", str(uuid.uuid4()))
    content = None
    if wanted.json is not None:
        content = json.dumps(wanted.json, ensure_ascii=False, separators=(",", ":")).encode()
        headers["Content-Type"] = "application/json"
    query = {name: value for name, value in wanted.query.items() if value is not None}
    return Request(
        method=wanted.method,
        url=connection.url + wanted.path + (f"?{urlencode(query, doseq=True)}" if query else ""),
        headers=headers,
        content=content,
        form=wanted.form,
        upload=wanted.upload,
        sink=wanted.sink,
    )


def checked_url(url: str) -> str:
    """The address of a service, without a slash at its end. Raises `InvalidInputError`."""
    scheme, separator, rest = url.strip().partition("://")
    if not separator or scheme.lower() not in {"http", "https"} or not rest.strip("/"):
        raise errors.InvalidInputError(
            f"{url!r} is not the address of a service. Write it like http://127.0.0.1:8080."
        )
    if "@" in rest.partition("/")[0]:
        raise errors.InvalidInputError("The address must not contain a user name or a password.")
    return f"{scheme.lower()}://{rest.rstrip('/')}"
