"""What translations cost: words by band, at the service's weights, rounded once."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from dragoman.analysis.model import USUAL_WEIGHTS, Band, Weights
from dragoman.catalog.model import Service, ServiceKind
from dragoman.projects.pricing import BandFigures, quote, weigh_translation


def service(price: str, weights: Weights = USUAL_WEIGHTS) -> Service:
    return Service(
        id=1,
        account_id=None,
        name="Human",
        kind=ServiceKind.HUMAN,
        currency="EUR",
        price_per_word=Decimal(price),
        weights=weights,
        words_per_day=2000,
        auto_start_after=None,
    )


def stored(**words: int) -> dict[str, Any]:
    return {
        name.replace("_", "-"): {"segments": 1, "words": count, "characters": 5 * count}
        for name, count in words.items()
    }


CASES = [
    ([], "0.1", 0, "0", "0.00"),
    ([{}], "0.1", 0, "0", "0.00"),
    ([stored(none=1000)], "0.12", 1000, "1000", "120.00"),
    ([stored(none=100, exact=100, context=100)], "0.1", 300, "130", "13.00"),
    ([stored(numbers=50, protected=50)], "0.1", 0, "0", "0.00"),
    ([stored(fuzzy_85_94=10), stored(fuzzy_85_94=10)], "0.1", 20, "12", "1.20"),
    ([stored(none=1)], "0.005", 1, "1", "0.01"),  # half up
    ([stored(none=1)], "0.004999", 1, "1", "0.00"),
    ([stored(none=1), stored(none=1)], "0.004", 2, "2", "0.01"),  # together, not each by itself
    ([stored(exact=1)], "0.1", 1, "0.3", "0.03"),
    ([stored(none=123_456_789)], "0.123456", 123_456_789, "123456789", "15241481.34"),
]


@pytest.mark.parametrize(("translations", "price", "words", "weighted", "amount"), CASES)
def test_words_and_money(
    translations: list[dict[str, Any]], price: str, words: int, weighted: str, amount: str
) -> None:
    made = quote(service(price), translations)
    assert (made.words, made.weighted, made.amount) == (words, Decimal(weighted), Decimal(amount))
    assert made.currency == "EUR"
    assert str(made.amount) == amount


def test_every_band_is_reported_with_its_weight() -> None:
    made = quote(service("0.1", Weights(percent={Band.NONE: 80})), [stored(none=10), stored(none=5, exact=1)])
    bands = {one.band: one for one in made.bands}
    assert list(bands) == list(Band)
    assert bands[Band.NONE] == BandFigures(band=Band.NONE, weight=80, segments=2, words=15)
    assert bands[Band.EXACT] == BandFigures(band=Band.EXACT, weight=0, segments=1, words=1)
    assert made.weighted == Decimal(12)


def test_the_slowest_translation_is_reported_by_its_weighted_words() -> None:
    assert weigh_translation(service("1"), stored(none=10, exact=10)) == Decimal(13)
