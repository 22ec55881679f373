"""Faults in translation memories and in the analysis that uses them: penalties, bands, order, accounts."""

from __future__ import annotations

from typing import Final

from scripts.seeded_faults.fault import Fault

_MEMORIES: Final = "src/dragoman/memories"

MEMORIES: Final = (
    Fault(
        name="Memories: confirmed units cost what unconfirmed ones should",
        file=f"{_MEMORIES}/scoring.py",
        old="(factors.status is UnitStatus.UNCONFIRMED)",
        new="(factors.status is not UnitStatus.UNCONFIRMED)",
        tests=("tests/memories/test_scoring.py::test_penalties",),
    ),
    Fault(
        name="Memories: codes that differ cost nothing",
        file=f"{_MEMORIES}/scoring.py",
        old="return max(0, min(base, CLOSEST) - _code_penalty(query, unit))",
        new="return max(0, min(base, CLOSEST))",
        tests=("tests/memories/test_scoring.py::test_a_pair_has_the_score_of_the_rules",),
    ),
    Fault(
        name="Memories: the penalty of a memory within its set is forgotten",
        file=f"{_MEMORIES}/lookup.py",
        old="member=scope.members[rank].penalty,",
        new="",
        tests=("tests/memories/test_lookup.py::test_memories_rank_by_penalty_then_by_their_order",),
    ),
    Fault(
        name="Memories: of units as good the one of the last memory comes first",
        file=f"{_MEMORIES}/lookup.py",
        old="(-match.score, match.rank, -_changed(match), -match.found.id)",
        new="(-match.score, -match.rank, -_changed(match), -match.found.id)",
        tests=("tests/memories/test_lookup.py::test_memories_rank_by_penalty_then_by_their_order",),
    ),
    Fault(
        name="Memories: one neighbour is enough for a context match",
        file=f"{_MEMORIES}/lookup.py",
        old="(None not in neighbours and neighbours == (kept.previous, kept.next))",
        new="(wanted.previous is not None and wanted.previous == kept.previous)",
        tests=("tests/memories/test_lookup.py::test_context_is_worth_a_point_and_two_translations_cost_one",),
    ),
    Fault(
        name="Memories: the shortest unit that may be good enough is one token too long",
        file=f"{_MEMORIES}/scoring.py",
        old="return -(-tokens * least // 100)\n\n\ndef rate_signatures",
        new="return tokens * least // 100 + 1\n\n\ndef rate_signatures",
        tests=("tests/memories/test_scoring.py::test_no_unit_that_is_good_enough_is_beyond_the_bounds",),
    ),
    Fault(
        name="Memories: a chosen memory is looked into although it is disabled",
        file="src/dragoman/translation/assets.py",
        old="for one in found.values() if one.disabled is None]",
        new="for one in found.values()]",
        tests=(
            "tests/translation/test_document_assets.py::test_a_chosen_memory_is_looked_into_only_while_it_is_enabled",
        ),
    ),
    Fault(
        name="Analysis: a score at the edge of a band falls into the next",
        file="src/dragoman/analysis/bands.py",
        old="if memory >= floor:",
        new="if memory > floor:",
        tests=("tests/analysis/test_bands.py::test_a_memory_s_score_decides_the_band",),
    ),
    Fault(
        name="Analysis: a repetition across files counts as one within its file",
        file="src/dragoman/analysis/bands.py",
        old="if previous_file == file else",
        new="if previous_file <= file else",
        tests=("tests/analysis/test_bands.py::test_repetitions_within_and_across_files_are_distinguished",),
    ),
)
