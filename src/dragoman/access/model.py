"""What programs are allowed: applications, the claims of their tokens, callers and rate limits."""

from __future__ import annotations

import enum
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from dragoman.accounts.model import AccountKind
from dragoman.errors import RuleBroken
from dragoman.settings import Rate


class AccessScope(enum.StrEnum):
    """What a token is good for (A7)."""

    TRANSLATE = "translate"  # all of /v2
    PROJECTS = "projects"  # projects, files and the reads of P15
    REFERENCE = "reference"  # the reads of P15
    PROVIDER = "provider"  # the provider's own interface


# Why an application's credentials and tokens are refused: the database's word for it, and ours.
REFUSALS: Final[Mapping[str, str]] = {
    "unknown": "The access token's application is not known here.",
    "disabled": "The application is disabled.",
    "account_disabled": "The account is disabled.",
    "trial_ended": "The trial has ended.",
    "revoked": "The access token was revoked. Request a new one.",
}

CUSTOMER_SCOPES: Final = frozenset({AccessScope.TRANSLATE, AccessScope.PROJECTS, AccessScope.REFERENCE})


class StaffRole(enum.StrEnum):
    """What an application may do on the provider's interface; each role includes those before it."""

    LINGUIST = "linguist"  # read, search, and edit units and concepts
    MANAGER = "manager"  # make, import, export and delete memories and term bases
    ADMIN = "admin"  # read the audit log, and change accounts


class Bucket(enum.StrEnum):
    """Calls that are counted together against one rate limit (E6)."""

    TRANSLATE = "translate"
    PROJECTS = "projects"


class RateRule(enum.Enum):
    """An application's rate limit when it is not a rate of its own."""

    DEFAULT = "default"  # the setting for the kind of its account
    OFF = "off"


@dataclass(frozen=True, slots=True, kw_only=True)
class SecretHint:
    """What is shown of a secret after it was shown once: enough to tell it from others."""

    text: str  # such as "dgm_live_…9c41e2"
    made: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Application:
    """A program of an account that has credentials. Its secrets stay in the store."""

    id: int
    account_id: int
    name: str
    client_id: str
    scopes: frozenset[AccessScope]
    rate: Rate | RateRule
    builtin: bool  # the account's own, made with it: its people act through it
    role: StaffRole | None  # on the provider's interface; None: it has no scope for it
    not_before: int  # epoch second of the last revocation; 0: never
    created: datetime
    disabled: datetime | None
    last_used: datetime | None  # when it got a token by its secret, give or take an hour; None: not known
    secret: SecretHint | None  # None: made by a release that kept no hint
    webhook_secret: SecretHint | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ApplicationDraft:
    """The data of an application to be created."""

    account_id: int
    name: str
    scopes: frozenset[AccessScope] = CUSTOMER_SCOPES
    rate: Rate | RateRule = RateRule.DEFAULT
    builtin: bool = False
    role: StaffRole | None = None  # None with the scope `provider`: a manager


@dataclass(frozen=True, slots=True, kw_only=True)
class NewApplication:
    """A new application and its secrets, which are shown this once (A8)."""

    application: Application
    client_secret: str = field(repr=False)
    webhook_secret: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class IssuedToken:
    """An access token and the data of its reply (A2)."""

    access_token: str = field(repr=False)
    expires_in: int  # seconds
    not_before: int
    scopes: frozenset[AccessScope]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientCredentials:
    """An application's credentials, as a client sent them: nothing is verified."""

    id: str
    secret: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class SentToken:
    """An access token, as a client sent it: nothing is verified."""

    text: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenClaims:
    """The claims of a verified token."""

    client_id: str
    scopes: (
        frozenset[AccessScope] | None
    )  # None: an external issuer's token, good for all that its application is
    generation: int | None  # of the application's tokens; None: an external issuer's token
    issued_at: int | None  # epoch seconds
    expires_at: float | None  # epoch seconds; None: there is no token


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Who makes a call, and what for."""

    account_id: int
    account_kind: AccountKind
    application_id: int
    client_id: str
    scopes: frozenset[AccessScope]  # the token's that the application still has
    user_id: int | None = None  # the person who acts through the account's built-in application

    @property
    def actor(self) -> str:
        """Who the audit log names."""
        return f"application:{self.application_id}" if self.user_id is None else f"user:{self.user_id}"

    @property
    def is_sandbox(self) -> bool:
        """Whether the caller's account is a sandbox: pseudo-translation, no invoice."""
        return self.account_kind is AccountKind.SANDBOX


@dataclass(frozen=True, slots=True, kw_only=True)
class RateState:
    """A rate limit after a call has been counted, or refused."""

    rate: Rate
    backlog: float  # seconds until the whole quota is there again, this call counted

    @property
    def remaining(self) -> int:
        """Calls that would be admitted at once now."""
        free_calls = (self.rate.seconds - self.backlog) * self.rate.calls / self.rate.seconds
        return max(0, math.floor(free_calls + 1e-3))

    @property
    def wait(self) -> float:
        """Seconds until this call is due; 0 when it is due now."""
        return max(0.0, self.backlog - self.rate.seconds)


@dataclass(frozen=True, slots=True, kw_only=True)
class Admission:
    """A call that may proceed."""

    caller: Caller
    rate: RateState | None  # None: the call is not counted


def parse_scopes(text: str) -> frozenset[AccessScope]:
    """Read scopes separated by white space or commas. Raises `RuleBroken` for an unknown one."""
    scopes = set()
    for name in text.replace(",", " ").split():
        try:
            scopes.add(AccessScope(name))
        except ValueError:
            known = ", ".join(AccessScope)
            raise RuleBroken(f"There is no scope {_shown(name)}. There are: {known}.") from None
    return frozenset(scopes)


def _shown(name: str) -> str:
    """A name that the client sent, made safe to repeat in a message."""
    return name if re.fullmatch(r"[A-Za-z0-9_.:-]{1,32}", name, re.ASCII) else "of that name"


def format_scopes(scopes: Iterable[AccessScope]) -> str:
    """Write scopes as a token does: in the order of their definition, separated by spaces."""
    chosen = set(scopes)
    return " ".join(scope for scope in AccessScope if scope in chosen)
