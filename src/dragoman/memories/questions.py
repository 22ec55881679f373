"""Which shingles a segment is looked up by. `fingerprints` chooses them, `finding` asks the database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dragoman.memories.finding import Question, ShingleRule
from dragoman.memories.fingerprints import (
    choose_passages,
    choose_probes,
    choose_thirds,
    find_shingles,
    has_passages,
)
from dragoman.memories.scoring import longest_for, most_edits, shortest_for

_PROBES: Final = 4  # of a short segment in a memory: more find hardly more, and read much
_SURE: Final = 67  # the score from which a unit shares shingles with two thirds of a segment
_OF_THIRD: Final = 3  # shingles of a third, from that score on
_OF_THIRD_BELOW: Final = 4
_EDITS_OF_ONE: Final = 5  # of a long segment: a shingle of each third for so many edits
_SHORT: Final = 9  # tokens, below which thirds are too short for lower scores


def write_questions(tokens: Sequence[str], *, salts: Sequence[str], least: int) -> list[Question]:
    """What finds the units that score `least` or more beside a segment; `salts` are those of the memories.

    A short segment with a low score has two questions: the second one finds what shares less than the first
    one asks for.
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
        Question(rule=rule, groups=some, shortest=shortest, longest=longest) for rule, some in groups.items()
    ]
