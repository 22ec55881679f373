"""Which addresses a callback may reach: public ones, and those that the operator allows (N4). Pure.

`ipaddress.is_global` is not enough: it calls addresses global that lead on to any IPv4 address, and differs
between versions of Python. The lists are those of the IANA special-purpose registries, and of the cloud
providers' documentation for addresses that look public and are not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Network, ip_address, ip_network
from typing import Final

from dragoman.errors import Misconfigured

_NOT_PUBLIC_4: Final = tuple(
    IPv4Network(network)
    for network in (
        "0.0.0.0/8",  # this host
        "10.0.0.0/8",  # private
        "100.64.0.0/10",  # carriers' NAT; 100.100.100.200 is a metadata service
        "127.0.0.0/8",  # loopback
        "168.63.129.16/32",  # Azure's virtual host, answers inside only
        "169.254.0.0/16",  # link-local; 169.254.169.254 is most clouds' metadata service
        "172.16.0.0/12",  # private
        "192.0.0.0/24",  # protocol assignments; 192.0.0.192 is a metadata service
        "192.0.2.0/24",  # documentation
        "192.31.196.0/24",  # AS112
        "192.52.193.0/24",  # AMT
        "192.88.99.0/24",  # 6to4 relays
        "192.168.0.0/16",  # private
        "192.175.48.0/24",  # AS112
        "198.18.0.0/15",  # benchmarks
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, broadcast
    )
)
# Outside there are loopback, mapped and compatible IPv4, NAT64, ULA, link-local, site-local, multicast …
_PUBLIC_6: Final = IPv6Network("2000::/3")
_NOT_PUBLIC_6: Final = tuple(
    IPv6Network(network)
    for network in (
        "2001::/23",  # protocol assignments: Teredo, ORCHID, benchmarks …
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4: holds an IPv4 address
        "2620:4f:8000::/48",  # AS112
        "3fff::/20",  # documentation
    )
)

_ENTRY: Final = re.compile(r"(\[[^\]]*\]|[^:\[\]]*)(?::([0-9]{1,5}))?", re.ASCII)
_NAME: Final = re.compile(r"[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*", re.ASCII)
_NUMBER: Final = re.compile(r"[0-9]+|0x[0-9a-f]*", re.ASCII)


def is_public(address: str) -> bool:
    """Whether this is a public unicast address that does not embed another address."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    if isinstance(parsed, IPv4Address):
        return not any(parsed in network for network in _NOT_PUBLIC_4)
    if parsed.scope_id is not None or parsed not in _PUBLIC_6:
        return False
    return not any(parsed in network for network in _NOT_PUBLIC_6)


def ends_in_number(host: str) -> bool:
    """Whether resolvers may read this host as an IPv4 address in one of its many spellings."""
    return _NUMBER.fullmatch(host.rpartition(".")[2]) is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowed:
    """One entry of the list: a name or a network, at one port or all."""

    name: str | None = None
    network: IPv4Network | IPv6Network | None = None
    port: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AllowList:
    """What callbacks may reach beyond the public addresses."""

    entries: tuple[Allowed, ...] = ()

    def has_name(self, name: str, port: int) -> bool:
        """Whether a host of this name may be reached wherever it is."""
        return any(entry.name == name and entry.port in {None, port} for entry in self.entries)

    def has_address(self, address: str, port: int) -> bool:
        """Whether this address may be reached under any name."""
        try:
            parsed = ip_address(address.partition("%")[0])
        except ValueError:
            return False
        return any(
            entry.network is not None and parsed in entry.network and entry.port in {None, port}
            for entry in self.entries
        )

    def has_networks(self, port: int) -> bool:
        """Whether any name may turn out to be allowed at this port once it is resolved."""
        return any(entry.network is not None and entry.port in {None, port} for entry in self.entries)


def parse_allow_list(entries: Iterable[str]) -> AllowList:
    """Read host names, addresses and CIDR networks, each with `:PORT` or without (`[…]` around IPv6).

    Raises `Misconfigured` for anything else.
    """
    return AllowList(entries=tuple(_parse_entry(entry.strip().lower()) for entry in entries if entry.strip()))


def _parse_entry(entry: str) -> Allowed:
    network = _parse_network(entry)
    if network is not None:
        return Allowed(network=network)
    match = _ENTRY.fullmatch(entry)
    if match is not None:
        host, port = match[1], int(match[2]) if match[2] else None
        if port is None or 1 <= port <= 65535:
            network = _parse_network(host.strip("[]"))
            if network is not None:
                return Allowed(network=network, port=port)
            if _NAME.fullmatch(host) and not ends_in_number(host):
                return Allowed(name=host, port=port)
    raise Misconfigured(
        "callback_allow has an entry that is not a host name, address or network. Write entries such as "
        "hooks.example.internal, hooks.example.internal:9000, 10.1.2.3, [fd00::7]:9000 or 10.1.0.0/16."
    )


def _parse_network(text: str) -> IPv4Network | IPv6Network | None:
    try:
        return ip_network(text, strict=False)
    except ValueError:
        return None
