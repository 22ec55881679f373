"""The client address of a request: the peer's, or the one that a trusted proxy forwards."""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

from starlette.types import Scope

_SUBNET: Final = 64  # bits of an IPv6 address: the network of one customer
_MOST: Final = 20  # proxies in a row

Network = IPv4Network | IPv6Network


def client_address(scope: Scope, trusted: Sequence[Network]) -> str:
    """The address that a request is counted against: IPv4, or the /64 network of an IPv6 address.

    Each trusted proxy is believed for the address before it in `X-Forwarded-For`, from the end; what an
    untrusted peer wrote there is ignored.
    """
    peer = scope.get("client")
    address = _parse(peer[0] if peer else "")
    if address is None:
        return "unknown"
    values = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    hops = b",".join(values).decode("latin-1").split(",") if values else []
    for hop in reversed(hops[-_MOST:]):
        if not any(address in network for network in trusted):
            break
        before = _parse(hop)
        if before is None:
            break
        address = before
    if isinstance(address, IPv6Address):
        return str(ip_network((address, _SUBNET), strict=False))
    return str(address)


def _parse(text: str) -> IPv4Address | IPv6Address | None:
    """Parse an address with or without port and brackets; None for anything else."""
    text = text.strip().strip('"')
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address
