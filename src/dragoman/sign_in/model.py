"""What signing in leaves behind: sessions, links that are good once, and why somebody is refused."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from dragoman.errors import Conflict, NotFound, RuleBroken, TooManyRequests, Unauthenticated

_LONGEST_USER_AGENT: Final = 200


class SignInMethod(enum.StrEnum):
    """How a person proved who they are."""

    PASSWORD = "password"  # noqa: S105 - a name
    PASSKEY = "passkey"
    OPENID = "openid"  # the company's identity provider
    LINK = "link"  # an invitation, or a link that the operator made


class LinkPurpose(enum.StrEnum):
    """What a link that is good once is for."""

    INVITATION = "invitation"
    RESET = "reset"  # of a password
    ADMIN = "admin"  # signs an admin in


LINK_LIFETIMES: Final = {
    LinkPurpose.INVITATION: timedelta(days=7),
    LinkPurpose.RESET: timedelta(hours=1),
    LinkPurpose.ADMIN: timedelta(minutes=30),
}


class SignInRefused(Unauthenticated):
    """The address or the password is wrong, or the person may not sign in: they do not learn which."""

    code = "SIGN_IN_REFUSED"

    def __init__(self) -> None:
        super().__init__("E-mail address or password is wrong.")


class TooManyAttempts(TooManyRequests):
    """Too many wrong passwords or codes; `retry_after` is the wait in seconds."""

    code = "TOO_MANY_ATTEMPTS"

    def __init__(self, wait: float) -> None:
        super().__init__("Too many wrong attempts. Wait, then try again.", retry_after=wait)


class CodeRefused(RuleBroken):
    """The code of a second factor is wrong, or was used before."""

    code = "CODE_REFUSED"

    def __init__(self) -> None:
        super().__init__(
            "The code is wrong, or was used before.",
            hints="Wait for the next code of your app, and check its clock; or use a recovery code.",
        )


class LinkInvalid(NotFound):
    """A link was used, replaced, is too old, or never existed."""

    code = "LINK_INVALID"

    def __init__(self) -> None:
        super().__init__("This link is not good any more.", hints="Ask for another one.")


class InvitationAccepted(Conflict):
    """Somebody who has a password, or has signed in without one, needs no invitation."""

    code = "INVITATION_ACCEPTED"


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """The browser that somebody uses, as the request shows it."""

    address: str  # as attempts are counted: see `http.client_address`
    user_agent: str = ""
    token: str | None = field(
        default=None, repr=False
    )  # the cookie that a sign-in before left in the browser

    @property
    def shown_agent(self) -> str:
        """The part of the user agent that is kept."""
        return "".join(one for one in self.user_agent if one.isprintable())[:_LONGEST_USER_AGENT]


@dataclass(frozen=True, slots=True, kw_only=True)
class NewSession:
    """A session that has begun. Its tokens are for the browser's cookies, and stored nowhere."""

    session_id: int
    user_id: int
    confirmed: bool  # False: a second factor is still to be asked for
    token: str = field(repr=False)
    device_token: str = field(repr=False)  # for a cookie that stays: attempts with it are counted apart


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedSession:
    """A session as its owner sees it."""

    id: int
    user_id: int
    method: SignInMethod
    confirmed: bool
    created: datetime
    seen: datetime  # to the minute
    user_agent: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OneTimeLink:
    """A link that can still be used, and whose it is."""

    user_id: int
    account_id: int
    purpose: LinkPurpose
    expires: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class NewLink:
    """A link that was made. Its token is stored nowhere."""

    user_id: int
    purpose: LinkPurpose
    expires: datetime
    token: str = field(repr=False)

    def url(self, base: str) -> str:
        """The address to send, below the address of the service."""
        return f"{base.rstrip('/')}{LINK_PATHS[self.purpose]}{self.token}"


LINK_PATHS: Final = {
    LinkPurpose.INVITATION: "/ui/invitation/",
    LinkPurpose.RESET: "/ui/reset/",
    LinkPurpose.ADMIN: "/ui/welcome/",
}
