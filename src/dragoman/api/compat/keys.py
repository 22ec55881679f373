"""Keys of dialects: an application's `CLIENT_ID:SECRET`, wherever a service has its one key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dragoman.access.model import ClientCredentials
from dragoman.errors import Unauthenticated
from dragoman.http.auth import NoCredentials


def parse_key(key: str) -> ClientCredentials:
    """Parse a key. Raises `Unauthenticated` for one that has not both parts."""
    client_id, colon, secret = key.strip().partition(":")
    if not (colon and client_id and secret):
        raise Unauthenticated("The key is not CLIENT_ID:SECRET of an application.")
    return ClientCredentials(id=client_id, secret=secret)


def find_header(scope: Mapping[str, Any], name: str) -> str | None:
    """The value of a header that is sent once at most. Raises `Unauthenticated` if it is there twice."""
    values = [value for known, value in scope["headers"] if known == name.lower().encode()]
    if len(values) > 1:
        raise Unauthenticated(f"There is more than one {name} header.")
    return values[0].decode("latin-1").strip(" \t") if values else None


def read_key_header(scope: Mapping[str, Any], name: str, *, scheme: str = "") -> ClientCredentials:
    """Credentials in a header, after a scheme such as `DeepL-Auth-Key` in any case.

    Raises `NoCredentials` without the header or with another scheme, and `Unauthenticated` for a key that
    cannot be one.
    """
    value = find_header(scope, name)
    if value and scheme:
        given, _, value = value.partition(" ")
        value = value if given.lower() == scheme.lower() else None
    if not value:
        raise NoCredentials(f"Send a key in the header {name}.")
    return parse_key(value)
