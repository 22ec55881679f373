"""A request of a command line for credentials, and what a person has decided about it."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from dragoman.access.model import AccessScope, Application, IssuedToken, StaffRole
from dragoman.errors import DragomanError, RuleBroken

CLIENT_ID: Final = "dragoman-command-line"  # the one public client: it has no secret
LIFETIME: Final = timedelta(minutes=10)
INTERVAL: Final = 5  # seconds between polls; `slow_down` adds as many (RFC 8628, 3.5)
LONGEST_DEVICE_NAME: Final = 100


class DeviceCodeState(enum.StrEnum):
    """What has become of a request."""

    PENDING = "pending"
    APPROVED = "approved"
    DENIED = "denied"


class PollRefusal(enum.StrEnum):
    """Why a poll gets no token: error codes of RFC 8628, 3.5, and of RFC 6749, 5.2."""

    PENDING = "authorization_pending"
    SLOW_DOWN = "slow_down"
    DENIED = "access_denied"
    EXPIRED = "expired_token"
    UNKNOWN = "invalid_grant"


class DeviceCodeRefused(DragomanError):
    """A poll gets no token."""

    code = "DEVICE_CODE_REFUSED"

    def __init__(self, refusal: PollRefusal, message: str) -> None:
        super().__init__(message)
        self.refusal = refusal


class UserCodeUnknown(RuleBroken):
    """Nobody waits for this code: it is mistyped, expired, or was decided about before."""

    code = "USER_CODE_UNKNOWN"

    def __init__(self) -> None:
        super().__init__(
            "This code is wrong, or no longer valid.",
            hints="Compare it with the one in the terminal, or run the command again for another code.",
            field="user_code",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceRequestDraft:
    """What a command line asks for."""

    scopes: frozenset[AccessScope]
    device_name: str  # as the client sent it
    address: str  # where the request came from


@dataclass(frozen=True, slots=True, kw_only=True)
class NewDeviceCode:
    """A pair of codes that was made. They are stored as hashes only."""

    device_code: str = field(repr=False)  # for the command line, which polls with it
    user_code: str = field(repr=False)  # for the person: eight letters


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceApproval:
    """Who lets the command line act, for which account, and what it may do."""

    user_id: int
    account_id: int
    scopes: frozenset[AccessScope]
    role: StaffRole | None  # on the provider's interface, with the scope `provider`


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceRequest:
    """A stored request."""

    id: int
    scopes: frozenset[AccessScope]  # that are asked for
    device_name: str  # "" where the client gave none
    address: str
    created: datetime
    expires: datetime
    interval: int  # seconds between polls
    polled: datetime | None
    state: DeviceCodeState
    approval: DeviceApproval | None  # of an approved one

    @property
    def application_name(self) -> str:
        """What the application will be called."""
        return f"Command line on {self.device_name}" if self.device_name else "Command line"


@dataclass(frozen=True, slots=True, kw_only=True)
class RedeemedCode:
    """The credentials that an approved command line gets, this once."""

    application: Application
    client_secret: str = field(repr=False)
    token: IssuedToken
