"""Fingerprints: hashes of shapes, and shingles that similar segments must share."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from dragoman.memories.fingerprints import (
    choose_passages,
    choose_probes,
    choose_thirds,
    find_shingles,
    has_passages,
    hash_shape,
    hash_texts,
    take_fingerprint,
    write_signature,
)
from dragoman.memories.scoring import most_edits, score
from dragoman.memories.tokens import tokenise
from dragoman.translation.protection.markup import parse

WORDS = st.lists(
    st.sampled_from(["the", "red", "house", "is", "big", ".", ",", "3", "17", "家", "屋"]),
    min_size=1,
    max_size=25,
)


@given(WORDS, WORDS)
def test_alike_segments_share_a_probe(one: list[str], other: list[str]) -> None:
    query, unit = tokenise(" ".join(one)), tokenise(" ".join(other))
    longest = max(len(query), len(unit))
    if 100 * (longest - Levenshtein.distance(query, unit)) // longest < 70:
        return
    shingles = find_shingles(query, salt="1")
    row = len(query) + 1
    if len(shingles) < row:  # one edit can break a shingle that occurs twice: the lemma needs distinct ones
        return
    probes = choose_probes(shingles, edits=most_edits(len(query), least=70), most=99)
    assert set(probes) & set(find_shingles(unit, salt="1"))


@given(WORDS, WORDS, st.sampled_from([75, 85, 95]))
def test_alike_segments_share_a_passage(one: list[str], other: list[str], least: int) -> None:
    query, unit = tokenise(" ".join(one)), tokenise(" ".join(other))
    longest = max(len(query), len(unit))
    if 100 * (longest - Levenshtein.distance(query, unit)) // longest < least:
        return
    edits = most_edits(len(query), least=least)
    if has_passages(query, edits=edits):
        passages = choose_passages(query, salt="1", edits=edits)
        shared = set(find_shingles(unit, salt="1"))
        assert any(shared.issuperset(passage) for passage in passages)


@given(st.data(), st.integers(12, 40))
def test_a_segment_with_few_edits_is_found_by_a_passage(data: st.DataObject, length: int) -> None:
    unit = [f"word{number}" for number in range(length)]
    edits = most_edits(length, least=85)
    query = list(unit)
    for _ in range(data.draw(st.integers(0, max(0, edits - 1)))):
        start = data.draw(st.integers(0, len(query) - 1))
        query[start : start + data.draw(st.integers(0, 1))] = ["other"]
    passages = choose_passages(query, salt="1", edits=most_edits(len(query), least=85))
    shared = set(find_shingles(unit, salt="1"))
    assert any(shared.issuperset(passage) for passage in passages)


def test_short_passages_are_not_used() -> None:
    words = [f"word{number}" for number in range(10)]
    assert has_passages(words, edits=2)
    assert not has_passages(words, edits=4)


@given(WORDS, WORDS)
def test_alike_segments_share_something_in_two_thirds(one: list[str], other: list[str]) -> None:
    query, unit = tokenise(" ".join(one)), tokenise(" ".join(other))
    longest = max(len(query), len(unit))
    if 100 * (longest - Levenshtein.distance(query, unit)) // longest < 70:
        return
    shared = set(find_shingles(unit, salt="1"))
    thirds = choose_thirds(query, salt="1", most=99)
    assert sum(not shared.isdisjoint(third) for third in thirds) >= 2


@pytest.mark.parametrize("start", [0, 5, 12, 20])
def test_a_passage_that_has_all_the_long_words_does_not_hide_a_unit(start: int) -> None:
    unit = tokenise("we go to the sea by car on a day off if it is not too hot for my dog")
    passage = tokenise(
        "notwithstanding internationalisation characteristically misrepresents"
        " unquestionably incomprehensible straightforwardness disproportionately"
    )
    query = [*unit[:start], *passage, *unit[start:]]
    probes = choose_probes(find_shingles(query, salt="1"), edits=most_edits(len(query), least=70), most=8)
    assert set(probes) & set(find_shingles(unit, salt="1"))


@given(WORDS)
def test_signatures_are_alike_where_numbers_differ_alone(words: list[str]) -> None:
    other = ["99" if word in {"3", "17"} else word for word in words]
    one, two = tokenise(" ".join(words)), tokenise(" ".join(other))
    assert write_signature(one) == write_signature(two)
    assert len(write_signature(one)) == len(one)
    assert find_shingles(one, salt="1") == find_shingles(two, salt="1")


def test_memories_and_languages_share_nothing() -> None:
    tokens = tokenise("The red house is big.")
    assert not set(find_shingles(tokens, salt="1 en es")) & set(find_shingles(tokens, salt="2 en es"))
    assert hash_shape("a", source="en", target="es") != hash_shape("a", source="en", target="fr")


def test_rows_of_texts_are_distinguished() -> None:
    rows = [
        ("a", "b"),
        ("ab", ""),
        ("", "ab"),
        ("a", None),
        (None, "a"),
        ("a",),
        ("1:a", "b"),
        ("a", "b", None),
    ]
    assert len({hash_texts(*row) for row in rows}) == len(rows)


@given(st.text(), st.text())
def test_any_text_has_a_fingerprint(one: str, other: str) -> None:
    left, right = take_fingerprint(parse(one)), take_fingerprint(parse(other))
    assert 0 <= score(left, right) <= 100
    assert all(-(2**31) <= number < 2**31 for number in find_shingles(left.tokens, salt="x"))
    hash_shape(left.shape, source="en", target="es")
