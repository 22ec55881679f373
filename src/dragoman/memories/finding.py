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
    """What is looked for: probes, and the bounds of a unit's length in tokens.

    A unit has all the probes of at least one passage; without passages it has one of the probes.
    """

    probes: Sequence[int]
    passages: Sequence[Sequence[int]] | None
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
_ROWS: Final = """
    select question, string_agg(unit_id::text, ',') as unit_ids, string_agg(signature, ',') as signatures
    from {function} group by question
"""
_SIMILAR: Final = _ROWS.format(
    function="find_similar_units(%(account_id)s, %(probes)s::integer[], %(counts)s::integer[],"
    " %(shortest)s::integer[], %(longest)s::integer[], %(most)s)"
)
_BY_PASSAGES: Final = _ROWS.format(
    function="find_units_by_passages(%(account_id)s, %(probes)s::integer[], %(counts)s::integer[],"
    " %(questions)s::integer[], %(shortest)s::integer[], %(longest)s::integer[], %(most)s)"
)

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
    """For each question units that may be like what is asked for, at most `most` for each passage or probes.

    One statement for questions with passages, one for the others.
    """
    found: dict[int, Candidates] = {}
    for statement, numbers in (
        (_BY_PASSAGES, [at for at, one in enumerate(questions) if one.passages is not None]),
        (_SIMILAR, [at for at, one in enumerate(questions) if one.passages is None]),
    ):
        if not numbers:
            continue
        asked = [questions[at] for at in numbers]
        values = {
            "account_id": account_id,
            "shortest": [question.shortest for question in asked],
            "longest": [question.longest for question in asked],
            "most": most,
            **_probes(asked),
        }
        for row in await fetch_rows(database, statement, values):
            found[numbers[row.question - 1]] = Candidates(
                unit_ids=row.unit_ids.split(","), signatures=row.signatures.split(",")
            )
    return [found.get(at, _NO_CANDIDATES) for at in range(len(questions))]


def _probes(questions: Sequence[Question]) -> dict[str, list[int]]:
    groups = [
        (number, group)
        for number, question in enumerate(questions, start=1)
        for group in (question.passages if question.passages is not None else [question.probes])
    ]
    return {
        "probes": [probe for _, group in groups for probe in group],
        "counts": [len(group) for _, group in groups],
        "questions": [number for number, _ in groups],
    }


async def read_units(database: Database, ids: Sequence[int], *, account_id: int) -> dict[int, KeptUnit]:
    """The account's units of these ids."""
    rows = await fetch_rows(database, _READ, {"account_id": account_id, "ids": list(ids)})
    return {row.id: read_unit(row) for row in rows}
