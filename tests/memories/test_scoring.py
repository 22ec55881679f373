"""Scores of matches: `scores.tsv` has pairs with the score that the rules give, worked out by hand."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dragoman.memories.fingerprints import Fingerprint, take_fingerprint
from dragoman.memories.model import UnitOrigin, UnitStatus
from dragoman.memories.scoring import (
    PenaltyFactors,
    count_variants,
    longest_for,
    most_edits,
    penalty,
    rate_all,
    rate_signatures,
    score,
    shortest_for,
)
from dragoman.translation.protection.markup import parse
from dragoman.translation.protection.placeholders import protect

with (Path(__file__).parent / "scores.tsv").open(encoding="utf-8", newline="") as file:
    PAIRS = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def fingerprint(text: str) -> Fingerprint:
    return take_fingerprint(protect(parse(text)))


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair['score']}-{pair['why']}")
def test_a_pair_has_the_score_of_the_rules(pair: dict[str, str]) -> None:
    assert score(fingerprint(pair["segment"]), fingerprint(pair["unit"])) == int(pair["score"])


def test_the_table_is_as_long_as_it_should_be() -> None:
    assert len(PAIRS) >= 60


TEXTS = st.lists(
    st.sampled_from(["red", "Red", "house", "<b>", "</b>", "{x}", "3", "4", ".", "家"]), max_size=12
)


@given(TEXTS, TEXTS)
def test_scores_are_symmetric_and_100_is_the_same_alone(one: list[str], other: list[str]) -> None:
    left, right = fingerprint(" ".join(one)), fingerprint(" ".join(other))
    assert score(left, right) == score(right, left)
    assert (score(left, right) == 100) == (left.shape == right.shape)


@example(query=10, unit=5, least=50)
@example(query=5, unit=10, least=50)
@given(query=st.integers(1, 300), unit=st.integers(1, 300), least=st.sampled_from([50, 70, 75, 85, 99]))
def test_no_unit_that_is_good_enough_is_beyond_the_bounds(query: int, unit: int, least: int) -> None:
    edits = abs(query - unit)  # the fewest there can be
    longest = max(query, unit)
    if 100 * (longest - edits) // longest >= least:
        assert shortest_for(query, least=least) <= unit <= longest_for(query, least=least)
        most = next(d for d in range(longest, -1, -1) if 100 * (longest - d) // longest >= least)
        assert most <= most_edits(query, least=least)


@pytest.mark.parametrize(
    ("factors", "expected"),
    [
        (PenaltyFactors(), 0),
        (PenaltyFactors(member=7), 7),
        (PenaltyFactors(origin=UnitOrigin.MACHINE), 5),
        (PenaltyFactors(origin=UnitOrigin.IMPORT), 0),
        (PenaltyFactors(status=UnitStatus.UNCONFIRMED), 3),
        (PenaltyFactors(variants=2), 2),
        (PenaltyFactors(member=1, origin=UnitOrigin.MACHINE, status=UnitStatus.UNCONFIRMED, variants=1), 10),
    ],
)
def test_penalties(factors: PenaltyFactors, expected: int) -> None:
    assert penalty(factors) == expected


@pytest.mark.parametrize(
    ("wanted", "found", "variants"),
    [
        (("en", "es"), ("en", "es"), 0),
        (("en", "es"), ("en-US", "es-MX"), 0),
        (("en-GB", "es"), ("en", "es"), 0),
        (("en-GB", "es"), ("en-US", "es"), 1),
        (("en-GB", "es-ES"), ("en-US", "es-MX"), 2),
        (("EN-gb", "es"), ("en-GB", "es"), 0),
    ],
)
def test_variants_of_languages(wanted: tuple[str, str], found: tuple[str, str], variants: int) -> None:
    assert count_variants(wanted, found) == variants


@given(
    st.text("abcd", min_size=1, max_size=12),
    st.lists(st.text("abcd", max_size=16), max_size=20),
    st.integers(1, 100),
)
def test_many_signatures_are_rated_as_each_is(query: str, units: list[str], least: int) -> None:
    each = [(rate_signatures(query, unit, least=least), index) for index, unit in enumerate(units)]
    assert sorted(rate_all(query, units, least=least)) == sorted(one for one in each if one[0])
