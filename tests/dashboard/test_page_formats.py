"""How pages write prices and names of languages, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

import pytest

from dragoman.dashboard.page.formats import write_language, write_price
from dragoman.dashboard.page.locale import make_locale, using_locale


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
    ],
)
def test_a_language_is_named_in_english_before_its_code_is_shown(
    language: str, code: str, written: str
) -> None:
    assert _in(language, lambda: write_language(code)) == written
