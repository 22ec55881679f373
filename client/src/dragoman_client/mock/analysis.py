"""Words by match band, and their price: everything new counts fully, what repeats counts as repetition."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final

from dragoman_client.mock import pseudo
from dragoman_client.mock.state import Record

BANDS: Final = (
    "context", "exact", "repetition", "repetition-across-files", "fuzzy-95-99", "fuzzy-85-94",
    "fuzzy-75-84", "fuzzy-50-74", "internal-95-99", "internal-85-94", "internal-75-84", "internal-50-74",
    "none", "numbers", "protected",
)  # fmt: skip
COUNTS: Final = ("segments", "words", "characters", "charactersWithoutSpaces", "codes")
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+|[\r\n]+")


def split_segments(text: str) -> list[str]:
    """The sentences of a document's text, tags of markup taken away."""
    plain = re.sub(r"<[^<>]*>", "\n", text) if "</" in text or "/>" in text else text
    return [one.strip() for one in _SENTENCE.split(plain) if one.strip()]


def count_bands(texts: Iterable[str]) -> dict[str, Record]:
    """The counts of the sentences of texts, by band; every band is there."""
    bands: dict[str, Counter[str]] = {band: Counter() for band in BANDS}
    met: set[str] = set()
    for text in texts:
        for segment in split_segments(text):
            band = "repetition" if segment in met else "none"
            if not any(map(str.isalpha, segment)):
                band = "numbers"
            met.add(segment)
            bands[band].update(_counts(segment))
    return {band: {name: counter[name] for name in COUNTS} for band, counter in bands.items()}


def weigh(bands: dict[str, Record], weights: Record) -> float:
    """Words, each counted by the weight of its band in percent."""
    return float(round(sum(row["words"] * weights[band] for band, row in bands.items()) / 100, 2))


def add_bands(several: Sequence[dict[str, Record]]) -> dict[str, Record]:
    """Counts of several texts together."""
    return {band: {name: sum(one[band][name] for one in several) for name in COUNTS} for band in BANDS}


def total_words(bands: dict[str, Record]) -> int:
    """The words of all bands."""
    return sum(int(row["words"]) for row in bands.values())


def write_scope(bands: dict[str, Record], weights: Record) -> Record:
    """Counts as `POST /v2/documents/analyze` gives them."""
    total: dict[str, Any] = {name: sum(row[name] for row in bands.values()) for name in COUNTS}
    untouched = bands["numbers"]["words"] + bands["protected"]["words"]
    return {
        **total,
        "wordsToTranslate": total["words"] - untouched,
        "weightedWords": weigh(bands, weights),
        "bands": [{**row, "band": band, "weight": weights[band]} for band, row in bands.items()],
        "leftAlone": {},
    }


def _counts(segment: str) -> dict[str, int]:
    plain = pseudo.PROTECTED.sub("", segment)
    return {
        "segments": 1,
        "words": pseudo.count_words(segment),
        "characters": len(plain),
        "charactersWithoutSpaces": sum(not letter.isspace() for letter in plain),
        "codes": len(pseudo.PROTECTED.findall(segment)),
    }
