"""Looking up reference data of an account: what its projects may refer to.

`editing` has staff's actions, `new_accounts` the items of a new account. Items of other accounts are never
found. Disabled items are found, with `disabled` set: they cannot be chosen anew, but projects may keep them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from dragoman.accounts import actions as accounts
from dragoman.accounts.model import Role, User
from dragoman.catalog import store
from dragoman.catalog.model import InvoicingAccount, Language, ProjectDefaults, Service, Template, WorkArea
from dragoman.catalog.reference_types import INVOICING_ACCOUNT, LANGUAGE, SERVICE, TEMPLATE, WORK_AREA
from dragoman.database.connections import Transaction
from dragoman.errors import NotFound
from dragoman.memories.model import Memory
from dragoman.memories.sets import actions as memory_sets
from dragoman.memories.sets.model import MemorySet
from dragoman.memories.usage import find_memories
from dragoman.style_guides import lookup as style_guides
from dragoman.style_guides.model import StyleGuide
from dragoman.termbases.bases import TermBase
from dragoman.termbases.glossary_cache import find_term_bases


async def find_service(tx: Transaction, service_id: int, *, account_id: int) -> Service | None:
    """Find a service of the account, or one for all accounts."""
    return await store.find(tx, SERVICE, service_id, account_id=account_id)


async def find_services(tx: Transaction, service_ids: Collection[int]) -> dict[int, Service]:
    """Find those of the services that this transaction sees, by id."""
    return {one.id: one for one in await store.find_several(tx, SERVICE, service_ids)}


async def find_work_area(tx: Transaction, work_area_id: int, *, account_id: int) -> WorkArea | None:
    """Find a work area of the account, or one for all accounts."""
    return await store.find(tx, WORK_AREA, work_area_id, account_id=account_id)


async def find_invoicing_account(
    tx: Transaction, invoicing_account_id: int, *, account_id: int
) -> InvoicingAccount | None:
    """Find an invoicing account of the account."""
    return await store.find(tx, INVOICING_ACCOUNT, invoicing_account_id, account_id=account_id)


async def find_template(tx: Transaction, template_id: int, *, account_id: int) -> Template | None:
    """Find a project template of the account."""
    return await store.find(tx, TEMPLATE, template_id, account_id=account_id)


async def find_person(tx: Transaction, user_id: int, *, account_id: int) -> User | None:
    """A person whom the account's projects may name (P15): a user of the account with the role customer."""
    try:
        user = await accounts.find_user(tx, user_id=user_id)
    except NotFound:
        return None
    return user if user.account_id == account_id and Role.CUSTOMER in user.roles else None


async def find_defaults(tx: Transaction, account_id: int) -> ProjectDefaults:
    """Find the defaults of the account's projects (P1)."""
    return await store.find_defaults(tx, account_id)


async def list_languages(tx: Transaction) -> Sequence[Language]:
    """List the languages that are not disabled, in the order of their ids."""
    return await store.list_usable(tx, LANGUAGE, account_id=0)


async def find_memory(tx: Transaction, memory_id: int, *, account_id: int) -> Memory | None:
    """Find a translation memory of the account."""
    return (await find_memories(tx, [memory_id], account_id=account_id)).get(memory_id)


async def find_memory_set(tx: Transaction, set_id: int, *, account_id: int) -> MemorySet | None:
    """Find a memory set of the account, with the number of its current version."""
    return await memory_sets.find_own_set(tx, set_id, account_id=account_id)


async def find_term_base(tx: Transaction, term_base_id: int, *, account_id: int) -> TermBase | None:
    """Find a term base of the account."""
    base = (await find_term_bases(tx, [term_base_id])).get(term_base_id)
    return base if base is not None and base.account_id == account_id else None


async def find_style_guide(tx: Transaction, style_guide_id: int, *, account_id: int) -> StyleGuide | None:
    """Find a style guide of the account."""
    return await style_guides.find_style_guide(tx, style_guide_id, account_id=account_id)
