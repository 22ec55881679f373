"""Plan the queries that find units by shingles.

`fingerprints` chooses the shingles, `lookup_statements` runs the queries.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dragoman.memories.fingerprints import (
    choose_passages,
    choose_probes,
    choose_thirds,
    find_shingles,
    has_passages,
)
from dragoman.memories.lookup_statements import ShingleQuery, ShingleRule
from dragoman.memories.scoring import longest_for, most_edits, shortest_for

_PROBES: Final = 4  # of a short segment in a memory; with more it reads much more and finds hardly more
_SURE: Final = 67  # units with this score or more share shingles with two thirds of a segment
_OF_THIRD: Final = 3  # shingles of a third, for scores from `_SURE` on
_OF_THIRD_BELOW: Final = 4  # and for lower scores
_EDITS_OF_ONE: Final = 5  # long segments have one shingle of each third for so many edits
_SHORT: Final = 9  # tokens; with fewer, thirds are too short for scores below `_SURE`


def plan_queries(tokens: Sequence[str], *, salts: Sequence[str], least: int) -> list[ShingleQuery]:
    """Plan the queries for units that score `least` or more; `salts` are those of the memories.

    A short segment with a low score needs two queries: the second one finds units that share fewer shingles
    than the first one requires.
    """
    edits = most_edits(len(tokens), least=least)
    groups: dict[ShingleRule, list[list[int]]] = {}
    if has_passages(tokens, edits=edits):
        groups[ShingleRule.ANY_GROUP] = [
            group for salt in salts for group in choose_passages(tokens, salt=salt, edits=edits)
        ]
    else:
        most = max(_OF_THIRD if least >= _SURE else _OF_THIRD_BELOW, edits // _EDITS_OF_ONE)
        groups[ShingleRule.TWO_OF_THREE] = [
            group for salt in salts for group in choose_thirds(tokens, salt=salt, most=most)
        ]
        if least < _SURE and len(tokens) < _SHORT:
            found = (find_shingles(tokens, salt=salt) for salt in salts)
            groups[ShingleRule.ANY_SHINGLE] = [
                [probe for some in found for probe in choose_probes(some, edits=edits, most=_PROBES)]
            ]
    shortest, longest = shortest_for(len(tokens), least=least), longest_for(len(tokens), least=least)
    return [
        ShingleQuery(rule=rule, groups=some, shortest=shortest, longest=longest)
        for rule, some in groups.items()
    ]
