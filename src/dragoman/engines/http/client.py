"""Calls to one service: JSON there and back, bounded in time and size, repeated where that may help.

No redirect is followed, no proxy of the environment is used, and certificates are checked. Errors never
hold the secret or a text.
"""

from __future__ import annotations

import asyncio
import random
import ssl
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final
from urllib.parse import quote, urlencode, urlsplit

import httpcore2
import orjson

import dragoman
from dragoman.checked_network import Resolve
from dragoman.engines.http.failures import (
    PASSING,
    CallFailure,
    ServiceFailed,
    ServiceTimedOut,
    not_understood,
)
from dragoman.engines.http.naming_failures import name_failure, name_status, unreachable
from dragoman.engines.http.service_addresses import ServiceNetwork
from dragoman.errors import Misconfigured

_MOST_BYTES: Final = 8 * 1024 * 1024  # of an answer
_MOST_ERROR_BYTES: Final = 64 * 1024
_CONNECT_SECONDS: Final = 5.0
_IDLE_SECONDS: Final = 2.0  # shorter than servers keep idle connections
_JSON_TYPES: Final = ("application/json", "text/json")


@dataclass(frozen=True, slots=True, kw_only=True)
class Repetition:
    """How often a call is made, and how long is waited in between: a random part of a limit that doubles."""

    attempts: int = 4
    first_seconds: float = 0.5
    longest_seconds: float = 8.0


@dataclass(frozen=True, slots=True, kw_only=True)
class NetworkOptions:
    """How services are reached."""

    ca_file: Path | None = None  # certificate authorities to trust beside the system's
    resolve: Resolve | None = None
    repetition: Repetition = field(default_factory=Repetition)


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceCall:
    """One request."""

    method: str
    path: str  # below the service's address
    query: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)  # the secret may be there
    content: bytes = field(default=b"", repr=False)
    content_type: str = "application/json"

    def with_headers(self, headers: Mapping[str, str]) -> ServiceCall:
        """The call with more headers."""
        return replace(self, headers={**self.headers, **headers})


def get(
    path: str, *, query: Mapping[str, str] | None = None, headers: Mapping[str, str] | None = None
) -> ServiceCall:
    """A call that reads."""
    return ServiceCall(method="GET", path=path, query=query or {}, headers=headers or {})


def post(
    path: str,
    body: object,
    *,
    query: Mapping[str, str] | None = None,
    headers: Mapping[str, str] | None = None,
) -> ServiceCall:
    """A call that sends JSON. Raises `ServiceFailed` for lone surrogates."""
    try:
        content = orjson.dumps(body)
    except TypeError:  # halves of surrogate pairs
        message = "A text has characters that cannot be sent."
        raise ServiceFailed(message, failure=CallFailure.REFUSED) from None
    return ServiceCall(method="POST", path=path, query=query or {}, headers=headers or {}, content=content)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Answer:
    status: int
    headers: Mapping[str, str] = field(repr=False)  # names in lower case
    body: bytes = field(repr=False)


