"""The open connections of one process: a concurrency limit, and which connections are closed at it."""

from __future__ import annotations

import ipaddress
from collections.abc import Container, Iterator
from enum import Enum, auto
from itertools import chain
from typing import Generic, Protocol, TypeVar

from dragoman.http.connection_limits import ConnectionLimits

_IPV6_PREFIX = 64  # bits: one customer's network has at least 2^64 addresses


class Room(Enum):
    """What requests of a connection get."""

    FREE = auto()  # every request is answered
    RESERVE = auto()  # only health checks are answered, any other request with 503
    NONE = auto()  # it is closed at once


class TableEntry(Protocol):
    """A connection as the table sees it."""

    peer: str  # the client's IP address, or "" where there is none

    def shed(self) -> None:
        """Close at once, without an answer."""

    def is_slow(self) -> bool:
        """Whether a request's body arrives, or an answer is taken, slower than the least rate."""


_EntryT = TypeVar("_EntryT", bound=TableEntry)


class ConnectionTable(Generic[_EntryT]):
    """Counts connections, in total and by client address, and closes (sheds) those that only wait.

    A connection waits while it has no complete request header section: it is new, idle, or sends its headers.
    When a limit is reached, the connection that has waited longest is closed in favour of a new one, and
    after those the connections whose client sends a body, or takes an answer, slower than the least rate.
    """

    def __init__(self, limits: ConnectionLimits) -> None:
        self._limits = limits
        self._by_address: dict[str, dict[_EntryT, None]] = {}
        self._addresses: dict[_EntryT, str] = {}
        self._waiting: dict[_EntryT, None] = {}  # in the order in which they began to wait
        self._slow: list[_EntryT] = []

    def __len__(self) -> int:
        return len(self._addresses)

    def __iter__(self) -> Iterator[_EntryT]:
        return iter(list(self._addresses))  # connections may close during the iteration

    def add(self, connection: _EntryT) -> Room:
        """Enter a new connection, after closing another where a limit is reached.

        Beyond the limits and their reserve the connection is not entered.
        """
        address = self._address(connection.peer)
        siblings = self._by_address.get(address, {})
        limits = self._limits
        if address and len(siblings) >= limits.per_address:
            idle = next((one for one in siblings if one in self._waiting), None)
            self._shed(idle or self._take_slow(siblings))
        if len(self) >= limits.total:
            self._shed(next(iter(self._waiting), None) or self._take_slow(self._addresses))
        over = len(self) - limits.total
        if address:
            over = max(over, len(siblings) - limits.per_address)
        if over >= limits.reserve:
            return Room.NONE
        self._addresses[connection] = address
        self._by_address.setdefault(address, siblings)[connection] = None
        self._waiting[connection] = None
        return Room.FREE if over < 0 else Room.RESERVE

    def remove(self, connection: _EntryT) -> None:
        """Forget a closed connection, or one that was never entered."""
        address = self._addresses.pop(connection, None)
        self._waiting.pop(connection, None)
        if address is not None:
            siblings = self._by_address[address]
            del siblings[connection]
            if not siblings:
                del self._by_address[address]

    def waits(self, connection: _EntryT) -> None:
        """Note that a connection begins to wait. Those that began earlier are shed earlier."""
        if connection in self._addresses:
            self._waiting.pop(connection, None)
            self._waiting[connection] = None

    def works(self, connection: _EntryT) -> None:
        """Note that a connection has a request under way, and is not shed for being idle."""
        self._waiting.pop(connection, None)

    def has_room(self, connection: _EntryT) -> bool:
        """Whether a connection that was let into the reserve is within the limits by now."""
        siblings = self._by_address.get(self._addresses.get(connection, ""), {})
        within_address = not self._addresses.get(connection) or len(siblings) <= self._limits.per_address
        return len(self) <= self._limits.total and within_address

    def find_slow(self) -> None:
        """Find connections whose client is too slow: they are shed when a limit is reached."""
        if len(self) >= self._limits.total:
            looked_at = list(self._addresses)
        else:
            crowded = (
                siblings
                for address, siblings in self._by_address.items()
                if address and len(siblings) >= self._limits.per_address
            )
            looked_at = list(chain.from_iterable(crowded))
        self._slow = [one for one in looked_at if one.is_slow()]

    def _take_slow(self, among: Container[_EntryT]) -> _EntryT | None:
        """Take a connection from these that was found too slow and still is."""
        found = next((one for one in self._slow if one in among and one.is_slow()), None)
        if found is not None:
            self._slow.remove(found)
        return found

    def _shed(self, connection: _EntryT | None) -> None:
        if connection is not None:
            self.remove(connection)
            connection.shed()

    def _address(self, peer: str) -> str:
        """The key under which a client's connections are counted; "" where they are not."""
        try:
            address = ipaddress.ip_address(peer.partition("%")[0])
        except ValueError:
            return ""  # a Unix socket
        if isinstance(address, ipaddress.IPv6Address):
            address = address.ipv4_mapped or address
        if any(address in network for network in self._limits.trusted_proxies):
            return ""
        if address.version == 6:
            return str(ipaddress.ip_network((address, _IPV6_PREFIX), strict=False))
        return str(address)
