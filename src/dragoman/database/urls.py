"""Addresses of PostgreSQL, read and written by libpq's own rules so that nothing in them is lost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import quote, urlencode

import psycopg
from psycopg.conninfo import conninfo_to_dict

from dragoman.errors import Misconfigured


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerUrls:
    """Where the migrated database is, for each of its two roles. They hold passwords: never log them."""

    owner: str = field(repr=False)  # dragoman_owner: runs migrations
    application: str = field(repr=False)  # dragoman_app: runs the service, bound by row-level security


def parse_url(url: str) -> dict[str, str]:
    """Take an address apart into libpq's parameters (host, user, password, options, sslmode …).

    Hosts may be several, or a socket's directory. Raises `Misconfigured`, which does not repeat the address.
    """
    scheme, separator, rest = url.partition("://")
    if scheme.partition("+")[0] not in ("postgresql", "postgres") or not separator:
        raise Misconfigured("The database's address does not begin with postgresql://.")
    try:
        return {name: str(value) for name, value in conninfo_to_dict(f"postgresql://{rest}").items()}
    except psycopg.ProgrammingError:
        raise Misconfigured(
            "The database's address cannot be read. Write postgresql://user:password@host:port/database, "
            "special characters of the password percent-encoded."
        ) from None


def render_url(parameters: Mapping[str, str]) -> str:
    """Put parameters together as an address that libpq reads."""
    return "postgresql:///?" + urlencode(parameters, quote_via=quote)


def with_role(parameters: Mapping[str, str], role: str) -> dict[str, str]:
    """Let the session act as `role` from its first statement on; other `options` stay."""
    options = f"{parameters.get('options', '')} -c role={role}".strip()
    return {**parameters, "options": options}
