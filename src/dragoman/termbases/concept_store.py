"""The statements on concepts of term bases: their states, each valid for some versions.

`store` has those on term bases and their versions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

import orjson
import sqlalchemy as sa

from dragoman import cpu_work
from dragoman.database.connections import Transaction
from dragoman.termbases.bases import ConceptFilter, StoredConcept, TermBase
from dragoman.termbases.concept_json import (
    decode_concept,
    decode_rules,
    encode_concept,
    fold,
    fold_terms,
    term_keys,
)
from dragoman.termbases.model import Concept, Pin
from dragoman.termbases.tables import TERM_BASE_VERSIONS, TERM_CONCEPTS

_C: Final = TERM_CONCEPTS.c
_ROWS_AT_ONCE: Final = 2_000
_FEW: Final = 1_000  # concepts that are selected by their numbers
_CONCEPT: Final = 100  # one concept takes about as long as so many characters of text
_CHANGED: Final = TERM_BASE_VERSIONS.c.added + TERM_BASE_VERSIONS.c.changed + TERM_BASE_VERSIONS.c.removed
_INSERT: Final = sa.text(
    """
    insert into term_concepts (account_id, term_base_id, since, number, key, body, folded, names)
    select :account_id, :term_base_id, :since, n.number, n.key, n.body, n.folded,
      string_to_array(n.names, E'\\n')
    from unnest(
      cast(:number as integer[]), cast(:key as text[]), cast(:body as jsonb[]), cast(:folded as text[]),
      cast(:names as text[])
    ) as n (number, key, body, folded, names)
    """
)

# Ends the current states of concepts. Gives their languages, each with its number of terms.
_END: Final = sa.text(
    """
    with ended as (
      update term_concepts set until = :until
      where term_base_id = :term_base_id and until is null and number = any(cast(:numbers as integer[]))
      returning names
    )
    select split_part(n.name, E'\\t', 1) as language, count(*) as terms
    from ended cross join unnest(ended.names) as n (name)
    group by 1
    """
)

_ADD_TERMS: Final = sa.text(
    """
    update term_bases set languages = (
      select coalesce(jsonb_object_agg(language, terms), '{}')
      from (
        select language, sum(terms) as terms
        from (
          select key as language, cast(value as integer) as terms from jsonb_each_text(languages)
          union all
          select * from unnest(cast(:languages as text[]), cast(:terms as integer[]))
        ) as added
        group by language having sum(terms) > 0
      ) as counted
    )
    where id = :term_base_id
    """
)

_FACETED: Final = sa.text("select number from find_faceted_concepts(cast(:facets as text[]), :most)")
_NAMESAKES: Final = sa.text("select * from find_term_namesakes(:term_base_id, cast(:names as text[]), :most)")

_CURRENT_LANGUAGES: Final = sa.text(
    """
    select counted.key as language
    from term_bases, jsonb_each_text(languages) as counted
    where id = :term_base_id
    order by cast(counted.value as integer) desc, 1
    """
)

_LANGUAGES: Final = sa.text(
    """
    select split_part(n.name, E'\\t', 1) as language
    from term_concepts c cross join unnest(c.names) as n (name)
    where c.term_base_id = :term_base_id and c.since <= :version and (c.until is null or c.until > :version)
    group by 1
    order by count(*) desc, 1
    """
)


class ConceptRow(NamedTuple):
    """A row of a concept, for `parse_concept`; for many rows that is work for a thread."""

    number: int
    since: int
    key: str
    body: str


async def insert_concepts(
    tx: Transaction, base: TermBase, concepts: Sequence[StoredConcept], *, since: int
) -> None:
    """Add concepts, or new states of them, that are valid from a version on."""
    languages: Counter[str] = Counter()
    for start in range(0, len(concepts), _ROWS_AT_ONCE):
        rows = concepts[start : start + _ROWS_AT_ONCE]
        columns = await cpu_work.run(_CONCEPT * len(rows), partial(_write_columns, rows))
        values = {"account_id": base.account_id, "term_base_id": base.id, "since": since}
        await tx.connection.execute(_INSERT, values | columns)
        languages.update(key.partition("\t")[0] for keys in columns["names"] for key in keys.split("\n"))
    await _add_terms(tx, base, languages)


def _write_columns(rows: Sequence[StoredConcept]) -> dict[str, list[Any]]:
    return {
        "number": [row.number for row in rows],
        "key": [row.concept.id for row in rows],
        "body": [orjson.dumps(encode_concept(row.concept)).decode() for row in rows],
        "folded": [fold_terms(row.concept) for row in rows],
        "names": ["\n".join(term_keys(row.concept)) for row in rows],
    }


async def end_concepts(tx: Transaction, base: TermBase, numbers: Sequence[int], *, until: int) -> None:
    """End the current states of concepts at a version."""
    values = {"term_base_id": base.id, "numbers": list(numbers), "until": until}
    ended = await tx.connection.execute(_END, values)
    await _add_terms(tx, base, {row.language: -row.terms for row in ended})


async def _add_terms(tx: Transaction, base: TermBase, languages: Mapping[str, int]) -> None:
    """Add to the numbers of terms that the locked term base has in languages."""
    if languages:
        values = {"languages": list(languages), "terms": list(languages.values())}
        await tx.connection.execute(_ADD_TERMS, {"term_base_id": base.id, **values})


async def find_concept(tx: Transaction, term_base_id: int, number: int) -> StoredConcept | None:
    """Find a concept of the current version."""
    query = _select().where(_C.term_base_id == term_base_id, _C.number == number, _C.until.is_(None))
    row = (await tx.connection.execute(query)).one_or_none()
    return None if row is None else _kept(row)


async def list_concepts(
    tx: Transaction, pin: Pin, wanted: ConceptFilter, *, is_current: bool, limit: int, offset: int
) -> Sequence[StoredConcept]:
    """List the concepts of a version that a filter selects, by number."""
    query = _select().where(*_in_version(pin), *_conditions(wanted))
    few = await _find_few(tx, pin.term_base_id, wanted) if is_current else None
    if few is not None:
        query = query.where(_C.until.is_(None), _C.number.in_(few))
    rows = await tx.connection.execute(query.order_by(_C.number).limit(limit).offset(offset))
    return [_kept(row) for row in rows]


async def _find_few(tx: Transaction, term_base_id: int, wanted: ConceptFilter) -> Sequence[int] | None:
    """Find the current concepts with a language, status and domain, in any of their terms.

    None: they are many, which a list has close together, or the filter names nothing of these.
    """
    named = {"language": wanted.language, "status": wanted.status, "domain": wanted.domain}
    facets = [f"{term_base_id} {name} {value}" for name, value in named.items() if value is not None]
    if not facets:
        return None
    values = {"facets": facets, "most": _FEW + 1}
    found = (await tx.connection.execute(_FACETED, values)).scalars().all()
    return found if len(found) <= _FEW else None


async def find_definitions(tx: Transaction, pin: Pin, keys: Sequence[str]) -> dict[str, str]:
    """Find definitions of a version's concepts, by key; concepts without a definition are left out."""
    definition = _C.body["definition"].astext.label("definition")
    query = sa.select(_C.key, definition).where(*_in_version(pin), _C.key.in_(keys), definition != "")
    return {row.key: row.definition for row in await tx.connection.execute(query)}


