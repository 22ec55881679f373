"""What a sign-in by an identity provider carries from step to step, and why one is refused. Pure values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final

from dragoman.errors import Unauthenticated

STATE_LIFETIME: Final = timedelta(minutes=10)


class OpenidSignInRefused(Unauthenticated):
    """An identity provider's answer does not sign anyone in; the message says what to do."""

    code = "OPENID_SIGN_IN_REFUSED"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenidRequest:
    """Where the browser goes, and the secret it keeps meanwhile in a cookie."""

    url: str = field(repr=False)
    browser_token: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenidCallback:
    """What the provider sent the browser back with: the query of the redirect address."""

    key: str  # of the issuer, from the address itself
    state: str = field(repr=False)
    code: str | None = field(default=None, repr=False)
    issuer: str | None = None  # `iss`, RFC 9207
    error: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenidState:
    """A sign-in that was begun, found by its state and used up."""

    issuer: str
    redirect_uri: str
    nonce: str = field(repr=False)
    code_verifier: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenidPerson:
    """What the provider says of a person."""

    issuer: str
    subject: str
    email: str | None = field(repr=False)  # in the spelling that is compared; None: none that was verified
    first_name: str = field(default="", repr=False)
    last_name: str = field(default="", repr=False)
    groups: Sequence[str] | None = ()  # the values that roles depend on; None: they could not be read


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenidSignIn:
    """A person whom an identity provider vouches for."""

    user_id: int
    issuer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenidChoice:
    """A provider that the sign-in page offers."""

    key: str
    name: str
