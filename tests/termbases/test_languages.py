"""The languages of a term base: those of its current version are on record, right after every change."""

from __future__ import annotations

import random
from collections import Counter
from importlib import import_module

from dragoman.database.connections import ALL_ACCOUNTS, Database, transaction
from dragoman.termbases.actions import get_term_base
from dragoman.termbases.bases import TermBase
from dragoman.termbases.editing import ConceptTarget
from dragoman.termbases.overview.actions import list_languages
from dragoman.termbases.planning import ImportMode
from tests.termbases.staff_actions import add, change, delete, import_file, proposal, read_concepts

CODES = ("en", "de", "fr", "pt_BR", "ar")


async def listed(database: Database, base: TermBase, version: int | None = None) -> list[str]:
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        current = await get_term_base(tx, term_base_id=base.id)
        return list(await list_languages(tx, current, version))


async def counted(database: Database, base: TermBase, version: int | None = None) -> list[str]:
    """The languages by the concepts themselves, those of most terms first."""
    found = await read_concepts(database, base, version=version)
    terms = Counter(term.language for kept in found for term in kept.concept.terms)
    return sorted(terms, key=lambda code: (-terms[code], code))


async def test_languages_follow_every_kind_of_change(database: Database, ours: TermBase) -> None:
    chance = random.Random(1)
    for step in range(40):
        numbers = [kept.number for kept in await read_concepts(database, ours)]
        codes = chance.sample(CODES, chance.randint(1, 3))
        made = proposal(
            **{code: [f"{code} {step}", f"{code} {step} too"][: chance.randint(1, 2)] for code in codes}
        )
        what = chance.choice(("add", "add", "change", "delete", "merge", "replace"))
        if what == "add" or not numbers:
            await add(database, ours, made)
        elif what == "change":
            await change(database, ConceptTarget(term_base_id=ours.id, number=chance.choice(numbers)), made)
        elif what == "delete":
            await delete(database, ConceptTarget(term_base_id=ours.id, number=chance.choice(numbers)))
        else:
            rows = "\n".join(f"house {step} {n},Haus {step} {n}" for n in range(3))
            await import_file(database, ours, f"en,de\n{rows}\n".encode(), mode=ImportMode(what))
        assert await listed(database, ours) == await counted(database, ours), (step, what)


async def test_a_language_is_gone_with_its_last_term_and_stays_in_older_versions(
    database: Database, ours: TermBase
) -> None:
    await add(database, ours, proposal(en="one", de="eins"))
    await change(database, ConceptTarget(term_base_id=ours.id, number=1), proposal(en="one"))
    assert await listed(database, ours) == ["en"]
    assert await listed(database, ours, version=1) == ["de", "en"]


async def test_terms_from_before_the_record_are_counted_by_its_revision(
    database: Database, ours: TermBase
) -> None:
    await add(database, ours, proposal(en=["one", "first"], de="eins"))
    await add(database, ours, proposal(en="two", fr="deux"))
    await delete(database, ConceptTarget(term_base_id=ours.id, number=2))
    revision = import_module("dragoman.database.migrations.versions.0033_term_languages")
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        await tx.connection.exec_driver_sql("update term_bases set languages = '{}'")
    assert await listed(database, ours) == []
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        await tx.connection.exec_driver_sql(revision.COUNT_OLD_TERMS)
    assert await listed(database, ours) == ["en", "de"]