class ServiceClient:
    """The connections of one process to one service."""

    def __init__(
        self, pool: httpcore2.AsyncConnectionPool, address: str, *, seconds: float, repetition: Repetition
    ) -> None:
        self._pool = pool
        self._parts = urlsplit(address)
        self._seconds = seconds
        self._repetition = repetition

    async def fetch(self, call: ServiceCall) -> object:
        """Make a call, repeated while its failure may pass and there is time: the answer's JSON.

        Raises `ServiceFailed` or `ServiceTimedOut`.
        """
        deadline = time.monotonic() + self._seconds
        attempt = 0
        while True:
            attempt += 1
            try:
                return _read_json(await self._attempt(call, deadline - time.monotonic()))
            except ServiceFailed as error:
                wait = self._find_wait(error, attempt)
                if wait is None or time.monotonic() + wait >= deadline:
                    raise
            await asyncio.sleep(wait)

    def _find_wait(self, error: ServiceFailed, attempt: int) -> float | None:
        """Seconds until the next attempt; None where none is made."""
        if error.failure not in PASSING or attempt >= self._repetition.attempts:
            return None
        limit = min(self._repetition.first_seconds * 2 ** (attempt - 1), self._repetition.longest_seconds)
        wait = random.uniform(limit / 2, limit)  # noqa: S311 - so that processes do not come back together
        return wait if error.retry_after is None else max(wait, error.retry_after)

    async def _attempt(self, call: ServiceCall, seconds: float) -> _Answer:
        try:
            async with asyncio.timeout(max(seconds, 0.001)):
                return await self._exchange(call)
        except (TimeoutError, httpcore2.TimeoutException) as error:
            if isinstance(error, httpcore2.ConnectTimeout):
                raise unreachable("did not accept a connection in time") from None
            raise ServiceTimedOut(
                f"The service did not answer within {self._seconds:g} seconds.", failure=CallFailure.TIMED_OUT
            ) from None
        except (httpcore2.NetworkError, httpcore2.ProtocolError, OSError) as error:
            raise name_failure(error) from None

    async def _exchange(self, call: ServiceCall) -> _Answer:
        # The time of the whole call is limited by who calls; a model may think long before its first byte.
        whole = self._seconds
        timeouts = {"connect": _CONNECT_SECONDS, "read": whole, "write": whole, "pool": whole}
        async with self._pool.stream(
            call.method,
            self._url(call),
            headers=[(name.encode(), value.encode()) for name, value in self._headers(call).items()],
            content=call.content,
            extensions={"timeout": timeouts},
        ) as response:
            headers = {
                name.decode("latin-1").lower(): value.decode("latin-1") for name, value in response.headers
            }
            most = _MOST_BYTES if response.status == 200 else _MOST_ERROR_BYTES
            body = bytearray()
            async for chunk in response.aiter_stream():
                body += chunk
                if len(body) > most:
                    if response.status != 200:
                        break
                    raise not_understood(f"The service answered with more than {_MOST_BYTES} bytes.")
            return _Answer(status=response.status, headers=headers, body=bytes(body))

    def _url(self, call: ServiceCall) -> httpcore2.URL:
        target = quote(self._parts.path + call.path, safe="/:@!$&'(),;=-._~%*+")
        if call.query:
            target += "?" + urlencode(call.query)
        return httpcore2.URL(
            scheme=self._parts.scheme.encode(),
            host=(self._parts.hostname or "").encode(),
            port=self._parts.port,
            target=target.encode(),
        )

    def _headers(self, call: ServiceCall) -> dict[str, str]:
        headers = {
            "Host": self._parts.netloc,
            "Accept": "application/json",
            "Accept-Encoding": "identity",
            "User-Agent": f"Dragoman/{dragoman.__version__}",
            **call.headers,
        }
        if call.method == "POST":
            headers |= {"Content-Type": call.content_type, "Content-Length": str(len(call.content))}
        return headers


@asynccontextmanager
async def open_client(
    address: str, *, connections: int, seconds: float, network: NetworkOptions
) -> AsyncIterator[ServiceClient]:
    """Open the connections. Raises `Misconfigured` when `ca_file` cannot be read."""
    is_encrypted = urlsplit(address).scheme == "https"
    pool = httpcore2.AsyncConnectionPool(
        ssl_context=_trust(network.ca_file) if is_encrypted else None,
        max_connections=connections,
        max_keepalive_connections=connections,
        keepalive_expiry=_IDLE_SECONDS,
        network_backend=ServiceNetwork(encrypted=is_encrypted, resolve=network.resolve),
    )
    async with pool:
        yield ServiceClient(pool, address, seconds=seconds, repetition=network.repetition)


def _trust(ca_file: Path | None) -> ssl.SSLContext:
    context = httpcore2.default_ssl_context()
    if ca_file is not None:
        try:
            context.load_verify_locations(ca_file)
        except (OSError, ssl.SSLError) as error:
            raise Misconfigured(f"The file of certificates {ca_file} cannot be used: {error}.") from None
    return context


def _read_json(answer: _Answer) -> object:
    """The JSON of an answer with status 200. Raises `ServiceFailed` for every other answer."""
    if answer.status != 200:
        raise name_status(answer.status, answer.headers, answer.body)
    kind = answer.headers.get("content-type", "").partition(";")[0].strip().lower()
    if answer.headers.get("content-encoding", "identity").lower() != "identity":
        raise not_understood("The service compressed its answer although it was told not to.")
    if kind not in _JSON_TYPES and not kind.endswith("+json"):
        raise not_understood(
            f"The service answered with {_describe_type(kind)}, not with JSON. Check the address."
        )
    try:
        return orjson.loads(answer.body)
    except ValueError:
        raise not_understood("The service answered with something that is not JSON.") from None


def _describe_type(kind: str) -> str:
    if kind == "text/html":
        return "a web page (HTML)"
    return "something else" if not kind.isascii() or len(kind) > 60 or not kind else kind
