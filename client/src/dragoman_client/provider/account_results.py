"""Accounts, their applications and their users, as the provider's admins see them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime

from dragoman_client.reference import AccountDefaults


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderAccount:
    """An account of a customer. In a list it has no `defaults`."""

    id: int
    name: str
    kind: str  # "sandbox", "trial" or "production"
    created_at: datetime | None = None
    trial_ends_at: datetime | None = None
    disabled: datetime | None = None  # since when
    defaults: AccountDefaults = field(default_factory=AccountDefaults)


@dataclass(frozen=True, slots=True, kw_only=True)
class EnginePreference:
    """The engines of a pair of languages, the first choice first."""

    source: str
    target: str
    engines: tuple[str, ...]
    exclusive: bool = False  # no other engine may take their place


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountEngines:
    """Which engines translate for an account."""

    remote_engines: tuple[str, ...] = ()  # those elsewhere that its texts may be sent to
    preferences: tuple[EnginePreference, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SentText:
    """What was sent to an engine elsewhere on a day."""

    date: date
    engine: str
    characters: int
    calls: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineUsage:
    """What was sent to engines elsewhere between two days."""

    since: date = field(metadata={"wire": "from"})
    until: date = field(metadata={"wire": "to"})
    days: tuple[SentText, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Application:
    """A program of an account. Its secrets are shown once, when they are made."""

    id: int
    account_id: int
    name: str
    client_id: str
    scopes: tuple[str, ...] = ()
    role: str | None = None  # with the scope `provider`: "linguist", "manager" or "admin"
    rate_limit: str | None = None  # such as "100/60" (calls/seconds), or "off"
    builtin: bool = False
    secret_hint: str | None = field(default=None, repr=False)
    secret_created_at: datetime | None = None
    webhook_secret_hint: str | None = field(default=None, repr=False)
    webhook_secret_created_at: datetime | None = None
    last_used_at: datetime | None = None
    not_before: int = 0  # tokens that were issued earlier are refused: seconds since 1970
    created_at: datetime | None = None
    disabled: datetime | None = None  # since when


@dataclass(frozen=True, slots=True, kw_only=True)
class NewApplication(Application):
    """A new application, with its secrets: they are not shown again."""

    client_secret: str = field(repr=False)
    webhook_secret: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientSecret:
    """A new secret of an application: it is not shown again."""

    id: int
    client_id: str
    client_secret: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookSecret:
    """A new secret that an application's webhooks are signed with: it is not shown again."""

    id: int
    client_id: str
    webhook_secret: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class User:
    """A person of an account."""

    id: int
    account_id: int
    first_name: str = ""
    last_name: str = ""
    email: str | None = None
    role: str = ""  # the first of `roles`
    roles: tuple[str, ...] = ()  # "customer", "orderer", "developer", "linguist", "manager" or "admin"
    language: str | None = None
    time_zone: str | None = None
    created_at: datetime | None = None
    signed_in_at: datetime | None = None
    disabled: datetime | None = None  # since when


@dataclass(frozen=True, slots=True, kw_only=True)
class Invitation:
    """An address where a user chooses a password: whoever has it becomes that user."""

    url: str = field(repr=False)
    expires_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class UserSession:
    """Where a user is signed in."""

    id: int
    method: str  # "password", "passkey", "openid" or "link"
    confirmed: bool
    created_at: datetime
    seen_at: datetime
    user_agent: str = ""
    address: str = ""
