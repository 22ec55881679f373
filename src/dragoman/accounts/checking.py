"""What a person must have: checks of what a request gives, all problems at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from dragoman.accounts.model import PersonRefused, UserDraft, check_email, check_part_of_name, check_password
from dragoman.errors import RuleBroken, RulesBroken


def check_time_zone(name: str) -> str | None:
    """A time zone's name, or None for an empty text. Raises `RuleBroken` for one that is not known."""
    try:
        return ZoneInfo(name).key if name else None
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise RuleBroken("There is no such time zone; write it like Europe/Berlin.") from None


def check_draft(
    draft: UserDraft, *, has_password: bool | None = None, must_be_named: bool = True
) -> dict[str, Any]:
    """Validate the columns that identify a user. Raises `RulesBroken` with every problem."""
    problems: list[RuleBroken] = []

    def tried(field: str, check: Callable[[str], str], text: str) -> str:
        try:
            return check(text)
        except RuleBroken as error:
            problems.extend(problems_of(error, field=field))
            return text

    first = tried("first_name", check_part_of_name, draft.first_name)
    last = tried("last_name", check_part_of_name, draft.last_name)
    email = None if draft.email is None else tried("email", check_email, draft.email)
    if draft.password is not None:
        tried("password", check_password, draft.password)
    signs_in = draft.password is not None if has_password is None else has_password
    problems += _missing(draft, named=bool(first or last or email) or not must_be_named, signs_in=signs_in)
    if problems:
        raise RulesBroken(problems)
    return {"first_name": first, "last_name": last, "email": email}


def _missing(draft: UserDraft, *, named: bool, signs_in: bool) -> list[RuleBroken]:
    """What every user must have, and what those who sign in must."""
    problems: list[RuleBroken] = []
    if not named:
        problems.append(unnamed())
    if signs_in and draft.email is None:
        problems.append(
            PersonRefused(
                "Who signs in does it with an e-mail address.",
                hints="Give one, or no password.",
                field="email",
            )
        )
    return problems


def problems_of(error: RuleBroken, *, field: str) -> Sequence[RuleBroken]:
    """The problems of a field under its own name, whatever the check calls what it was given."""
    for problem in error.all_problems():
        problem.field = field
    return error.all_problems()


def unnamed() -> PersonRefused:
    """The problem of a person without name and address."""
    return PersonRefused(
        "A user has a name or an e-mail address.", hints="Give one of them.", field="first_name"
    )
