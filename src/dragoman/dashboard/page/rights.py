"""Who may see a page: the rights that roles give, and what a page needs."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from dragoman.accounts.model import Role
from dragoman.sign_in.signed_in import SignedIn


class Right(enum.Enum):
    """What a page needs of its reader."""

    ANYBODY = "anybody"  # no session
    VISITOR = "visitor"  # no session, where the operator lets visitors translate
    PERSON = "person"  # any role
    DEVELOPER = "developer"  # of a customer's account
    ORDERER = "orderer"  # of a customer's account
    LINGUIST = "linguist"  # the provider's staff; each of these includes those before it
    MANAGER = "manager"
    ADMIN = "admin"


STAFF_RIGHTS = frozenset({Right.LINGUIST, Right.MANAGER, Right.ADMIN})

_OF_ROLE = {
    Role.CUSTOMER: frozenset({Right.PERSON}),
    Role.DEVELOPER: frozenset({Right.PERSON, Right.DEVELOPER}),
    Role.ORDERER: frozenset({Right.PERSON, Right.ORDERER}),
    Role.LINGUIST: frozenset({Right.PERSON, Right.LINGUIST}),
    Role.MANAGER: frozenset({Right.PERSON, Right.LINGUIST, Right.MANAGER}),
    Role.ADMIN: frozenset({Right.PERSON, Right.LINGUIST, Right.MANAGER, Right.ADMIN}),
}


@dataclass(frozen=True, slots=True)
class PageNeeds:
    """Metadata in the annotation of an endpoint's parameter: any one of these rights admits to the page."""

    rights: tuple[Right, ...]


def rights_of(person: SignedIn | None) -> frozenset[Right]:
    """What a person may see. Before the second factor it is what anybody may."""
    if person is None or not person.confirmed:
        return frozenset({Right.ANYBODY})
    return frozenset({Right.ANYBODY}).union(*(_OF_ROLE[role] for role in person.user.roles))
