"""Plain HTTP as the checks send it: a client for each application, with its token, and nothing made better.

It is not the package's own client, which repeats, renews and translates errors: a check has to see the wire.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from dragoman_client.conformance.model import AppCredentials, CheckFailed
from dragoman_client.conformance.stopping import StopRequest
from dragoman_client.retry_after import parse_retry_after

if TYPE_CHECKING:
    import httpx2

TOKEN: Final = "/oauth2/token"  # noqa: S105 - a path
WRONG: Final = "wrong"  # a secret that is none
_LONGEST_PAUSE: Final = 60.0  # seconds that a 429 may ask for
_PAUSES: Final = 5


class WireClient:
    """Requests of one application, or of nobody."""

    def __init__(self, url: str, stop: StopRequest, credentials: AppCredentials | None = None) -> None:
        import httpx2  # noqa: PLC0415 - not for help

        self._http = httpx2.Client(base_url=url, timeout=60.0, follow_redirects=False)
        self.credentials = credentials
        self._stop = stop
        self._token = ""
        self._renewed_at = 0.0  # by the clock of time.monotonic
        self.waits_for_limits = True

    def request(self, method: str, path: str, **options: Any) -> httpx2.Response:
        """The answer to a request with the token; a 429 is waited out where `waits_for_limits`."""
        path = _within_server(path)
        headers = dict(options.pop("headers", None) or {})
        if self.credentials is not None and not any(name.lower() == "authorization" for name in headers):
            headers["Authorization"] = f"Bearer {self.token()}"
        for _ in range(_PAUSES):
            answer = self._send(method, path, headers, options)
            pause = parse_retry_after(answer.headers.get("Retry-After"))
            if answer.status_code != 429 or not self.waits_for_limits or pause is None:
                return answer
            self._stop.sleep(min(pause, _LONGEST_PAUSE))
        return answer

    def get(self, path: str, **options: Any) -> httpx2.Response:
        """GET."""
        return self.request("GET", path, **options)

    def post(self, path: str, **options: Any) -> httpx2.Response:
        """POST."""
        return self.request("POST", path, **options)

    def put(self, path: str, **options: Any) -> httpx2.Response:
        """PUT."""
        return self.request("PUT", path, **options)

    def patch(self, path: str, **options: Any) -> httpx2.Response:
        """PATCH."""
        return self.request("PATCH", path, **options)

    def delete(self, path: str, **options: Any) -> httpx2.Response:
        """DELETE."""
        return self.request("DELETE", path, **options)

    def token(self) -> str:
        """The access token, a new one when half of its life is over."""
        if time.monotonic() > self._renewed_at:
            answer = self.request_token()
            issued = read_json(answer)
            if answer.status_code != 200 or not isinstance(issued.get("access_token"), str):
                raise CheckFailed("a token (200)", f"{answer.status_code}", f"POST {TOKEN}")
            self._token = issued["access_token"]
            lifetime = issued.get("expires_in")
            seconds = lifetime if isinstance(lifetime, int) else 60
            self._renewed_at = time.monotonic() + seconds / 2
        return self._token

    def request_token(self, **changes: str) -> httpx2.Response:
        """The answer to a token request with the credentials, and with fields changed or added."""
        assert self.credentials is not None
        return self._send("POST", TOKEN, {}, {"data": {**token_form(self.credentials), **changes}})

    def close(self) -> None:
        """Close its connections."""
        self._http.close()

    def secrets(self) -> tuple[str, ...]:
        """What no report may contain."""
        found = (self._token, self.credentials.client_secret if self.credentials else "")
        return tuple(one for one in found if one)

    def _send(self, method: str, path: str, headers: Any, options: dict[str, Any]) -> httpx2.Response:
        import httpx2  # noqa: PLC0415

        self._stop.check()
        try:
            return self._http.request(method, path, headers=headers, **options)
        except (httpx2.TransportError, httpx2.DecodingError) as error:
            raise CheckFailed("an answer", type(error).__name__, f"{method} {path}") from None


def _within_server(path: str) -> str:
    """A link of an answer as a path of the server that is checked: no other one gets the token."""
    parts = urlsplit(path)
    if not parts.scheme and not parts.netloc:
        return path
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


def token_form(credentials: AppCredentials) -> dict[str, str]:
    """The fields of a token request (A1)."""
    return {
        "grant_type": "client_credentials",
        "client_id": credentials.client_id,
        "client_secret": credentials.client_secret,
    }


def read_json(answer: httpx2.Response) -> Any:
    """The JSON of an answer; an empty object where it is none."""
    try:
        return answer.json()
    except ValueError:
        return {}
