"""Send requests and note what a client notices of the answers: statuses, headers, shapes of bodies."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx2

from tests.waiting import CEILING, wait_until

# Headers whose values are part of the contract, and those of which only the presence is.
VALUES = (
    "allow",
    "content-type",
    "retry-after",
    "content-disposition",
    "location",
    "www-authenticate",
    "accept-ranges",
)
PRESENT = ("x-request-id", "cache-control", "date")
# Members whose values clients compare: everything else is compared by its type.
TELLING = frozenset(
    {
        "code",
        "errorCode",
        "error",
        "type",
        "loc",
        "token_type",
        "status",
        "expires_in",
        "scope",
        "origin",
        "kind",
    }
)
_VARIABLE = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}|\b\d+\b|key-[\w-]+")


@dataclass(frozen=True, kw_only=True)
class Exchange:
    """One request and the shape of its answer."""

    name: str
    status: int
    headers: Mapping[str, str]
    body: Any
    raw: httpx2.Response = field(compare=False, repr=False)


def shape_of(value: Any, name: str = "") -> Any:
    """The types of a JSON value; values where clients compare them; of a list its items' distinct shapes."""
    if isinstance(value, dict):
        return {key: shape_of(item, key) for key, item in value.items()}
    if name == "loc":
        return value
    if isinstance(value, list):
        shapes = {json.dumps(shape_of(item), sort_keys=True) for item in value}
        return sorted(shapes)
    if name in TELLING and not isinstance(value, int):
        return value
    if isinstance(value, bool) or value is None:
        return str(value) if value is None else "bool"
    return "number" if isinstance(value, int | float) else "text"


@dataclass(kw_only=True)
class Recorder:
    """Sends requests to one service and keeps what it answered, in order."""

    url: str
    client_id: str
    client_secret: str
    provider: tuple[str, str]
    receiver_url: str = ""
    exchanges: list[Exchange] = field(default_factory=list)
    http: httpx2.Client = field(default_factory=lambda: httpx2.Client(timeout=CEILING))
    _tokens: dict[str, str] = field(default_factory=dict)

    def __call__(
        self, name: str, method: str, path: str, *, token: str | None = "customer", **options: Any
    ) -> httpx2.Response:
        """Send a request, by default with the customer's token, and note the answer."""
        answer = self.send(method, path, token=token, **options)
        headers = {
            key: _VARIABLE.sub("#", answer.headers[key].replace(self.url, ""))
            for key in VALUES
            if key in answer.headers
        }
        headers |= {key: "present" for key in PRESENT if key in answer.headers}
        self.exchanges.append(
            Exchange(name=name, status=answer.status_code, headers=headers, body=_body(answer), raw=answer)
        )
        return answer

    def send(
        self, method: str, path: str, *, token: str | None = "customer", **options: Any
    ) -> httpx2.Response:
        """Send a request and note nothing."""
        headers = dict(options.pop("headers", {}))
        if token is not None:
            known = {"customer": (self.client_id, self.client_secret), "provider": self.provider}
            headers["Authorization"] = f"Bearer {self._token(*known[token]) if token in known else token}"
        return self.http.request(method, self.url + path, headers=headers, **options)

    def get(self, path: str) -> Any:
        """What an address answers; not noted."""
        answer = self.send("GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def made(self, path: str, body: Any) -> Any:
        """Create something without a note, from JSON or bytes: its id."""
        sent = {"content": body} if isinstance(body, bytes) else {"json": body}
        answer = self.send("POST", path, **sent)
        assert answer.status_code == 201, answer.text
        return answer.json()["id"]

    def wait(self, path: str, holds: Callable[[Any], object], *, method: str = "GET") -> Any:
        """Read until it holds; not noted."""
        return wait_until(lambda: self.send(method, path).json(), holds)

    def _token(self, client_id: str, secret: str) -> str:
        if client_id not in self._tokens:
            form = {"grant_type": "client_credentials", "client_id": client_id, "client_secret": secret}
            self._tokens[client_id] = self.http.post(f"{self.url}/oauth2/token", data=form).json()[
                "access_token"
            ]
        return self._tokens[client_id]


def _body(answer: httpx2.Response) -> Any:
    if not answer.content:
        return None
    if answer.headers.get("content-type", "").startswith("application/json"):
        return shape_of(answer.json())
    return "bytes"
