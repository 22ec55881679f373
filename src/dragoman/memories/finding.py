"""Statements that find units, each by itself, on hot paths. `lookup` asks them and judges what is found.

The functions that they call check the account themselves (revisions 0008, 0010, 0012, 0016 and 0023).
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, LiteralString

from dragoman.database.connections import Database, fetch_rows
from dragoman.memories.model import KeptUnit
from dragoman.memories.rows import read_unit


class ShingleRule(enum.Enum):
    """Which of a question's groups of shingles a unit has."""

    ANY_SHINGLE = enum.auto()  # a shingle of its only group
    ANY_GROUP = enum.auto()  # all shingles of a group
    TWO_OF_THREE = enum.auto()  # a shingle of at least two of each three groups


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is looked for: groups of shingles, and the bounds of a unit's length in tokens."""

    rule: ShingleRule
    groups: Sequence[Sequence[int]]
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
) -> list[tuple[bytes, KeptUnit]]:
    """Units of the account's memories with one of the hashes, each with its hash."""
    values = {"account_id": account_id, "memory_ids": list(memory_ids), "hashes": list(hashes)}
    return [(bytes(row.hash), read_unit(row)) for row in await fetch_rows(database, _EXACT, values)]


async def find_similar(
    database: Database, questions: Sequence[Question], *, account_id: int, most: int
) -> list[Candidates]:
    """For each question units that may be like what is asked for, at most `most` of each probe of the index.

    One statement for all questions of a rule.
    """
    found: dict[int, Candidates] = {}
    for rule, statement in _STATEMENTS.items():
        numbers = [at for at, one in enumerate(questions) if one.rule is rule]
        if not numbers:
            continue
        asked = [questions[at] for at in numbers]
        values = {
            "account_id": account_id,
            "shortest": [question.shortest for question in asked],
            "longest": [question.longest for question in asked],
            "most": most,
            **_write_groups(rule, asked),
        }
        for row in await fetch_rows(database, statement, values):
            found[numbers[row.question - 1]] = Candidates(
                unit_ids=row.unit_ids.split(","), signatures=row.signatures.split(",")
            )
    return [found.get(at, _NO_CANDIDATES) for at in range(len(questions))]


def _write_groups(rule: ShingleRule, questions: Sequence[Question]) -> dict[str, list[int]]:
    """All probes in a row, how many each group has, and the question that each group (or three) is of."""
    together = 3 if rule is ShingleRule.TWO_OF_THREE else 1
    groups = [group for question in questions for group in question.groups]
    return {
        "probes": [probe for group in groups for probe in group],
        "counts": [len(group) for group in groups],
        "questions": [
            number
            for number, question in enumerate(questions, start=1)
            for _ in range(len(question.groups) // together)
        ],
    }


async def read_units(database: Database, ids: Sequence[int], *, account_id: int) -> dict[int, KeptUnit]:
    """The account's units of these ids."""
    rows = await fetch_rows(database, _READ, {"account_id": account_id, "ids": list(ids)})
    return {row.id: read_unit(row) for row in rows}
