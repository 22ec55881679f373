"""Filters of a term base's concepts: what many have and what few have, now and in older versions."""

from __future__ import annotations

import itertools
from typing import Any

import psycopg
import pytest_asyncio
import sqlalchemy as sa

from dragoman.access.staff import OPERATOR
from dragoman.database.connections import ALL_ACCOUNTS, Database, transaction
from dragoman.database.urls import ServerUrls
from dragoman.termbases import editing
from dragoman.termbases.bases import ConceptFilter, StoredConcept, TermBase
from dragoman.termbases.checking import ProposedConcept, ProposedTerm
from dragoman.termbases.editing import ConceptTarget
from dragoman.termbases.model import TermStatus
from tests.termbases.conftest import make_base
from tests.termbases.staff_actions import delete, read_concepts

CONCEPTS = 1_500  # more than are selected by their numbers
_FILTERS: list[dict[str, Any]] = [
    {name: value for name, value in (("language", language), ("status", status), ("domain", domain)) if value}
    for language, status, domain in itertools.product(
        (None, "en", "de", "fr", "it"),
        (None, TermStatus.PREFERRED, TermStatus.FORBIDDEN),
        (None, "tools", "law", "LAW"),
    )
]


def _proposal(number: int) -> ProposedConcept:
    status = TermStatus.FORBIDDEN if number % 300 == 7 else TermStatus.PREFERRED
    terms = [ProposedTerm(language="en", text=f"screw {number}", status=status)]
    terms.append(ProposedTerm(language="de", text=f"Schraube {number}", status=TermStatus.PREFERRED))
    if number % 200 == 7:
        terms.append(ProposedTerm(language="fr", text=f"vis {number}", status=TermStatus.PREFERRED))
    return ProposedConcept(key=None, terms=tuple(terms), domain="law" if number % 500 == 7 else "tools")


@pytest_asyncio.fixture
async def filled(database: Database) -> TermBase:
    base = await make_base(database, "Of filters")
    proposals = [_proposal(number) for number in range(CONCEPTS)]
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        await editing.create_concepts(tx, staff=OPERATOR, term_base_id=base.id, proposals=proposals)
    await delete(database, ConceptTarget(term_base_id=base.id, number=8))  # French, forbidden, and of law
    return base


def _fits(kept: StoredConcept, wanted: ConceptFilter) -> bool:
    if wanted.domain is not None and kept.concept.domain != wanted.domain:
        return False
    return any(
        (wanted.language is None or term.language == wanted.language)
        and (wanted.status is None or term.status is wanted.status)
        for term in kept.concept.terms
    )


async def test_every_filter_finds_what_fits_in_each_version(database: Database, filled: TermBase) -> None:
    for version in (None, 1):
        pages = [await _page(database, filled, offset, version=version) for offset in (0, 1_000)]
        every = [kept for page in pages for kept in page]
        assert len(every) == CONCEPTS - (version is None)
        for wanted in _FILTERS:
            expected = [kept.number for kept in every if _fits(kept, ConceptFilter(**wanted))]
            found = await read_concepts(database, filled, version=version, **wanted)
            assert [kept.number for kept in found] == expected[:1_000], (version, wanted)


async def _page(database: Database, base: TermBase, offset: int, **wanted: Any) -> list[StoredConcept]:
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        found = await editing.list_concepts(
            tx, term_base_id=base.id, wanted=ConceptFilter(**wanted), limit=1_000, offset=offset
        )
    return list(found)


async def test_parts_of_a_list_of_few_follow_each_other(database: Database, filled: TermBase) -> None:
    whole = [kept.number for kept in await read_concepts(database, filled, language="fr")]
    assert len(whole) == 7
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        wanted = ConceptFilter(language="fr")
        parts = [
            await editing.list_concepts(tx, term_base_id=filled.id, wanted=wanted, limit=3, offset=offset)
            for offset in (0, 3, 6, 9)
        ]
    assert [kept.number for part in parts for kept in part] == whole


async def test_nobody_finds_concepts_of_another_account(
    database: Database, filled: TermBase, theirs: TermBase
) -> None:
    called = sa.text("select number from find_faceted_concepts(cast(:facets as text[]), 10)")
    values = {"facets": [f"{filled.id} language fr"]}
    for account, count in ((filled.account_id, 7), (theirs.account_id, 0)):
        async with transaction(database, account=account) as tx:
            assert len((await tx.connection.execute(called, values)).all()) == count


async def test_what_few_have_is_found_by_the_index(database_urls: ServerUrls, filled: TermBase) -> None:
    """What `find_faceted_concepts` runs inside, as the owner and with the settings that it has."""
    async with await psycopg.AsyncConnection.connect(database_urls.owner) as connection:
        await connection.execute("analyze term_concepts")
        rows = await connection.execute(
            "select prosrc, proconfig from pg_proc where proname = 'find_faceted_concepts'"
        )
        source, configuration = await rows.fetchone() or ("", ())
        for setting in configuration:
            name, _, value = setting.partition("=")
            await connection.execute("select set_config(%s, %s, true)", (name, value))
        query = source.partition("return query")[2].partition(";")[0]
        for parameter, value in {
            "p_facets": f"array['{filled.id} language fr']",
            "p_most": "10",
        }.items():
            query = query.replace(parameter, value)
        plan = await connection.execute(f"explain {query}")
        lines = "\n".join(line for (line,) in await plan.fetchall())
    assert "Bitmap Index Scan on term_concepts_facets_idx" in lines, lines
