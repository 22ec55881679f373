"""Statements that search people, with their accounts and states; `store` has the tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import sqlalchemy as sa

from dragoman.accounts.model import CUSTOMER_ROLES, ListedPerson, PeopleFilter, PersonState
from dragoman.accounts.store import ACCOUNTS, HAS_SIGNED_IN, IS_STAFF, USER_COLUMNS, USERS, read_user
from dragoman.database.connections import Transaction

_STATE: Final = sa.case(
    (USERS.c.disabled.is_not(None), PersonState.DISABLED),
    (USERS.c.email.is_(None), PersonState.NAMED),
    (HAS_SIGNED_IN, PersonState.ACTIVE),
    else_=PersonState.INVITED,
)
# The same as conditions on columns: of a case the planner does not know how many people it chooses.
_IS_ENABLED: Final = USERS.c.disabled.is_(None)
_IN_STATE: Final[Mapping[PersonState, sa.ColumnElement[bool]]] = {
    PersonState.DISABLED: USERS.c.disabled.is_not(None),
    PersonState.NAMED: sa.and_(_IS_ENABLED, USERS.c.email.is_(None)),
    PersonState.ACTIVE: sa.and_(_IS_ENABLED, USERS.c.email.is_not(None), HAS_SIGNED_IN),
    PersonState.INVITED: sa.and_(
        _IS_ENABLED, USERS.c.email.is_not(None), USERS.c.password_hash.is_(None), USERS.c.signed_in.is_(None)
    ),
}
_BY_NAME: Final = (USERS.c.sort_name, USERS.c.id)
_PEOPLE: Final = sa.select(*USER_COLUMNS, ACCOUNTS.c.name.label("account_name"), _STATE.label("state")).join(
    ACCOUNTS, ACCOUNTS.c.id == USERS.c.account_id
)


async def search_people(
    tx: Transaction, *, wanted: PeopleFilter, limit: int | None, offset: int
) -> Sequence[ListedPerson]:
    """The people this transaction sees who fit a filter, by name.

    They are chosen in an index, which has what searches need: only rows of the page are read.
    """
    query = sa.select(USERS.c.id)
    # The policy says so too, but no index is read for it.
    for account_id in {wanted.account_id, tx.account if isinstance(tx.account, int) else None} - {None}:
        query = query.where(USERS.c.account_id == account_id)
    if wanted.search:
        query = query.where(USERS.c.sort_name.contains(wanted.search.lower(), autoescape=True))
    if wanted.role is not None:
        query = query.where(USERS.c.roles.contains([wanted.role]))
        if wanted.role not in CUSTOMER_ROLES:
            query = query.where(IS_STAFF)
    if wanted.state is not None:
        query = query.where(_IN_STATE[wanted.state])
    chosen = query.order_by(*_BY_NAME).limit(limit).offset(offset).scalar_subquery()
    shown = _PEOPLE.where(USERS.c.id == sa.any_(sa.func.array(chosen))).order_by(*_BY_NAME)
    return [_listed(row) for row in await tx.connection.execute(shown)]


async def find_person(tx: Transaction, user_id: int) -> ListedPerson | None:
    """A person, if this transaction may see them."""
    row = (await tx.connection.execute(_PEOPLE.where(USERS.c.id == user_id))).one_or_none()
    return None if row is None else _listed(row)


def _listed(row: Any) -> ListedPerson:
    return ListedPerson(user=read_user(row), account_name=row.account_name, state=PersonState(row.state))
