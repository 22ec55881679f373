"""Numbers as pages write them: whole ones are written without Babel, and as Babel does."""

from __future__ import annotations

import pytest
from babel import numbers
from hypothesis import given
from hypothesis import strategies as st

from dragoman.dashboard.page.formats import write_number
from dragoman.dashboard.page.locale import LANGUAGES, make_locale, using_locale


@pytest.mark.parametrize("language", LANGUAGES)
@given(number=st.integers(-(10**6), 10**15) | st.integers(0, 20_000))
def test_whole_numbers_are_grouped_as_the_language_does(language: str, number: int) -> None:
    locale = make_locale(language, "UTC")
    with using_locale(locale):
        shown = write_number(number)
    assert shown == numbers.format_decimal(number, locale=locale.babel, numbering_system="latn")
