"""A search for a piece of a title finds every title that contains it, in any script."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.projects.titles import fold_title, search_grams, title_grams


@pytest.mark.parametrize(
    ("title", "piece"),
    [
        ("Annual Report", "ANNUAL"),
        ("Annual  Report", "annual report"),
        ("Straße", "STRASSE"),
        ("出荷の案内", "荷の"),
        ("出荷", "出"),
        ("Ｗｉｄｅ", "wide"),
        ("İstanbul", "i"),
        ("😀 party", "😀"),
    ],
)
def test_a_piece_is_found_in_any_case_and_width(title: str, piece: str) -> None:
    assert fold_title(piece) in fold_title(title)


@given(title=st.text(max_size=60), data=st.data())
def test_every_piece_of_a_title_has_its_grams_in_the_index(title: str, data: st.DataObject) -> None:
    folded = fold_title(title)
    start = data.draw(st.integers(0, len(folded)))
    piece = folded[start : data.draw(st.integers(start, len(folded)))]
    assert set(search_grams(piece)) <= set(title_grams(folded))


@given(st.text())
def test_grams_are_int32(text: str) -> None:
    grams = title_grams(fold_title(text))
    assert all(-(2**31) <= gram < 2**31 for gram in grams)
    assert grams == sorted(set(grams))


def test_what_grows_when_it_is_folded_stays_bounded() -> None:
    assert len(fold_title("\ufdfa" * 500)) == 4000
