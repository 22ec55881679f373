"""Requests and answers in the terms of the HTTP library, and its exceptions in ours."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

import httpx2

from dragoman_client.errors import ConnectionFailedError, DragomanError, InvalidInputError
from dragoman_client.exchange import Answer, Request
from dragoman_client.options import Options

# Of these the server has seen nothing.
_NOT_SENT = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout, httpx2.ProxyError)


def client_arguments(options: Options) -> dict[str, Any]:
    """What both kinds of clients are made with."""
    if options.transport is not None:
        return {"transport": options.transport, "timeout": options.timeout, "trust_env": False}
    connections = httpx2.Limits(
        max_connections=options.concurrency, max_keepalive_connections=options.concurrency
    )
    return {
        "timeout": options.timeout,
        "verify": tls_context(options.verify),
        "proxy": options.proxy,
        "limits": connections,
        "follow_redirects": False,
    }


def tls_context(verify: bool | str) -> Any:
    """What the library wants for `Options.verify`: a file of certificate authorities becomes a context."""
    if not isinstance(verify, str):
        return verify
    import ssl  # noqa: PLC0415 - seldom needed

    try:
        return ssl.create_default_context(cafile=verify)
    except OSError as error:
        raise InvalidInputError(f"The certificate authorities {verify} cannot be read: {error}.") from None


@contextmanager
def opened(request: Request) -> Iterator[dict[str, Any]]:
    """The arguments of the library for a request; files are open in the block."""
    arguments: dict[str, Any] = {
        "method": request.method,
        "url": request.url,
        "headers": dict(request.headers),
        "timeout": request.timeout,
    }
    if request.upload is None:
        yield {**arguments, "content": request.content}
        return
    with request.upload.open() as file:
        yield {**arguments, **_multipart(request, file)}


def _multipart(request: Request, file: IO[bytes]) -> dict[str, Any]:
    assert request.upload is not None
    return {
        "data": dict(request.form or {}),
        "files": {"file": (request.upload.name, file, request.upload.media_type)},
    }


def to_answer(response: httpx2.Response, body: bytes = b"") -> Answer:
    """An answer of ours."""
    headers = {name.lower(): value for name, value in response.headers.items()}
    return Answer(status=response.status_code, headers=headers, body=body)


def size_of(response: httpx2.Response) -> int | None:
    """How many bytes the body has, where the answer says so and is not compressed."""
    length = response.headers.get("content-length", "")
    return int(length) if length.isdecimal() and "content-encoding" not in response.headers else None


@contextmanager
def translated_errors(request: Request) -> Iterator[None]:
    """Raise the library's exceptions as `ConnectionFailedError`, without anything that was sent."""
    try:
        yield
    except httpx2.InvalidURL:
        raise InvalidInputError(f"{request.url.partition('?')[0]!r} is not an address.") from None
    except httpx2.TransportError as error:
        raise _failure(error, request) from None
    except httpx2.HTTPError as error:
        raise DragomanError(f"{_named(request)}: {type(error).__name__}.") from None


def _failure(error: httpx2.TransportError, request: Request) -> ConnectionFailedError:
    place = _named(request)
    if isinstance(error, httpx2.UnsupportedProtocol):
        return ConnectionFailedError(f"{place} is not an address of http or https.", is_passing=False)
    if isinstance(error, httpx2.ConnectError):
        return _unconnected(str(error), place)
    if isinstance(error, httpx2.TimeoutException):
        seconds = f"{request.timeout:g} seconds" if request.timeout else "time"
        return ConnectionFailedError(
            f"{place} did not answer within {seconds}.", may_have_begun=not isinstance(error, _NOT_SENT)
        )
    if isinstance(error, httpx2.ProxyError):
        return ConnectionFailedError(f"The proxy before {place} refuses the connection.")
    return ConnectionFailedError(
        f"The connection to {place} broke before the answer was complete.", may_have_begun=True
    )


def _unconnected(said: str, place: str) -> ConnectionFailedError:
    lower = said.lower()
    if "certificate" in lower or "ssl" in lower:
        hint = "Name its certificate authority (Options.verify), or check whether the address is one of http."
        return ConnectionFailedError(
            f"{place} has no certificate that can be trusted. {hint}", is_passing=False
        )
    if (
        "name or service" in lower
        or "nodename" in lower
        or "getaddrinfo" in lower
        or "name resolution" in lower
    ):
        return ConnectionFailedError(f"There is no host of the name in {place}. Check the address.")
    return ConnectionFailedError(f"Nothing answers at {place}. Is the service running there?")


def _named(request: Request) -> str:
    scheme, _, rest = request.url.partition("://")
    return f"{scheme}://{rest.partition('/')[0]}"
