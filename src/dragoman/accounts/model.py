"""What an account and its people are, and the rules of their fields. `access` has programs' credentials."""

from __future__ import annotations

import enum
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from dragoman.errors import Conflict, RuleBroken
from dragoman.unicode_normalization import normalize

MAX_NAME: Final = 200  # characters of an account's or application's name
MIN_PASSWORD: Final = 12
MAX_PASSWORD: Final = 1024
_MAX_EMAIL: Final = 254  # RFC 5321
_LANGUAGE: Final = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}\Z", re.ASCII)
_LETTER: Final = 4  # the most characters that become a single one
_EMAIL: Final = re.compile(r"[^@\s,;<>()\[\]\"\\]{1,64}@[^@\s,;<>()\[\]\"\\.]+(\.[^@\s,;<>()\[\]\"\\.]+)*\Z")


class AccountKind(enum.StrEnum):
    """What an account may do and what it costs (A9)."""

    SANDBOX = "sandbox"  # pseudo-translation, nothing billed
    TRIAL = "trial"  # credentials end after a while
    PRODUCTION = "production"


class Role(enum.StrEnum):
    """What a person is to the service; one person may be several things."""

    CUSTOMER = "customer"
    MANAGER = "manager"
    LINGUIST = "linguist"
    ADMIN = "admin"
    DEVELOPER = "developer"  # a customer who sees to the account's applications
    ORDERER = "orderer"  # a customer who orders projects


# The strongest role of a person is the first of these that they have.
RANKED_ROLES: Final = (Role.ADMIN, Role.MANAGER, Role.LINGUIST, Role.CUSTOMER)
CUSTOMER_ROLES: Final = frozenset({Role.CUSTOMER, Role.DEVELOPER, Role.ORDERER})


class Theme(enum.StrEnum):
    """The colours of the dashboard, for a person who does not want those of their system."""

    LIGHT = "light"
    DARK = "dark"


class AccountUnknown(RuleBroken):
    """A request names an account that is not there."""

    code = "ACCOUNT_NOT_FOUND"


class EmailTaken(Conflict):
    """Another user of any account has the e-mail address."""

    code = "EMAIL_TAKEN"


class LastAdmin(Conflict):
    """The installation would be left without an admin who can sign in."""

    code = "LAST_ADMIN"


class PersonRefused(RuleBroken):
    """A user without what every user, or one of this role, must have."""

    code = "USER_REFUSED"


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """A customer, or a part of one: everything else belongs to exactly one account."""

    id: int
    name: str
    kind: AccountKind
    created: datetime
    disabled: datetime | None

    def trial_ends(self, *, days: int) -> datetime | None:
        """When its applications get no more tokens (A9), if a trial takes so many days; None: never."""
        return self.created + timedelta(days=days) if self.kind is AccountKind.TRIAL else None


@dataclass(frozen=True, slots=True, kw_only=True)
class User:
    """A person: one whom projects name, or one who can sign in. The password's hash stays in the store."""

    id: int
    account_id: int
    first_name: str = ""
    last_name: str = ""
    email: str | None  # None: cannot sign in
    roles: frozenset[Role]  # never empty
    language: str | None = None  # of the dashboard; None: the browser's
    time_zone: str | None = None  # IANA's name; None: the browser's
    theme: Theme | None = None  # None: the system's
    created: datetime
    signed_in: datetime | None = None  # the last time; None: never
    disabled: datetime | None

    @property
    def role(self) -> Role:
        """The strongest role: what programs that know one role of a person read."""
        return strongest_role(self.roles)

    @property
    def name(self) -> str:
        """First and last name, as far as there are any."""
        return f"{self.first_name} {self.last_name}".strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class UserDraft:
    """A user to be created. Without a password the user cannot sign in until they have been invited."""

    account_id: int
    role: Role | None = None  # one role, beside `roles`
    roles: frozenset[Role] = frozenset()  # none at all: a customer
    first_name: str = ""
    last_name: str = ""
    email: str | None = None
    password: str | None = field(default=None, repr=False)

    def all_roles(self) -> frozenset[Role]:
        """What the user will be."""
        return complete_roles([*self.roles, *([self.role] if self.role else [])] or [Role.CUSTOMER])


