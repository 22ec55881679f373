"""The statements on dictionaries of term bases."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import sqlalchemy as sa

from dragoman.database.connections import Transaction
from dragoman.termbases.bases import TermBase
from dragoman.termbases.dictionaries.entries import Dictionary
from dragoman.termbases.tables import TERM_BASES, TERM_DICTIONARIES

_D = TERM_DICTIONARIES.c

_PUT = sa.text(
    """
    insert into term_dictionaries (term_base_id, source, target, account_id, numbers)
    values (:term_base_id, :source, :target, :account_id, cast(:numbers as integer[]))
    on conflict (term_base_id, source, target) do update set numbers = excluded.numbers
    """
)

# Of each concept the first term in the source language that is not forbidden; the terms are sorted.
_COUNT = sa.text(
    """
    select count(distinct s.text)
    from term_concepts c
    cross join lateral (
      select term ->> 'text' as text
      from jsonb_array_elements(c.body -> 'terms') with ordinality as t (term, number)
      where term ->> 'status' <> 'forbidden'
        and split_part(term ->> 'language', '-', 1) = :source
      order by number limit 1
    ) s
    where c.term_base_id = :term_base_id and c.until is null
      and c.number <> all(cast(:foreign as integer[]))
      and exists (
        select from jsonb_array_elements(c.body -> 'terms') as term
        where term ->> 'status' <> 'forbidden' and split_part(term ->> 'language', '-', 1) = :target
      )
    """
)


async def list_recorded(tx: Transaction, term_base_ids: Sequence[int]) -> dict[int, list[Dictionary]]:
    """List the dictionaries on record of term bases, in the order of their languages."""
    query = sa.select(TERM_DICTIONARIES).where(_D.term_base_id.in_(term_base_ids))
    found: dict[int, list[Dictionary]] = {}
    for row in await tx.connection.execute(query.order_by(_D.term_base_id, _D.source, _D.target)):
        one = Dictionary(source=row.source, target=row.target, numbers=frozenset(row.numbers))
        found.setdefault(row.term_base_id, []).append(one)
    return found


async def list_languages(tx: Transaction, term_base_ids: Sequence[int]) -> dict[int, list[str]]:
    """List the languages of the current terms of term bases."""
    query = sa.select(TERM_BASES.c.id, TERM_BASES.c.languages).where(TERM_BASES.c.id.in_(term_base_ids))
    return {row.id: sorted(row.languages) for row in await tx.connection.execute(query)}


async def count_entries(
    tx: Transaction, base: TermBase, dictionary: Dictionary, *, foreign: Collection[int]
) -> int:
    """Count the entries of a dictionary of the current version, without the concepts `foreign` to it."""
    values = {
        "term_base_id": base.id,
        "source": dictionary.source,
        "target": dictionary.target,
        "foreign": sorted(foreign),
    }
    return int((await tx.connection.execute(_COUNT, values)).scalar_one())


async def put_dictionary(tx: Transaction, base: TermBase, dictionary: Dictionary) -> None:
    """Store a dictionary of a locked term base."""
    values = {
        "term_base_id": base.id,
        "account_id": base.account_id,
        "source": dictionary.source,
        "target": dictionary.target,
        "numbers": sorted(dictionary.numbers),
    }
    await tx.connection.execute(_PUT, values)


async def delete_dictionary(tx: Transaction, base: TermBase, dictionary: Dictionary) -> None:
    """Delete the record of a dictionary."""
    await tx.connection.execute(
        sa.delete(TERM_DICTIONARIES).where(
            _D.term_base_id == base.id, _D.source == dictionary.source, _D.target == dictionary.target
        )
    )
