"""Credentials by a code that a person approves in a browser (RFC 8628), as flows."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlencode

from dragoman_client.credentials import Credentials
from dragoman_client.errors import (
    AuthenticationError,
    ConnectionFailedError,
    RequestRefusedError,
    UnexpectedAnswerError,
)
from dragoman_client.exchange import Answer, Request
from dragoman_client.flows import Flow, pause, send_once
from dragoman_client.refusals import to_error
from dragoman_client.retry_after import parse_retry_after

CLIENT_ID: Final = "dragoman-command-line"
GRANT: Final = "urn:ietf:params:oauth:grant-type:device_code"
METADATA: Final = "/.well-known/oauth-authorization-server"  # RFC 8414
_SLOWER: Final = 5.0  # seconds that `slow_down` adds to the interval (RFC 8628, 3.5)
_SHORTEST_INTERVAL: Final = 0.1  # seconds, also where the server allows less
_LONGEST_LIFE: Final = 3600.0  # seconds
_LONGEST_PAUSE: Final = 60.0  # between attempts at a service that does not answer
_TIMEOUT: Final = 30.0  # seconds without a sign of life
_PASSING: Final = frozenset({429, 500, 502, 503, 504})
_ENDED: Final = {
    "access_denied": "The login was denied.",
    "expired_token": "The code has expired before it was approved. Run the command again.",
    "invalid_grant": "The code is no longer known. If you approved it, its answer was lost: disable the new "
    "application in the dashboard, and run the command again.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceEndpoints:
    """Where codes are asked for, and where they are redeemed."""

    codes: str
    token: str
    token_url: str | None  # of later tokens; None: the service's own


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceCodes:
    """What a person enters, and what is polled with."""

    device_code: str = field(repr=False)
    user_code: str
    page: str  # where the code is entered
    page_with_code: str | None
    expires_in: float  # seconds
    interval: float  # seconds


def find_endpoints(url: str) -> Flow[DeviceEndpoints | None]:
    """Read the metadata of a service; None: it offers no login by a code.

    `url` is its address without a slash at the end. Raises `ConnectionFailedError`, `ServerError`, and
    `UnexpectedAnswerError` for an address that would send codes unencrypted.
    """
    answer = yield from send_once(
        Request(method="GET", url=url + METADATA, headers=_HEADERS, timeout=_TIMEOUT)
    )
    if answer.status >= 500:
        raise to_error(answer, url=url + METADATA)
    metadata = _object(answer) if answer.is_success else {}
    codes, token = metadata.get("device_authorization_endpoint"), metadata.get("token_endpoint")
    if not isinstance(codes, str) or not isinstance(token, str):
        return None
    issuer = str(metadata.get("issuer", "")).rstrip("/")
    found = [_reached_by(url, issuer, one) for one in (codes, token)]
    for one in found:
        if one.partition("://")[0] not in ({"https"} if url.startswith("https:") else {"http", "https"}):
            raise UnexpectedAnswerError(f"{url}{METADATA} names an address that is not encrypted: {one}.")
    is_own = found[1] == f"{url}/oauth2/token"
    return DeviceEndpoints(codes=found[0], token=found[1], token_url=None if is_own else found[1])


def ask_for_codes(endpoints: DeviceEndpoints, *, scope: str, device_name: str) -> Flow[DeviceCodes]:
    """Ask for codes. Raises `RequestRefusedError`, `ConnectionFailedError`, `UnexpectedAnswerError`."""
    form = {"client_id": CLIENT_ID, "scope": scope, "device_name": device_name}
    answer = yield from send_once(_post(endpoints.codes, form))
    if not answer.is_success:
        raise _refused(answer, endpoints.codes)
    reply = _object(answer)
    try:
        complete = reply.get("verification_uri_complete")
        return DeviceCodes(
            device_code=str(reply["device_code"]),
            user_code=str(reply["user_code"]),
            page=str(reply["verification_uri"]),
            page_with_code=None if complete is None else str(complete),
            expires_in=min(_LONGEST_LIFE, float(reply["expires_in"])),
            interval=max(_SHORTEST_INTERVAL, float(reply.get("interval", 5))),
        )
    except (KeyError, TypeError, ValueError):
        raise UnexpectedAnswerError(f"{endpoints.codes} did not answer with codes.") from None


def wait_for_approval(endpoints: DeviceEndpoints, codes: DeviceCodes) -> Flow[Credentials]:
    """Poll until a person has decided. A service that does not answer meanwhile is tried again, less often.

    Raises `AuthenticationError` when the request was denied or the code is over.
    """
    form = {"grant_type": GRANT, "client_id": CLIENT_ID, "device_code": codes.device_code}
    request = _post(endpoints.token, form)
    deadline = time.monotonic() + codes.expires_in
    interval, failures, asked_to_wait = codes.interval, 0, 0.0
    while True:
        longer = min(interval * 2.0**failures, max(_LONGEST_PAUSE, interval))
        yield from pause(max(longer, asked_to_wait))
        if time.monotonic() > deadline:
            raise AuthenticationError(_ENDED["expired_token"])
        answer = yield from _poll(request)
        if answer is None or answer.status in _PASSING:
            failures = min(failures + 1, 8)
            asked_to_wait = _asked_to_wait(answer)
            continue
        failures, asked_to_wait = 0, 0.0
        if answer.is_success:
            return _read_credentials(answer, endpoints)
        error = _object(answer).get("error")
        if error == "slow_down":
            interval += _SLOWER
        elif error != "authorization_pending":
            raise _refused(answer, endpoints.token)


def _poll(request: Request) -> Flow[Answer | None]:
    """The answer; None: the service could not be reached, which may pass."""
    try:
        return (yield from send_once(request))
    except ConnectionFailedError as error:
        if not error.is_passing:
            raise
        return None


def _asked_to_wait(answer: Answer | None) -> float:
    seconds = None if answer is None else parse_retry_after(answer.headers.get("retry-after"))
    return min(seconds or 0.0, _LONGEST_PAUSE)


def _read_credentials(answer: Answer, endpoints: DeviceEndpoints) -> Credentials:
    reply = _object(answer)
    client_id, secret, token = (reply.get(one) for one in ("client_id", "client_secret", "access_token"))
    if isinstance(client_id, str) and isinstance(secret, str):
        return Credentials(client_id=client_id, client_secret=secret, token_url=endpoints.token_url)
    if isinstance(token, str):  # another server, whose grant is good for one token
        return Credentials(token=token, token_url=endpoints.token_url)
    raise UnexpectedAnswerError(f"{endpoints.token} did not answer with credentials.")


def _reached_by(url: str, issuer: str, endpoint: str) -> str:
    """An endpoint at the address that the user gave: a service may be reached at several."""
    below = issuer and endpoint.startswith(f"{issuer}/")
    return url + endpoint.removeprefix(issuer) if below else endpoint


def _post(url: str, form: Mapping[str, str]) -> Request:
    return Request(
        method="POST",
        url=url,
        headers={**_HEADERS, "Content-Type": "application/x-www-form-urlencoded"},
        content=urlencode(form).encode(),
        timeout=_TIMEOUT,
    )


def _refused(answer: Answer, url: str) -> Exception:
    """The refusal of an endpoint of RFC 6749."""
    body = _object(answer)
    code, text = str(body.get("error", "")), str(body.get("error_description", ""))
    if answer.status not in {400, 401} or not code:
        return to_error(answer, url=url)
    kind = AuthenticationError if code in _ENDED else RequestRefusedError
    error = kind(f"{_ENDED.get(code, 'The service refused the request.')} ({code}: {text})")
    error.status, error.code = answer.status, code
    return error


def _object(answer: Answer) -> dict[str, Any]:
    """The body as a JSON object; an empty one where it is none."""
    try:
        found = answer.json()
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


_HEADERS: Final = {"Accept": "application/json", "User-Agent": "dragoman-command"}
