"""Customers' access to reference data (P15): lists of what the account may choose, and items by id.

Everything is restricted to one account; items of others are never found.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from dragoman.accounts import actions as accounts
from dragoman.accounts.model import Account, User
from dragoman.catalog import actions, store
from dragoman.catalog.model import ProjectDefaults
from dragoman.catalog.reference_types import Item, ReferenceType
from dragoman.database.connections import Transaction
from dragoman.errors import NotFound
from dragoman.memories import actions as memories
from dragoman.memories.model import Memory
from dragoman.memories.sets import actions as memory_sets
from dragoman.memories.sets.actions import CurrentSet
from dragoman.style_guides import actions as style_guides
from dragoman.style_guides.model import StyleGuide
from dragoman.termbases import actions as term_bases
from dragoman.termbases.bases import TermBase

_T = TypeVar("_T")


async def read_account(tx: Transaction, *, account_id: int) -> tuple[Account, ProjectDefaults]:
    """Read the account and the defaults of its projects."""
    account = await accounts.get_account(tx, account_id=account_id)
    return account, await actions.find_defaults(tx, account_id)


async def find_memory_threshold(tx: Transaction, *, account_id: int) -> int | None:
    """The account's own score from which a memory wins over an engine; None: it has none."""
    return (await actions.find_defaults(tx, account_id)).memory_threshold


async def list_choices(
    tx: Transaction, kind: ReferenceType[Item], *, account_id: int, limit: int | None, offset: int
) -> Sequence[Item]:
    """List the items that the account may choose now, oldest first."""
    return await store.list_usable(tx, kind, account_id=account_id, limit=limit, offset=offset)


async def get_choice(tx: Transaction, kind: ReferenceType[Item], id_: int, *, account_id: int) -> Item:
    """Find an item of the account, disabled or not. Raises `NotFound`."""
    found = await store.find(tx, kind, id_, account_id=account_id)
    return _require(found, kind.title)


async def list_people(tx: Transaction, *, account_id: int, limit: int | None, offset: int) -> Sequence[User]:
    """List the users that the account's projects may refer to now, oldest first."""
    return await accounts.list_people(tx, account_id=account_id, limit=limit, offset=offset)


async def get_person(tx: Transaction, user_id: int, *, account_id: int) -> User:
    """Find a user of the account. Raises `NotFound`."""
    return _require(await actions.find_person(tx, user_id, account_id=account_id), "user")


async def list_memories(
    tx: Transaction, *, account_id: int, limit: int | None, offset: int
) -> Sequence[Memory]:
    """The account's memories that are not disabled, oldest first; an account has at most a thousand."""
    found = await memories.list_memories(tx, account_id=account_id, limit=memories.MOST_MEMORIES)
    return _page([one for one in found if one.disabled is None], limit, offset)


async def get_memory(tx: Transaction, memory_id: int, *, account_id: int) -> Memory:
    """A memory of the account. Raises `NotFound`."""
    return _require(await actions.find_memory(tx, memory_id, account_id=account_id), "translation memory")


async def list_memory_sets(
    tx: Transaction, *, account_id: int, limit: int | None, offset: int
) -> Sequence[CurrentSet]:
    """The account's sets of memories as they are now, oldest first."""
    return await memory_sets.list_sets(tx, account_id=account_id, limit=limit or _ALL, offset=offset)


async def get_memory_set(tx: Transaction, set_id: int, *, account_id: int) -> CurrentSet:
    """The current version of a set of the account. Raises `NotFound`."""
    _require(await actions.find_memory_set(tx, set_id, account_id=account_id), "translation memory set")
    return await memory_sets.find_set(tx, set_id)


async def list_term_bases(
    tx: Transaction, *, account_id: int, limit: int | None, offset: int
) -> Sequence[TermBase]:
    """The account's term bases that are not disabled, oldest first."""
    found = await term_bases.list_term_bases(tx, account_id=account_id)
    return _page([one for one in found if one.disabled is None], limit, offset)


async def get_term_base(tx: Transaction, term_base_id: int, *, account_id: int) -> TermBase:
    """A term base of the account. Raises `NotFound`."""
    return _require(await actions.find_term_base(tx, term_base_id, account_id=account_id), "term base")


async def list_style_guides(
    tx: Transaction, *, account_id: int, limit: int | None, offset: int
) -> Sequence[StyleGuide]:
    """The account's style guides that are not disabled, oldest first."""
    found = await style_guides.list_style_guides(tx, account_id=account_id)
    return _page([one for one in found if one.disabled is None], limit, offset)


async def get_style_guide(tx: Transaction, style_guide_id: int, *, account_id: int) -> StyleGuide:
    """A style guide of the account. Raises `NotFound`."""
    return _require(await actions.find_style_guide(tx, style_guide_id, account_id=account_id), "style guide")


_ALL = 2**31 - 1


def _page(found: Sequence[_T], limit: int | None, offset: int) -> Sequence[_T]:
    return found[offset:] if limit is None else found[offset : offset + limit]


def _require(found: _T | None, title: str) -> _T:
    if found is None:
        raise NotFound(f"There is no such {title}.")
    return found
