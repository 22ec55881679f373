"""The mail server and the sender that settings name, parsed from their text."""

from __future__ import annotations

from dataclasses import dataclass, field
from email.utils import parseaddr
from typing import Final, Literal, TypeAlias
from urllib.parse import parse_qsl, unquote, urlsplit

import idna

_FORM: Final = "write smtp://USER:PASSWORD@HOST:587 or smtps://USER:PASSWORD@HOST:465"
_PORTS: Final = {"smtp": 587, "smtps": 465}

MailSecurity: TypeAlias = Literal["tls", "starttls", "none"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MailServer:
    """Where mail is submitted, and how."""

    host: str
    port: int
    security: MailSecurity  # from the first byte, by STARTTLS before anything else, or not at all
    user: str | None
    password: str | None = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class MailSender:
    """Whom messages are from; the domain is in its ASCII form."""

    name: str  # may be empty
    address: str

    @property
    def domain(self) -> str:
        """The part of the address after the @."""
        return self.address.rpartition("@")[2]


def parse_mail_url(text: str) -> MailServer:
    """Parse `smtp://…` or `smtps://…`. Raises ValueError, whose message does not repeat the text."""
    try:
        parts = urlsplit(text.strip())
        host, port = parts.hostname, parts.port
        query = dict(parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query)))
    except ValueError:
        raise ValueError(_FORM) from None
    if parts.scheme not in _PORTS or not host or parts.path not in {"", "/"} or parts.fragment:
        raise ValueError(_FORM)
    if query and (query != {"tls": "no"} or parts.scheme != "smtp"):
        raise ValueError("the only option is ?tls=no, after smtp://")
    if (parts.username is None) != (parts.password is None):
        raise ValueError(f"a user needs a password, and a password a user: {_FORM}")
    security: MailSecurity = "tls" if parts.scheme == "smtps" else "none" if query else "starttls"
    return MailServer(
        host=encode_domain(host),
        port=port or _PORTS[parts.scheme],
        security=security,
        user=None if parts.username is None else unquote(parts.username),
        password=None if parts.password is None else unquote(parts.password),
    )


def parse_mail_sender(text: str) -> MailSender:
    """Parse `Name <name@example.com>`, or the address alone. Raises ValueError."""
    name, address = parseaddr(text)
    local, at, domain = address.rpartition("@")
    if not at or not local or not domain or not text.isprintable() or not local.isascii() or " " in address:
        raise ValueError("write Name <name@example.com>, or name@example.com")
    return MailSender(name=name, address=f"{local}@{encode_domain(domain)}")


def encode_domain(domain: str) -> str:
    """The ASCII form of a domain name, as DNS and SMTP have it. Raises ValueError for what cannot be one."""
    if domain.isascii():
        return domain.lower()
    try:
        return idna.encode(domain, uts46=True).decode("ascii")
    except idna.IDNAError:
        raise ValueError("the domain name is not valid") from None
