"""Words and where they come from, by attention; terms and where they begin."""

from __future__ import annotations

from dragoman.model_process.alignment import align
from dragoman.model_process.terms import RequiredTerm, find_missing, find_place, first_aligned

_SOURCE = [(0, 3), (3, 9), (9, 15)]  # "red house here"
_TARGET = [(0, 4), (4, 8), (8, 9)]  # "casa roj|a"


def test_pieces_of_a_word_are_added_up() -> None:
    attention = [[0.1, 0.8, 0.1], [0.6, 0.3, 0.1], [0.9, 0.0, 0.1]]
    words = align("casaroja", _TARGET, _SOURCE, attention, runs=[0, 4])
    assert len(words) == 1
    words = align("casa roja", [(0, 4), (4, 8), (8, 9)], _SOURCE, attention, runs=[0, 4])
    assert [(word.start, word.end, word.place) for word in words] == [(0, 4, 6), (5, 9, 1)]
    assert [max(range(2), key=word.shares.__getitem__) for word in words] == [1, 0]
    assert all(abs(sum(word.shares) - 1) < 0.01 for word in words)


def test_letters_of_scripts_without_blanks_are_words_each() -> None:
    words = align("赤い家", [(0, 2), (2, 3)], [(0, 3), (3, 9)], [[0.9, 0.1], [0.2, 0.8]], runs=[0, 3])
    assert [(word.start, word.end) for word in words] == [(0, 1), (1, 2), (2, 3)]
    assert [word.place for word in words] == [1, 1, 6]


def test_pieces_without_letters_take_part_in_nothing() -> None:
    words = align("casa", [(0, 4)], [(0, 0), (0, 5)], [[0.9, 0.1]], runs=[0])
    assert words[0].place == 2
    assert words[0].shares == [1.0]


def test_no_attention_at_all_is_no_error() -> None:
    assert align("casa", [(0, 4)], [(0, 0)], [[0.0]], runs=[0, 1])[0].shares == [0.0, 0.0]
    assert align("", [], [], [], runs=[0]) == []


def test_terms_are_found_as_beginnings_of_words_in_any_case() -> None:
    term = RequiredTerm("house", ("casona", "mansión"))
    assert find_missing([term], "La Casona roja") == []
    assert find_missing([term], "Las mansión") == []
    assert find_missing([term], "La micasona") == [term]


def test_the_place_of_a_term_and_its_first_piece() -> None:
    term = RequiredTerm("House", ("casona",))
    place = find_place(term, "red house here")
    assert place == (4, 9)
    assert first_aligned(place, _SOURCE, [[0.9, 0.0, 0.1], [0.1, 0.8, 0.1]]) == 1
    assert first_aligned(place, _SOURCE, [[0.9, 0.0, 0.1]]) is None
    assert find_place(RequiredTerm("blue", ("azul",)), "red house here") is None
