"""Statements that find units, each by itself, on hot paths. `lookup` asks them and judges what is found.

The functions that they call check the account themselves (revisions 0008, 0010 and 0012).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from dragoman.database.connections import Database, fetch_rows
from dragoman.memories.model import KeptUnit
from dragoman.memories.rows import read_unit


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is looked for: probes, and the bounds of a unit's length in tokens."""

    probes: Sequence[int]
    shortest: int
    longest: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidates:
    """Units that may be like the text of a question: the same places belong together.

    There may be thousands, of which few are looked at again: ids stay as they came.
    """

    unit_ids: Sequence[str]
    signatures: Sequence[str]


_NO_CANDIDATES: Final = Candidates(unit_ids=(), signatures=())

_EXACT: Final = "select * from find_exact_units(%(account_id)s, %(memory_ids)s, %(hashes)s)"

# A row for each question: thousands of rows would take longer to read than to compare. Signatures have no
# characters below U+10000.
_SIMILAR: Final = """
    select question, string_agg(unit_id::text, ',') as unit_ids, string_agg(signature, ',') as signatures
    from find_similar_units(
      %(account_id)s, %(probes)s::integer[], %(counts)s::integer[],
      %(shortest)s::integer[], %(longest)s::integer[], %(most)s
    )
    group by question
"""

_READ: Final = "select * from read_memory_units(%(account_id)s, %(ids)s::bigint[])"


async def find_exact(
    database: Database, *, account_id: int, memory_ids: Sequence[int], hashes: Sequence[bytes]
) -> list[tuple[bytes, KeptUnit]]:
    """Units of the account's memories with one of the hashes, each with its hash."""
    values = {"account_id": account_id, "memory_ids": list(memory_ids), "hashes": list(hashes)}
    return [(bytes(row.hash), read_unit(row)) for row in await fetch_rows(database, _EXACT, values)]


async def find_similar(
    database: Database, questions: Sequence[Question], *, account_id: int, most: int
) -> list[Candidates]:
    """For each question units that may be like what is asked for, at most `most`."""
    values = {
        "account_id": account_id,
        "probes": [probe for question in questions for probe in question.probes],
        "counts": [len(question.probes) for question in questions],
        "shortest": [question.shortest for question in questions],
        "longest": [question.longest for question in questions],
        "most": most,
    }
    found = {
        row.question: Candidates(unit_ids=row.unit_ids.split(","), signatures=row.signatures.split(","))
        for row in await fetch_rows(database, _SIMILAR, values)
    }
    return [found.get(number, _NO_CANDIDATES) for number in range(1, len(questions) + 1)]


async def read_units(database: Database, ids: Sequence[int], *, account_id: int) -> dict[int, KeptUnit]:
    """The account's units of these ids."""
    rows = await fetch_rows(database, _READ, {"account_id": account_id, "ids": list(ids)})
    return {row.id: read_unit(row) for row in rows}
