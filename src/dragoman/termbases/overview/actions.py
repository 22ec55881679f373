"""List term bases with their accounts and changes; read one, and its languages."""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.accounts.actions import find_account_names, search_accounts
from dragoman.database.connections import Transaction
from dragoman.termbases import concept_store, store
from dragoman.termbases.actions import choose_version, get_term_base
from dragoman.termbases.bases import TermBase, TermBaseOverview, TermBaseQuery


async def list_overviews(
    tx: Transaction, wanted: TermBaseQuery, *, limit: int, offset: int = 0
) -> Sequence[TermBaseOverview]:
    """List the term bases that this transaction sees."""
    accounts = await search_accounts(tx, search=wanted.search) if wanted.search else {}
    found = await store.search_bases(tx, wanted, found_accounts=list(accounts), limit=limit, offset=offset)
    return await _describe(tx, found)


async def read_overview(tx: Transaction, term_base_id: int) -> TermBaseOverview:
    """Read a term base with its account. Raises `NotFound`."""
    return (await _describe(tx, [await get_term_base(tx, term_base_id=term_base_id)]))[0]


async def list_languages(tx: Transaction, base: TermBase, version: int | None = None) -> Sequence[str]:
    """The languages that terms of a version are in, None: the current one; those of most terms first.

    Raises `NotFound` if there is no such version.
    """
    return await concept_store.list_languages(tx, base, choose_version(base, version).version)


async def _describe(tx: Transaction, bases: Sequence[TermBase]) -> Sequence[TermBaseOverview]:
    names = await find_account_names(tx, sorted({base.account_id for base in bases}))
    changed = await store.find_change_times(tx, bases) if bases else {}
    return [
        TermBaseOverview(base=base, account_name=names[base.account_id], changed=changed.get(base.id))
        for base in bases
    ]
