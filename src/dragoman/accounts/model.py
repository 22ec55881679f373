"""What an account and its people are, and the rules of their fields. `access` has programs' credentials."""

from __future__ import annotations

import enum
import re
import unicodedata
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from dragoman.errors import Conflict, RuleBroken
from dragoman.unicode_normalization import normalize

MAX_NAME: Final = 200  # characters of an account's or application's name
MIN_PASSWORD: Final = 12
MAX_PASSWORD: Final = 1024
_MAX_EMAIL: Final = 254  # RFC 5321
_LETTER: Final = 4  # the most characters that become a single one
_EMAIL: Final = re.compile(r"[^@\s,;<>()\[\]\"\\]{1,64}@[^@\s,;<>()\[\]\"\\.]+(\.[^@\s,;<>()\[\]\"\\.]+)*\Z")


class AccountKind(enum.StrEnum):
    """What an account may do and what it costs (A9)."""

    SANDBOX = "sandbox"  # pseudo-translation, nothing billed
    TRIAL = "trial"  # credentials end after a while
    PRODUCTION = "production"


class Role(enum.StrEnum):
    """What a person is to the service."""

    CUSTOMER = "customer"
    MANAGER = "manager"
    LINGUIST = "linguist"
    ADMIN = "admin"


class AccountUnknown(RuleBroken):
    """A request names an account that is not there."""

    code = "ACCOUNT_NOT_FOUND"


class EmailTaken(Conflict):
    """Another user of any account has the e-mail address."""

    code = "EMAIL_TAKEN"


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


@dataclass(frozen=True, slots=True, kw_only=True)
class User:
    """A person: one whom projects name, or one who can sign in. The password's hash stays in the store."""

    id: int
    account_id: int
    first_name: str = ""
    last_name: str = ""
    email: str | None  # None: cannot sign in
    role: Role
    created: datetime
    disabled: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class UserDraft:
    """A user to be created. Without a password the user cannot sign in."""

    account_id: int
    role: Role
    first_name: str = ""
    last_name: str = ""
    email: str | None = None
    password: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class UserChanges:
    """Fields to change; None keeps the current value."""

    first_name: str | None = None
    last_name: str | None = None
    email: str | None = None
    role: Role | None = None
    password: str | None = field(default=None, repr=False)
    disabled: bool | None = None


def check_name(name: str) -> str:
    """A name without surrounding white space. Raises `RuleBroken` when it is empty, long or unprintable."""
    name = _compose(name, most=MAX_NAME)
    if not name or len(name) > MAX_NAME:
        raise RuleBroken(f"A name has 1 to {MAX_NAME} characters.")
    if any(unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"} for character in name):
        raise RuleBroken("A name has no line breaks or control characters.")
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
