"""Who calls: an application's id and secret, or a token that was got elsewhere."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from dragoman_client.errors import InvalidInputError, MissingCredentialsError

URL = "DRAGOMAN_URL"
CLIENT_ID = "DRAGOMAN_CLIENT_ID"
CLIENT_SECRET = "DRAGOMAN_CLIENT_SECRET"  # noqa: S105 - a name
TOKEN = "DRAGOMAN_TOKEN"  # noqa: S105
TOKEN_URL = "DRAGOMAN_TOKEN_URL"  # noqa: S105


@dataclass(frozen=True, slots=True, kw_only=True)
class Credentials:
    """An application's id and secret, or a token. The secret is in no `repr`."""

    client_id: str | None = None
    client_secret: str | None = field(default=None, repr=False)
    token: str | None = field(default=None, repr=False)
    token_url: str | None = None  # None: the service's own `/oauth2/token`

    @property
    def are_complete(self) -> bool:
        """Whether a call can be made with them."""
        return self.token is not None or bool(self.client_id and self.client_secret)


def check_credentials(credentials: Credentials) -> None:
    """Raises `MissingCredentialsError` where neither a token nor both id and secret are given."""
    if not credentials.are_complete:
        raise MissingCredentialsError(
            "Credentials are missing. Give client_id and client_secret, or token; or set "
            f"{CLIENT_ID} and {CLIENT_SECRET}, or {TOKEN}; or run: dragoman login."
        )
    for name in ("client_id", "client_secret", "token"):
        value = getattr(credentials, name)
        if value is not None and not value.isprintable():
            raise InvalidInputError(f"{name} contains a line break or another control character.")


def read_environment(environment: Mapping[str, str] | None = None) -> tuple[str | None, Credentials]:
    """The address and the credentials that environment variables name; `…_FILE` names a file of a value."""
    found = os.environ if environment is None else environment
    credentials = Credentials(
        client_id=_value(found, CLIENT_ID),
        client_secret=_value(found, CLIENT_SECRET),
        token=_value(found, TOKEN),
        token_url=_value(found, TOKEN_URL),
    )
    return _value(found, URL), credentials


def complete(url: str | None, given: Credentials) -> tuple[str, Credentials]:
    """The address and credentials; what is not given is of the environment, else of `dragoman login`.

    Credentials that are kept for an address are not sent to another one.
    """
    from dragoman_client.profiles import find_credentials  # noqa: PLC0415 - it needs this module

    found = find_credentials(os.environ, url=url)
    return found.url, found.credentials if given == Credentials() else given


def is_same_address(one: str, other: str) -> bool:
    """Whether two addresses are one."""
    return one.strip().rstrip("/").lower() == other.strip().rstrip("/").lower()


def _value(environment: Mapping[str, str], name: str) -> str | None:
    if environment.get(name):
        return environment[name]
    path = environment.get(f"{name}_FILE")
    if not path:
        return None
    try:
        return Path(path).read_text(encoding="utf-8").strip()
    except OSError as error:
        raise InvalidInputError(f"{name}_FILE: {path} cannot be read: {error.strerror}.") from None