async def list_languages(tx: Transaction, base: TermBase, version: int) -> Sequence[str]:
    """List the languages that a version has terms in, those of most terms first.

    Those of the current version are on record; of an older one, they are counted.
    """
    statement = _CURRENT_LANGUAGES if version == base.version else _LANGUAGES
    values = {"term_base_id": base.id, "version": version}
    return [str(row.language) for row in await tx.connection.execute(statement, values)]


async def read_concepts(tx: Transaction, pin: Pin) -> AsyncIterator[list[ConceptRow]]:
    """Read all concepts of a version by number, in large batches."""
    result = await tx.connection.stream(_select_rows(pin))
    async for rows in result.partitions(_ROWS_AT_ONCE):
        yield [ConceptRow(*row) for row in rows]


async def list_rows(tx: Transaction, pin: Pin, *, after: int, most: int) -> Sequence[ConceptRow]:
    """List a page of the concepts of a version: those with numbers greater than `after`."""
    rows = await tx.connection.execute(_select_rows(pin).where(_C.number > after).limit(most))
    return [ConceptRow(*row) for row in rows]


async def find_changes(
    tx: Transaction, old: Pin, version: int, *, most: int
) -> Mapping[int, ConceptRow | None] | None:
    """Find the concepts that differ between `old` and a later version, by number; None: removed.

    Returns None when more than `most` were changed, or the term base was deleted.
    """
    versions, made = TERM_BASE_VERSIONS.c, sa.func.sum(_CHANGED)
    counts = sa.select(sa.func.count(), sa.func.coalesce(made, 0)).where(
        versions.term_base_id == old.term_base_id, versions.version.between(old.version + 1, version)
    )
    count, changed = (await tx.connection.execute(counts)).one()
    if count != version - old.version or changed > most:
        return None
    valid = sa.and_(_C.since <= version, _is_not_over(version))
    query = sa.select(_C.number, _C.since, _C.key, sa.cast(_C.body, sa.Text), valid).where(
        _C.term_base_id == old.term_base_id,
        sa.or_(_C.since.between(old.version + 1, version), _C.until.between(old.version + 1, version)),
    )
    found: dict[int, ConceptRow | None] = {}
    for *row, is_valid in await tx.connection.execute(query):
        if is_valid or row[0] not in found:
            found[row[0]] = ConceptRow(*row) if is_valid else None
    return found


