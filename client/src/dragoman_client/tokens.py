"""Access tokens: fetched on first use, reused until shortly before they expire, by one flow at a time."""

from __future__ import annotations

import base64
import time
from collections.abc import Callable
from typing import Final
from urllib.parse import quote_plus, urlencode

from dragoman_client.credentials import Credentials, check_credentials
from dragoman_client.errors import AuthenticationError, UnexpectedAnswerError
from dragoman_client.exchange import Answer, Request
from dragoman_client.flows import Flow, exclusively
from dragoman_client.refusals import to_error

_EARLY_SECONDS: Final = 30.0  # renewed so long before the end, but not before half of its life

SendToken = Callable[[Request], Flow[Answer]]


class Tokens:
    """The token of a client. It is in no `repr`, log or exception."""

    def __init__(self, url: str, credentials: Credentials, *, scope: str | None = None) -> None:
        check_credentials(credentials)
        self._scope = scope
        self._credentials = credentials
        self._url = credentials.token_url or f"{url}/oauth2/token"
        self._token = credentials.token
        self._renew_at = float("inf") if credentials.token else 0.0  # time.monotonic()

    @property
    def can_renew(self) -> bool:
        """Whether another token can be got when this one is refused."""
        return bool(self._credentials.client_id and self._credentials.client_secret)

    def forget(self, token: str) -> None:
        """A server refused this token: the next use fetches another, unless one was fetched meanwhile."""
        if self._token == token:
            self._token, self._renew_at = None, 0.0

    def get(self, send: SendToken) -> Flow[str]:
        """The token. Raises `AuthenticationError` where the credentials are refused."""
        if self._is_valid():
            return self._token or ""
        return (yield from exclusively(lambda: self._fetch(send)))

    def _is_valid(self) -> bool:
        return self._token is not None and time.monotonic() < self._renew_at

    def _fetch(self, send: SendToken) -> Flow[str]:
        if self._is_valid():  # fetched by another flow, for which this one waited
            return self._token or ""
        asked_at = time.monotonic()
        answer = yield from send(self._request())
        if not answer.is_success:
            raise _refused(answer, self._url)
        try:
            reply = answer.json()
            token, seconds = str(reply["access_token"]), float(reply.get("expires_in", 300))
        except (ValueError, KeyError, TypeError, AttributeError):
            raise UnexpectedAnswerError(
                f"{self._url} did not answer with a token. Is it the address of a token endpoint?"
            ) from None
        self._token = token
        self._renew_at = asked_at + max(seconds - _EARLY_SECONDS, seconds / 2)
        return token

    def _request(self) -> Request:
        form = {"grant_type": "client_credentials"}
        if self._scope:
            form["scope"] = self._scope
        names = (self._credentials.client_id or "", self._credentials.client_secret or "")
        pair = ":".join(map(quote_plus, names))  # RFC 6749 2.3.1
        return Request(
            method="POST",
            url=self._url,
            headers={
                "Authorization": f"Basic {base64.b64encode(pair.encode()).decode()}",
                "Content-Type": "application/x-www-form-urlencoded",
                "Accept": "application/json",
            },
            content=urlencode(form).encode(),
        )


def _refused(answer: Answer, url: str) -> Exception:
    """The refusal of the token endpoint (RFC 6749 5.2)."""
    if answer.status in {400, 401}:
        try:
            body = answer.json()
            code, text = str(body["error"]), str(body.get("error_description", ""))
        except (ValueError, KeyError, TypeError):
            pass
        else:
            error = AuthenticationError(
                f"The credentials were refused ({code}): {text} "
                "Check the client id and the client secret; a secret that was regenerated ended the old one."
            )
            error.status, error.code = answer.status, code
            error.request_id = answer.headers.get("x-request-id")
            return error
    return to_error(answer, url=url)
