"""How pages write numbers, prices, times and names of languages, for their reader."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal

import pytest
from babel import numbers
from hypothesis import given
from hypothesis import strategies as st

from dragoman.dashboard.page.formats import (
    write_date,
    write_datetime,
    write_language,
    write_local_input,
    write_number,
    write_price,
)
from dragoman.dashboard.page.languages import name_languages
from dragoman.dashboard.page.locale import LANGUAGES, make_locale, using_locale


def _in(language: str, write: Callable[[], str]) -> str:
    with using_locale(make_locale(language, "UTC")):
        return write()


@pytest.mark.parametrize(
    ("language", "price", "written"),
    [("en", "0.1", "€0.10"), ("en", "0.125", "€0.125"), ("de", "0.0045", "0,0045\xa0€")],
)
def test_a_price_keeps_all_of_its_digits(language: str, price: str, written: str) -> None:
    assert _in(language, lambda: write_price(Decimal(price), "EUR")) == written


@pytest.mark.parametrize(
    ("language", "code", "written"),
    [
        ("en", "pt-BR", "Portuguese (Brazil)"),
        ("de", "frp", "Frankoprovenzalisch"),  # which Babel has no locale of
        ("ar", "frp", "Arpitan"),  # which Babel has no Arabic name of
        ("de", "qab", "qab"),
        ("de", "ca-valencia", "Katalanisch (Valencianisch)"),  # not as Catalan itself
        ("es", "oc-aranes", "Occitano (aranes)"),
        ("fr", "ca-ES-valencia", "Catalan (Espagne, valencien)"),
    ],
)
def test_a_language_is_named_in_english_before_its_code_is_shown(
    language: str, code: str, written: str
) -> None:
    assert _in(language, lambda: write_language(code)) == written


def test_a_time_is_written_as_the_language_joins_it() -> None:
    when = datetime(2026, 11, 25, 23, 2, tzinfo=UTC)
    assert _in("en", lambda: write_datetime(when)) == "25 Nov 2026, 23:02"
    assert "، 23:02" in _in("ar", lambda: write_datetime(when))


def test_a_day_is_that_of_the_readers_time_zone() -> None:
    when = datetime(2026, 11, 25, 23, 2, tzinfo=UTC)
    with using_locale(make_locale("en", "Europe/Berlin")):
        assert write_date(when) == "26 Nov 2026"
        assert write_date(when.date()) == "25 Nov 2026"  # a day is the same everywhere


def test_languages_are_in_the_order_of_a_dictionary() -> None:
    """Letters with marks are among those without."""
    codes = ["et", "de-AT", "gu", "de-CH", "gd", "da", "mn", "de", "mi", "mt"]
    named = ["Dänisch", "Deutsch", "Deutsch (Österreich)", "Deutsch (Schweiz)", "Estnisch"]
    named += ["Gälisch (Schottland)", "Gujarati", "Maltesisch", "Māori", "Mongolisch"]
    with using_locale(make_locale("de", "UTC")):
        assert [one.name for one in name_languages(codes)] == named


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
