"""JSON documents of identity providers, fetched from addresses that no one can change in transit."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import orjson

if TYPE_CHECKING:
    import httpx2

_DISCOVERY: Final = "/.well-known/openid-configuration"
_MAX_BYTES: Final = 512 * 1024


class UnexpectedStatus(ValueError):
    """The provider answered with another status than 200; `body` is the JSON object it sent, if any."""

    def __init__(self, status: int, body: Mapping[str, Any]) -> None:
        super().__init__(f"status {status}")
        self.status = status
        self.body = body


def provider_faults() -> tuple[type[Exception], ...]:
    """The errors of `fetch_object`: the provider is away, or its answer is not what it should be."""
    import httpx2  # noqa: PLC0415 - see `open_external_issuers`

    return (httpx2.HTTPError, httpx2.InvalidURL, OSError, ValueError)


async def fetch_discovery(client: httpx2.AsyncClient, issuer: str) -> Mapping[str, Any]:
    """The discovery document (OIDC) of an issuer. Raises as `fetch_object`, and for another issuer's."""
    document = await fetch_object(client, issuer.rstrip("/") + _DISCOVERY)
    if document.get("issuer") != issuer:
        raise ValueError("the discovery document is another issuer's")
    return document


async def fetch_object(
    client: httpx2.AsyncClient,
    address: str,
    *,
    form: Mapping[str, str] | None = None,
    headers: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """A JSON object of limited size, by GET, or by POST of a form.

    Raises `provider_faults`: ValueError for anything else, `UnexpectedStatus` among them, or the client's.
    """
    body = bytearray()
    sent = {"Accept": "application/json", **(headers or {})}
    method = "GET" if form is None else "POST"
    async with client.stream(method, address, headers=sent, data=form) as response:
        async for chunk in response.aiter_bytes():
            body += chunk
            if len(body) > _MAX_BYTES:
                raise ValueError(f"more than {_MAX_BYTES} bytes")
    value = _load(body)
    if response.status_code != HTTPStatus.OK:
        raise UnexpectedStatus(response.status_code, value if isinstance(value, dict) else {})
    if not isinstance(value, dict):
        raise ValueError("not a JSON object")
    return value


def read_address(document: Mapping[str, Any], name: str) -> str:
    """An address that a discovery document names. Raises ValueError when it is missing or not protected."""
    address = document.get(name)
    if not isinstance(address, str) or not is_safe_address(address):
        raise ValueError(f"the discovery document names no acceptable {name}")
    return address


def is_safe_address(address: str) -> bool:
    """Whether the address is protected against changes in transit: https, or http on this machine."""
    try:
        parts = urlsplit(address)
        host = parts.hostname
    except ValueError:
        return False
    return (parts.scheme == "https" and bool(host)) or (
        parts.scheme == "http" and host in {"localhost", "127.0.0.1", "::1"}
    )


def _load(body: bytearray) -> object:
    try:
        return orjson.loads(body)
    except ValueError:
        return None
