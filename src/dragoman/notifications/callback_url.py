"""Reading callback URLs: what is refused when they are accepted, before any name is resolved (N4). Pure.

An address is read once, here; what is stored and later connected to is this reading, so that no second
parser can understand it differently. `address_guard` makes the final decision when it connects.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address
from typing import Final, NoReturn
from urllib.parse import quote

import idna

from dragoman.errors import RuleBroken
from dragoman.notifications.addresses import AllowList, ends_in_number, is_public

MOST_CHARACTERS: Final = 2048
DEFAULT_PORTS: Final = {"http": 80, "https": 443}
PUBLIC_PORTS: Final = frozenset({80, 443, 8080, 8443})

_URL: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):(?://([^/?#]*))?([^?#]*)(\?[^#]*)?(?:#.*)?", re.DOTALL)
_AUTHORITY: Final = re.compile(r"(\[[^\[\]]*\]|[^:\[\]]*)(?::([0-9]{1,5}))?", re.ASCII)
_LABEL: Final = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)", re.ASCII)
_KEPT: Final = "%/:@!$&'*+(),;=-._~[]"  # of path and query as they are; existing escapes stay
# Names that never are a public host's.
_INSIDE: Final = (
    "localhost", "localdomain", "local", "internal", "intranet", "private", "corp", "home", "lan",
    "home.arpa", "onion", "invalid",
)  # fmt: skip


_HINT: Final = (
    "Give an http or https address of a public host, without a user name or password, on port 80, 443, 8080 "
    "or 8443."
)


class CallbackRefused(RuleBroken):
    """A callback URL that is never called; the message says why, and does not repeat it."""

    code = "CALLBACK_URL_INVALID"

    def __init__(self, message: str) -> None:
        super().__init__(message, hints=_HINT)


@dataclass(frozen=True, slots=True, kw_only=True)
class CallbackTarget:
    """Where a notification goes."""

    scheme: str  # http or https
    host: str  # lower-case ASCII name, or an address without brackets
    port: int
    path: str  # with the query, percent-encoded

    @property
    def authority(self) -> str:
        """Host and port as the `Host` header has them."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == DEFAULT_PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def url(self) -> str:
        """The whole address."""
        return f"{self.scheme}://{self.authority}{self.path}"

    @property
    def origin(self) -> str:
        """The origin, which identifies the receiver."""
        return f"{self.scheme}://{self.authority}"


def check_callback_url(url: str, *, allow: AllowList) -> str:
    """The URL as it will be used. Resolves nothing: where a name leads is checked at every connection.

    Raises `CallbackRefused`.
    """
    target = parse_callback_url(url)
    if _is_address(target.host):
        if not is_public(target.host) and not allow.has_address(target.host, target.port):
            _refuse("the address is not a public one.")
        if target.port not in PUBLIC_PORTS and not allow.has_address(target.host, target.port):
            _refuse_port()
    elif not allow.has_name(target.host, target.port) and not allow.has_networks(target.port):
        if "." not in target.host or target.host.endswith(tuple(f".{name}" for name in _INSIDE)):
            _refuse("the host is not a public one.")
        if target.port not in PUBLIC_PORTS:
            _refuse_port()
    return target.url


def parse_callback_url(url: str) -> CallbackTarget:
    """Parse a URL without checking that its address may be reached. Raises `CallbackRefused`."""
    if len(url) > MOST_CHARACTERS:
        _refuse(f"it is longer than {MOST_CHARACTERS:,} characters.")
    if any(character.isspace() or not character.isprintable() for character in url) or "\\" in url:
        _refuse("it has a space, a control character or a backslash in it.")
    match = _URL.fullmatch(url)
    if match is None or match[1].lower() not in DEFAULT_PORTS:
        _refuse("it must begin with https:// or http://.")
    authority = match[2]
    if not authority:
        _refuse("it has no host.")
    if "@" in authority:
        _refuse("it has a user name or password in it. Verify the signature of what you receive instead.")
    scheme = match[1].lower()
    parts = _AUTHORITY.fullmatch(authority)
    if parts is None:
        _refuse("its host or port is not valid.")
    port = int(parts[2]) if parts[2] else DEFAULT_PORTS[scheme]
    if not 1 <= port <= 65535:
        _refuse("its port is not valid.")
    path = quote(match[3] or "/", safe=_KEPT) + quote(match[4] or "", safe=_KEPT + "?")
    target = CallbackTarget(scheme=scheme, host=_read_host(parts[1]), port=port, path=path)
    if len(target.url) > MOST_CHARACTERS:
        _refuse(f"it is longer than {MOST_CHARACTERS:,} characters once it is percent-encoded.")
    return target


def _read_host(text: str) -> str:
    if text.startswith("["):
        try:
            if "%" in text:
                _refuse("its address has a zone.")
            return str(IPv6Address(text[1:-1]))
        except ValueError:
            _refuse("its host is not a valid IPv6 address.")
    host = _to_ascii(text).removesuffix(".")
    if ends_in_number(host):
        try:
            return str(IPv4Address(host))
        except ValueError:
            _refuse("its host ends in a number but is not an IPv4 address of four decimal numbers.")
    if len(host) > 253 or not all(_LABEL.fullmatch(label) for label in host.split(".")):
        _refuse("its host is not a valid name.")
    return host


def _to_ascii(host: str) -> str:
    if host.isascii():
        return host.lower()
    try:
        return idna.encode(host, uts46=True).decode("ascii").lower()
    except (idna.IDNAError, UnicodeError):
        _refuse("its host is not a valid international name.")


def _is_address(host: str) -> bool:
    return ":" in host or ends_in_number(host)


def _refuse_port() -> NoReturn:
    _refuse(f"its port is not one of {', '.join(map(str, sorted(PUBLIC_PORTS)))}.")


def _refuse(reason: str) -> NoReturn:
    raise CallbackRefused(f"The callback URL cannot be used: {reason}")
