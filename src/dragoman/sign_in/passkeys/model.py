"""What a passkey is, for which site, and why one is refused. Pure values and rules."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from dragoman.errors import Conflict, RuleBroken, Unauthenticated

MOST_PASSKEYS: Final = 20  # of one person
CHALLENGE_LIFETIME: Final = timedelta(minutes=5)
_PORTS: Final = {"https": 443, "http": 80}


class PasskeysUnavailable(RuleBroken):
    """The service's address is none that browsers keep passkeys for."""

    code = "PASSKEYS_UNAVAILABLE"


class PasskeyRefused(RuleBroken):
    """A passkey could not be registered."""

    code = "PASSKEY_REFUSED"


class PasskeyTaken(Conflict):
    """The passkey is registered already."""

    code = "PASSKEY_TAKEN"


class PasskeySignInRefused(Unauthenticated):
    """A passkey does not sign anyone in. The message is the same for each reason that is no fault of time."""

    code = "PASSKEY_SIGN_IN_REFUSED"


class PasskeyPurpose(enum.StrEnum):
    """What a challenge is for."""

    REGISTER = "register"
    SIGN_IN = "sign_in"


@dataclass(frozen=True, slots=True, kw_only=True)
class RelyingParty:
    """The site that passkeys belong to."""

    id: str  # a domain name; passkeys work on this host only
    origin: str  # scheme, host and port, as browsers write them
    name: str = "Dragoman"


@dataclass(frozen=True, slots=True, kw_only=True)
class PasskeyCeremony:
    """What the browser needs for `navigator.credentials`, and the secret that the page sends back."""

    options: str  # JSON: the argument's `publicKey`, binary values in base64url
    token: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class PasskeyChallenge:
    """A challenge that was used up: it was for this, and for this person."""

    challenge: bytes = field(repr=False)
    user_id: int | None  # of a registration
    user_handle: bytes | None = field(repr=False)  # the same


@dataclass(frozen=True, slots=True, kw_only=True)
class Passkey:
    """A registered passkey as its owner sees it."""

    id: int
    user_id: int
    name: str
    created: datetime
    last_used: datetime | None
    backed_up: bool  # its provider keeps a copy, so that it outlives the device


@dataclass(frozen=True, slots=True, kw_only=True)
class PasskeySignIn:
    """A person proved with a passkey who they are, which counts as both factors."""

    user_id: int
    passkey_id: int


def find_relying_party(address: str) -> RelyingParty:
    """The site of the service's address, such as `https://translate.example.com`.

    Raises `PasskeysUnavailable` for a host that is an IP address, and for `http` elsewhere than on localhost:
    browsers keep no passkeys for these.
    """
    parts = urlsplit(address)
    host = _ascii_host(parts.hostname or "")
    if not host or _is_ip_address(host):
        raise PasskeysUnavailable(
            "Passkeys need a host name, and this service is reached by an IP address.",
            hints="Set DRAGOMAN_PUBLIC_URL to an address with a name, such as https://translate.example.com.",
        )
    if parts.scheme != "https" and host != "localhost" and not host.endswith(".localhost"):
        raise PasskeysUnavailable(
            "Passkeys need https, and this service is reached by http.",
            hints="Set DRAGOMAN_PUBLIC_URL to its https address.",
        )
    port = "" if parts.port in {None, _PORTS.get(parts.scheme)} else f":{parts.port}"
    return RelyingParty(id=host, origin=f"{parts.scheme}://{host}{port}")


def is_copied(*, stored: int, sent: int) -> bool:
    """Whether a signature's count is not above the one before: two devices have the key (WebAuthn 6.1.1).

    Passkeys that do not count send 0 each time.
    """
    return (stored > 0 or sent > 0) and sent <= stored


def _ascii_host(host: str) -> str:
    try:
        return host.rstrip(".").lower().encode("idna").decode("ascii")
    except UnicodeError:
        return ""


def _is_ip_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
