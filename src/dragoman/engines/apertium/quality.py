"""The expected quality of a pair: measured if possible, else estimated by the relation of the languages.

Measured figures are in `docs/concepts/apertium.md`. A rule-based engine is the better the closer its
languages are.
"""

from __future__ import annotations

from typing import Final

from dragoman import languages
from dragoman.engines.engine import Quality

# Each group's languages are near enough to be translated almost word by word.
_CLOSE: Final = (
    frozenset(("an", "ast", "ca", "es", "gl", "oc", "pt")),
    frozenset(("da", "nb", "nn")),
    frozenset(("pl", "szl")),
    frozenset(("id", "ms")),
    frozenset(("hi", "ur")),
    frozenset(("bs", "hr", "sr")),
)

_FAMILIES: Final = (
    frozenset(("an", "ast", "ca", "es", "fr", "frp", "gl", "it", "oc", "pt", "ro", "sc")),
    frozenset(("da", "is", "nb", "nn", "sv")),
    frozenset(("af", "nl")),
    frozenset(("be", "bg", "bs", "hr", "mk", "pl", "ru", "sl", "sr", "szl", "uk")),
    frozenset(("id", "ms")),
    frozenset(("hi", "ur")),
)

# Where a measurement (chrF++ on FLORES-200 devtest) differs from the estimate by relation.
_MEASURED: Final = {
    ("ca", "fr"): Quality.HIGH,
    ("fr", "ca"): Quality.HIGH,
    ("fr", "oc"): Quality.HIGH,
    ("oc", "fr"): Quality.HIGH,
    ("ca", "en"): Quality.MEDIUM,
    ("es", "en"): Quality.MEDIUM,  # as good as fr-es; on the way to English better than through Catalan
    ("en", "ca"): Quality.MEDIUM,
    ("en", "gl"): Quality.MEDIUM,
    ("gl", "en"): Quality.MEDIUM,
}


def judge(source: str, target: str) -> Quality:
    """The quality to expect of a pair of canonical codes; variants count as their language."""
    pair = languages.primary(source), languages.primary(target)
    if pair in _MEASURED:
        return _MEASURED[pair]
    if any(pair[0] in group and pair[1] in group for group in _CLOSE):
        return Quality.HIGH
    if any(pair[0] in family and pair[1] in family for family in _FAMILIES):
        return Quality.MEDIUM
    return Quality.GIST
