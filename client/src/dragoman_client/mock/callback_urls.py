"""Check the addresses of callbacks. The mock sends to any host name and to 127.0.0.1, not into networks."""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urlsplit

HINT = (
    "Give an http or https address of a public host, without a user name or password, on port 80, 443, 8080 "
    "or 8443."
)


def url_problem(url: str) -> str | None:
    """What is wrong with an address; None for a good one."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return "The callback URL cannot be used: it is malformed."
    if parts.scheme.lower() not in {"http", "https"}:
        return "The callback URL cannot be used: it must begin with https:// or http://."
    if not host:
        return "The callback URL cannot be used: it names no host."
    if parts.username is not None or parts.password is not None:
        return (
            "The callback URL cannot be used: it has a user name or password in it. Verify the signature of "
            "what you receive instead."
        )
    if _is_inside(host):
        return "The callback URL cannot be used: the address is not a public one."
    return None


def _is_inside(host: str) -> bool:
    """Whether a host is an address within a network, in any spelling; that of this machine may be used."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        try:
            address = ipaddress.ip_address(socket.inet_aton(host))
        except (OSError, UnicodeError):
            return False  # a name
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    return not address.is_loopback and (not address.is_global or address.is_multicast)
