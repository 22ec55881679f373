"""Single statements that find units, for hot paths. `lookup` runs them and scores what they find.

The database functions that they call check the account (revisions 0008, 0010, 0012, 0016 and 0023).
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, LiteralString

from dragoman.database.connections import Database, fetch_rows
from dragoman.memories.model import StoredUnit
from dragoman.memories.rows import read_unit


class ShingleRule(enum.Enum):
    """Which shingles of a query a unit must have."""

    ANY_SHINGLE = enum.auto()  # one shingle of the query's only group
    ANY_GROUP = enum.auto()  # all shingles of one group
    TWO_OF_THREE = enum.auto()  # a shingle from at least two of three groups


@dataclass(frozen=True, slots=True, kw_only=True)
class ShingleQuery:
    """A query of the index: groups of shingles, and the bounds of a unit's length in tokens."""

    rule: ShingleRule
    groups: Sequence[Sequence[int]]
    shortest: int
    longest: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidates:
    """Units that may match a query: parallel lists.

    There may be thousands, of which few are read. So ids are left as strings.
    """

    unit_ids: Sequence[str]
    signatures: Sequence[str]


_NO_CANDIDATES: Final = Candidates(unit_ids=(), signatures=())

_EXACT: Final = "select * from find_exact_units(%(account_id)s, %(memory_ids)s, %(hashes)s)"

# A row for each query: thousands of rows would take longer to read than to compare. Signatures have no
# characters below U+10000.
_ROWS: Final = """
    select question, string_agg(unit_id::text, ',') as unit_ids, string_agg(signature, ',') as signatures
    from {function} group by question
"""
_SIMILAR: Final = _ROWS.format(
    function="find_similar_units(%(account_id)s, %(probes)s::integer[], %(counts)s::integer[],"
    " %(shortest)s::integer[], %(longest)s::integer[], %(most)s)"
)
_NUMBERED: Final = (
    "{name}(%(account_id)s, %(probes)s::integer[], %(counts)s::integer[],"
    " %(questions)s::integer[], %(shortest)s::integer[], %(longest)s::integer[], %(most)s)"
)
_STATEMENTS: Final[Mapping[ShingleRule, LiteralString]] = {
    ShingleRule.ANY_GROUP: _ROWS.format(function=_NUMBERED.format(name="find_units_by_passages")),
    ShingleRule.TWO_OF_THREE: _ROWS.format(function=_NUMBERED.format(name="find_units_by_thirds")),
    ShingleRule.ANY_SHINGLE: _SIMILAR,
}

_READ: Final = "select * from read_memory_units(%(account_id)s, %(ids)s::bigint[])"


async def find_exact(
    database: Database, *, account_id: int, memory_ids: Sequence[int], hashes: Sequence[bytes]
) -> list[tuple[bytes, StoredUnit]]:
    """Find the units of the account's memories that have one of the hashes, each with its hash."""
    values = {"account_id": account_id, "memory_ids": list(memory_ids), "hashes": list(hashes)}
    return [(bytes(row.hash), read_unit(row)) for row in await fetch_rows(database, _EXACT, values)]


async def find_similar(
    database: Database, queries: Sequence[ShingleQuery], *, account_id: int, most: int
) -> list[Candidates]:
    """Find candidates for each query, at most `most` for each probe of the index.

    One statement for all queries with the same rule.
    """
    found: dict[int, Candidates] = {}
    for rule, statement in _STATEMENTS.items():
        numbers = [at for at, one in enumerate(queries) if one.rule is rule]
        if not numbers:
            continue
        of_rule = [queries[at] for at in numbers]
        values = {
            "account_id": account_id,
            "shortest": [query.shortest for query in of_rule],
            "longest": [query.longest for query in of_rule],
            "most": most,
            **_write_groups(rule, of_rule),
        }
        for row in await fetch_rows(database, statement, values):
            found[numbers[row.question - 1]] = Candidates(
                unit_ids=row.unit_ids.split(","), signatures=row.signatures.split(",")
            )
    return [found.get(at, _NO_CANDIDATES) for at in range(len(queries))]


def _write_groups(rule: ShingleRule, queries: Sequence[ShingleQuery]) -> dict[str, list[int]]:
    """List all probes, the number of probes of each group, and the query of each group (or three groups)."""
    together = 3 if rule is ShingleRule.TWO_OF_THREE else 1
    groups = [group for query in queries for group in query.groups]
    return {
        "probes": [probe for group in groups for probe in group],
        "counts": [len(group) for group in groups],
        "questions": [
            number
            for number, query in enumerate(queries, start=1)
            for _ in range(len(query.groups) // together)
        ],
    }


async def read_units(database: Database, ids: Sequence[int], *, account_id: int) -> dict[int, StoredUnit]:
    """Read the account's units with these ids."""
    rows = await fetch_rows(database, _READ, {"account_id": account_id, "ids": list(ids)})
    return {row.id: read_unit(row) for row in rows}