@dataclass(frozen=True, slots=True, kw_only=True)
class UserChanges:
    """Fields to change; None keeps the current value."""

    first_name: str | None = None
    last_name: str | None = None
    email: str | None = None
    role: Role | None = None  # becomes the only one, unless it is the strongest already or `roles` are given
    roles: frozenset[Role] | None = None
    password: str | None = field(default=None, repr=False)
    disabled: bool | None = None

    def new_roles(self, user: User) -> frozenset[Role]:
        """What the user will be."""
        if self.roles is not None:
            return complete_roles([*self.roles, *([self.role] if self.role else [])])
        return user.roles if self.role in (None, user.role) else complete_roles([self.role])


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileChanges:
    """What a person changes of themselves; None keeps the current value, "" empties it."""

    first_name: str | None = None
    last_name: str | None = None
    language: str | None = None
    time_zone: str | None = None
    theme: str | None = None


class PersonState(enum.StrEnum):
    """Whether a person signs in."""

    ACTIVE = "active"
    INVITED = "invited"  # has an address, and has not chosen a password yet
    NAMED = "named"  # has no address: projects name them, they do not sign in
    DISABLED = "disabled"


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleFilter:
    """Which people to list; None and "": all."""

    account_id: int | None = None
    search: str = ""  # a part of names or address
    role: Role | None = None
    state: PersonState | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedPerson:
    """A person with the name of their account, as lists show them."""

    user: User
    account_name: str
    state: PersonState


def strongest_role(roles: Iterable[Role]) -> Role:
    """The role that says most of what a person may do."""
    held = frozenset(roles)
    return next((role for role in RANKED_ROLES if role in held), Role.CUSTOMER)


def complete_roles(roles: Iterable[Role | None]) -> frozenset[Role]:
    """Add what roles imply: developers and orderers are customers."""
    held = frozenset(role for role in roles if role is not None)
    return held | {Role.CUSTOMER} if held & CUSTOMER_ROLES else held


def check_name(name: str) -> str:
    """A name without surrounding white space. Raises `RuleBroken` when it is empty, long or unprintable."""
    name = _compose(name, most=MAX_NAME)
    if not name or len(name) > MAX_NAME:
        raise RuleBroken(f"A name has 1 to {MAX_NAME} characters.", field="name")
    if any(unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"} for character in name):
        raise RuleBroken("A name has no line breaks or control characters.", field="name")
    return name


def _compose(text: str, *, most: int) -> str:
    """Normalize a text (NFC) and strip it. One that is far too long is only stripped."""
    text = text.strip()
    return text if len(text) > _LETTER * most else normalize("NFC", text).strip()


def check_part_of_name(name: str) -> str:
    """A first or last name, which may be empty. Raises `RuleBroken` as `check_name` does."""
    return check_name(name) if name.strip() else ""


def check_email(email: str) -> str:
    """An address in the spelling that is compared: lower case. Raises `RuleBroken` when it cannot be one."""
    email = _compose(email, most=_MAX_EMAIL).lower()
    if len(email) > _MAX_EMAIL or not email.isprintable() or not _EMAIL.match(email):
        raise RuleBroken("This is not an e-mail address; write it like name@example.com.")
    return email


def check_password(password: str) -> str:
    """Return the password unchanged. Raises `RuleBroken` when its length is outside the limits."""
    if not MIN_PASSWORD <= len(password) <= MAX_PASSWORD:
        raise RuleBroken(f"A password has {MIN_PASSWORD} to {MAX_PASSWORD} characters.")
    return password


def check_language(tag: str) -> str | None:
    """A BCP 47 tag, or None for an empty text. Raises `RuleBroken` for what cannot be one."""
    if tag and not _LANGUAGE.match(tag):
        raise RuleBroken("This is not a language tag; write it like en or pt-BR.")
    return tag or None


def check_theme(theme: str) -> Theme | None:
    """A theme, or None for an empty text: the system's. Raises `RuleBroken`."""
    if not theme:
        return None
    try:
        return Theme(theme)
    except ValueError:
        raise RuleBroken("There is no such theme. There are: light, dark.") from None
