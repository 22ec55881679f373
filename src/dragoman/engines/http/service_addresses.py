"""The addresses that services may be at: any that the operator names, but those of clouds' metadata.

An operator may name a service in their own network. Link-local addresses are refused under every name, and so
is unencrypted HTTP to a public address.
"""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final

from dragoman.checked_network import AddressRefused, CheckedNetwork, Resolve

_NEVER_4: Final = tuple(
    IPv4Network(network)
    for network in (
        "0.0.0.0/8",  # this host, in many systems
        "100.100.100.200/32",  # metadata of Alibaba's cloud
        "168.63.129.16/32",  # Azure's virtual host
        "169.254.0.0/16",  # link-local: metadata of most clouds
        "192.0.0.192/32",  # metadata of Oracle's cloud
        "224.0.0.0/3",  # multicast, reserved, broadcast
    )
)
_NEVER_6: Final = tuple(
    IPv6Network(network)
    for network in (
        "::/128",  # this host
        "fd00:ec2::254/128",  # metadata of Amazon's cloud
        "fd20:ce::254/128",  # metadata of Google's cloud
        "fe80::/10",  # link-local
        "ff00::/8",  # multicast
    )
)
_NAT64: Final = IPv6Network("64:ff9b::/96")
_COMPATIBLE: Final = IPv6Network("::/96")


class ServiceNetwork(CheckedNetwork):
    """Connects to a service, wherever the operator has it."""

    def __init__(self, *, encrypted: bool, resolve: Resolve | None = None) -> None:
        super().__init__(self._permit_all_or_none, resolve)
        self._encrypted = encrypted

    def _permit_all_or_none(self, _host: str, _port: int, addresses: Sequence[str]) -> Sequence[str]:
        if any(map(is_metadata, addresses)):
            raise AddressRefused("link-local")
        if not self._encrypted and any(map(_is_public, addresses)):
            raise AddressRefused("not encrypted")
        return addresses


def is_metadata(address: str) -> bool:
    """Whether no service is at this address: link-local ones, in any spelling; False for names."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    inner = _inner(parsed) if isinstance(parsed, IPv6Address) else None
    if inner is not None and any(inner in network for network in _NEVER_4):
        return int(parsed) != 1  # ::1 is this machine
    if isinstance(parsed, IPv4Address):
        return any(parsed in network for network in _NEVER_4)
    return any(parsed in network for network in _NEVER_6)


def _inner(address: IPv6Address) -> IPv4Address | None:
    """The IPv4 address that an IPv6 address leads on to."""
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if address.sixtofour is not None:
        return address.sixtofour
    if address in _NAT64 or address in _COMPATIBLE:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return None


def _is_public(address: str) -> bool:
    parsed = ip_address(address.partition("%")[0])
    return not (parsed.is_private or parsed.is_loopback)
