"""Numbers as pages write them: whole ones are written without Babel, and as Babel does."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from babel import numbers
from hypothesis import given
from hypothesis import strategies as st

from dragoman.dashboard.page.formats import write_datetime, write_local_input, write_number
from dragoman.dashboard.page.locale import LANGUAGES, make_locale, using_locale


@pytest.mark.parametrize("language", LANGUAGES)
@given(number=st.integers(-(10**6), 10**15) | st.integers(0, 20_000))
def test_whole_numbers_are_grouped_as_the_language_does(language: str, number: int) -> None:
    locale = make_locale(language, "UTC")
    with using_locale(locale):
        shown = write_number(number)
    assert shown == numbers.format_decimal(number, locale=locale.babel, numbering_system="latn")


@pytest.mark.parametrize(
    ("zone", "when", "field"),
    [
        ("Asia/Kathmandu", datetime(2026, 11, 26, 18, 27, tzinfo=UTC), "2026-11-27T00:12"),
        ("UTC", datetime(26, 1, 2, 3, 4, tzinfo=UTC), "0026-01-02T03:04"),
        ("Asia/Kathmandu", datetime(9999, 12, 31, 23, 59, tzinfo=UTC), "9999-12-31T23:59"),
        ("America/Lima", datetime(1, 1, 1, tzinfo=UTC), "0001-01-01T00:00"),
    ],
)
def test_times_are_written_in_the_readers_zone_but_for_the_ends_of_the_calendar(
    zone: str, when: datetime, field: str
) -> None:
    with using_locale(make_locale("en", zone)):
        assert write_local_input(when) == field
        assert write_datetime(when).endswith(f", {field[-5:]}")
