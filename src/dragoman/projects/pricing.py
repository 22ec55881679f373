"""Prices of projects: the words of each match band, at the service's price and weights."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, Final

from dragoman.analysis.model import Band, Weights
from dragoman.catalog.model import Service

_CENT: Final = Decimal("0.01")
_UNTRANSLATED: Final = (Band.NUMBERS, Band.PROTECTED)


@dataclass(frozen=True, slots=True, kw_only=True)
class BandFigures:
    """The amount of text in one band, and the band's weight in percent."""

    band: Band
    weight: int
    segments: int
    words: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """The total amount of a project's translations, and their price."""

    words: int  # to translate or check, for each target language
    weighted: Decimal  # words multiplied by the weights
    bands: tuple[BandFigures, ...]  # every band, in the order of reports
    amount: Decimal  # in whole cents, rounded half up once
    currency: str  # ISO 4217


def quote(service: Service, translations: Iterable[Mapping[str, Any]]) -> Quote:
    """Price translations by the stored bands of each: `band → {"segments": …, "words": …}`."""
    bands = add_up(translations, weights=service.weights)
    weighted = weigh(bands)
    return Quote(
        words=count_words(bands),
        weighted=weighted,
        bands=bands,
        amount=(weighted * service.price_per_word).quantize(_CENT, rounding=ROUND_HALF_UP),
        currency=service.currency,
    )


def weigh_translation(service: Service, bands: Mapping[str, Any]) -> Decimal:
    """Calculate the weighted words of one translation, on which its deadline and price depend."""
    return weigh(add_up([bands], weights=service.weights))


def add_up(translations: Iterable[Mapping[str, Any]], *, weights: Weights) -> tuple[BandFigures, ...]:
    """Add up the figures of translations for every band."""
    segments = dict.fromkeys(Band, 0)
    words = dict.fromkeys(Band, 0)
    for stored in translations:
        for band in Band:
            amount = stored.get(band.value) or {}
            segments[band] += int(amount.get("segments", 0))
            words[band] += int(amount.get("words", 0))
    return tuple(
        BandFigures(
            band=band, weight=weights.percent.get(band, 0), segments=segments[band], words=words[band]
        )
        for band in Band
    )


def weigh(bands: Iterable[BandFigures]) -> Decimal:
    """Calculate the weighted words, to a hundredth."""
    return Decimal(sum(one.weight * one.words for one in bands)) / 100


def count_words(bands: Iterable[BandFigures]) -> int:
    """Count the words to translate or check, without those of numbers and protected text."""
    return sum(one.words for one in bands if one.band not in _UNTRANSLATED)
