"""Connections to addresses that were checked: a name is resolved once, and only permitted addresses are used.

Earlier and later results of resolving the name do not matter. Who connects decides which are permitted.
"""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Final, TypeAlias

from httpcore2 import (
    AnyIOBackend,
    AsyncNetworkBackend,
    AsyncNetworkStream,
    ConnectError,
    ConnectTimeout,
)

Resolve: TypeAlias = Callable[[str, int], Awaitable[Sequence[str]]]
# The addresses to connect to, of those that a host and port lead to. Raises `AddressRefused`.
Permit: TypeAlias = Callable[[str, int, Sequence[str]], Sequence[str]]

_CONNECT_SECONDS: Final = 5.0  # for finding the address and reaching it
_MOST_ADDRESSES: Final = 4  # of one name that are tried


class AddressRefused(ConnectError):
    """The name leads to an address that may not be reached."""


class NameUnknown(ConnectError):
    """The name has no address."""


class CheckedNetwork(AsyncNetworkBackend):
    """Connects to the addresses that `permit` gives. `Host` and SNI keep the name."""

    def __init__(self, permit: Permit, resolve: Resolve | None = None) -> None:
        self._permit = permit
        self._resolve = resolve or resolve_name
        self._network = AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        *_: Any,
        **__: Any,
    ) -> AsyncNetworkStream:
        """Resolve, check, connect. Raises an error of httpcore2's."""
        try:
            async with asyncio.timeout(min(timeout or _CONNECT_SECONDS, _CONNECT_SECONDS)):
                addresses = list(dict.fromkeys(await self._resolve(host, port)))
                if not addresses:
                    raise NameUnknown
                return await self._connect_any(self._permit(host, port, addresses), port)
        except TimeoutError as error:
            raise ConnectTimeout from error

    async def connect_unix_socket(self, *_: Any, **__: Any) -> AsyncNetworkStream:
        """Refuse."""
        raise AddressRefused

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)

    async def _connect_any(self, addresses: Sequence[str], port: int) -> AsyncNetworkStream:
        """Try one after the other, each with its share of the time."""
        chosen = addresses[:_MOST_ADDRESSES]
        share = _CONNECT_SECONDS / len(chosen)
        for address in chosen[:-1]:
            with suppress(ConnectError, ConnectTimeout):
                return await self._network.connect_tcp(address, port, timeout=share)
        return await self._network.connect_tcp(chosen[-1], port)


async def resolve_name(host: str, port: int) -> list[str]:
    """The addresses that the system knows for a name; none where it does not know it.

    In a thread of its own that the process does not wait for: the system's resolver cannot be interrupted.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[list[str]] = loop.create_future()

    def settle(addresses: list[str]) -> None:
        if not answer.done():
            answer.set_result(addresses)

    def look_up() -> None:
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            addresses = [str(entry[4][0]) for entry in found]
        except (OSError, UnicodeError):
            addresses = []
        with suppress(RuntimeError):  # the loop has ended meanwhile
            loop.call_soon_threadsafe(settle, addresses)

    threading.Thread(target=look_up, name="resolver", daemon=True).start()
    return await answer
