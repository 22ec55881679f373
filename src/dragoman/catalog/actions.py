"""Looking reference data up: what a project may name, and what its account has to choose from.

`editing` has what staff does with it, `opening` what a new account comes with. A thing of another account is
never found. A disabled one is found, with `disabled` set: nobody may choose it anew, and what has it goes on.
"""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.accounts import actions as accounts
from dragoman.accounts.model import Role, User
from dragoman.catalog import store
from dragoman.catalog.model import InvoicingAccount, Language, ProjectDefaults, Service, Template, WorkArea
from dragoman.catalog.reference_types import INVOICING_ACCOUNT, LANGUAGE, SERVICE, TEMPLATE, WORK_AREA
from dragoman.database.connections import Transaction
from dragoman.errors import NotFound
from dragoman.memories.model import Memory
from dragoman.memories.serving import find_memories
from dragoman.memories.sets import actions as memory_sets
from dragoman.memories.sets.model import MemorySet
from dragoman.termbases.bases import TermBase
from dragoman.termbases.serving import find_term_bases


async def find_service(tx: Transaction, service_id: int, *, account_id: int) -> Service | None:
    """A service that the account may have: its own or everybody's."""
    return await store.find(tx, SERVICE, service_id, account_id=account_id)


async def find_work_area(tx: Transaction, work_area_id: int, *, account_id: int) -> WorkArea | None:
    """A work area that the account may have: its own or everybody's."""
    return await store.find(tx, WORK_AREA, work_area_id, account_id=account_id)


async def find_invoicing_account(
    tx: Transaction, invoicing_account_id: int, *, account_id: int
) -> InvoicingAccount | None:
    """An invoicing account of the account."""
    return await store.find(tx, INVOICING_ACCOUNT, invoicing_account_id, account_id=account_id)


async def find_template(tx: Transaction, template_id: int, *, account_id: int) -> Template | None:
    """A project template of the account."""
    return await store.find(tx, TEMPLATE, template_id, account_id=account_id)


async def find_person(tx: Transaction, user_id: int, *, account_id: int) -> User | None:
    """A person whom the account's projects may name (P15): a user of the account with the role customer."""
    try:
        user = await accounts.find_user(tx, user_id=user_id)
    except NotFound:
        return None
    return user if user.account_id == account_id and user.role is Role.CUSTOMER else None


async def find_defaults(tx: Transaction, account_id: int) -> ProjectDefaults:
    """What the account's projects have when neither they nor their template say (P1)."""
    return await store.find_defaults(tx, account_id)


async def list_languages(tx: Transaction, *, limit: int | None = None, offset: int = 0) -> Sequence[Language]:
    """The languages to choose from, disabled ones left out, in the order of their ids."""
    return await store.list_usable(tx, LANGUAGE, account_id=0, limit=limit, offset=offset)


async def find_language(tx: Transaction, language_id: int) -> Language | None:
    """A language by its id."""
    return await store.find(tx, LANGUAGE, language_id)


async def find_memory(tx: Transaction, memory_id: int, *, account_id: int) -> Memory | None:
    """A translation memory of the account, unless it was deleted."""
    return (await find_memories(tx, [memory_id], account_id=account_id)).get(memory_id)


async def find_memory_set(tx: Transaction, set_id: int, *, account_id: int) -> MemorySet | None:
    """A set of translation memories of the account, with its current version's number."""
    return await memory_sets.find_own_set(tx, set_id, account_id=account_id)


async def find_term_base(tx: Transaction, term_base_id: int, *, account_id: int) -> TermBase | None:
    """A term base of the account."""
    base = (await find_term_bases(tx, [term_base_id])).get(term_base_id)
    return base if base is not None and base.account_id == account_id else None