def parse_concept(row: ConceptRow) -> StoredConcept:
    """Parse a row of `read_concepts`."""
    concept = decode_concept(row.key, orjson.loads(row.body))
    return StoredConcept(number=row.number, version=row.since, concept=concept)


def parse_rules(row: ConceptRow) -> Concept:
    """Parse what recognition needs of a row of `read_concepts`."""
    return decode_rules(row.key, orjson.loads(row.body))


async def find_namesakes(
    tx: Transaction, term_base_id: int, names: Sequence[str], *, most: int
) -> Sequence[tuple[int, list[str]]]:
    """Find concepts that have one of these `term_keys`: their numbers and all their keys, by number."""
    values = {"term_base_id": term_base_id, "names": list(names), "most": most}
    return [(row.number, list(row.names)) for row in await tx.connection.execute(_NAMESAKES, values)]


async def key_exists(tx: Transaction, term_base_id: int, key: str) -> bool:
    """Whether a concept of the current version has this key."""
    query = sa.select(_C.id).where(_C.term_base_id == term_base_id, _C.until.is_(None), _C.key == key)
    return (await tx.connection.execute(query)).first() is not None


def _select() -> sa.Select[Any]:
    return sa.select(_C.number, _C.since, _C.key, _C.body)


def _select_rows(pin: Pin) -> sa.Select[Any]:
    body = sa.cast(_C.body, sa.Text).label("body")
    return sa.select(_C.number, _C.since, _C.key, body).where(*_in_version(pin)).order_by(_C.number)


def _in_version(pin: Pin) -> tuple[sa.ColumnElement[bool], ...]:
    return _C.term_base_id == pin.term_base_id, _C.since <= pin.version, _is_not_over(pin.version)


def _is_not_over(version: int) -> sa.ColumnElement[bool]:
    return sa.or_(_C.until.is_(None), _C.until > version)


def _conditions(wanted: ConceptFilter) -> list[sa.ColumnElement[bool]]:
    conditions: list[sa.ColumnElement[bool]] = []
    if wanted.search is not None:
        conditions.append(sa.func.strpos(_C.folded, fold(wanted.search)) > 0)
    term = {"language": wanted.language, "status": wanted.status and wanted.status.value}
    if wanted_term := {name: value for name, value in term.items() if value}:
        conditions.append(_C.body.contains({"terms": [wanted_term]}))
    if wanted.domain is not None:
        conditions.append(_C.body["domain"].astext == wanted.domain)
    return conditions


def _kept(row: sa.Row[Any]) -> StoredConcept:
    return StoredConcept(number=row.number, version=row.since, concept=decode_concept(row.key, row.body))
