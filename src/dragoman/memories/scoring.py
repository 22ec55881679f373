"""How well a unit fits a segment: a whole number from 0 to 101, by the rules of `docs/memories.md`.

101: the same, in the same context. 100: the same. 99 and less: it differs, at least in case, white space,
punctuation marks of another kind or codes. The base is the share of tokens that need no edit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from dragoman.languages import canonical
from dragoman.memories.fingerprints import Fingerprint
from dragoman.memories.model import UnitOrigin, UnitStatus

IN_CONTEXT: Final = 101
EXACT: Final = 100
CLOSEST: Final = 99  # of what is not the same
USUAL_THRESHOLD: Final = 85  # from which a memory wins over an engine where nobody says another score
LOWEST_THRESHOLD: Final = 50
HIGHEST_THRESHOLD: Final = IN_CONTEXT

_MOST_FOR_CODES: Final = 5
_ROUNDING: Final = 1e-6  # of shares
MACHINE_PENALTY: Final = 5
UNCONFIRMED_PENALTY: Final = 3
VARIANT_PENALTY: Final = 1
AMBIGUITY_PENALTY: Final = 1


def score(query: Fingerprint, unit: Fingerprint) -> int:
    """0 to 100, symmetric. 100 means the same text with the same codes in the same places."""
    if query.shape == unit.shape:
        return EXACT
    longest = max(len(query.tokens), len(unit.tokens))
    edits = Levenshtein.distance(query.tokens, unit.tokens)
    alike = 100 * (longest - edits) // longest if longest else EXACT
    return max(0, min(alike, CLOSEST) - _code_penalty(query, unit))


def most_edits(tokens: int, *, least: int) -> int:
    """How many edits a unit of any length may be away from a segment of `tokens` to score `least`."""
    longest = longest_for(tokens, least=least)
    return longest - -(-longest * least // 100)


def longest_for(tokens: int, *, least: int) -> int:
    """The most tokens that a unit may have to score `least` beside a segment of `tokens`."""
    return tokens * 100 // least


def shortest_for(tokens: int, *, least: int) -> int:
    """The fewest."""
    return -(-tokens * least // 100)


def rate_signatures(query: str, unit: str, *, least: int) -> int:
    """The score of two signatures, of which codes and variants are not known: 0 where it is below `least`."""
    longest = max(len(query), len(unit))
    if not longest:
        return 0
    most = longest - -(-longest * least // 100)
    edits = Levenshtein.distance(query, unit, score_cutoff=most)
    return 0 if edits > most else 100 * (longest - edits) // longest


def rate_all(query: str, units: Sequence[str], *, least: int) -> list[tuple[int, int]]:
    """Scores of those signatures that score `least` or more, each with its place, in no order.

    As `rate_signatures` rates each, in a tenth of a microsecond.
    """
    close = process.extract(
        query,
        units,
        scorer=Levenshtein.normalized_similarity,
        score_cutoff=least / 100 - _ROUNDING,
        limit=None,
    )
    rated = [(rate_signatures(query, unit, least=least), place) for unit, _, place in close]
    return [(points, place) for points, place in rated if points]


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """What lowers a unit's score whatever its text is."""

    member: int = 0  # the penalty of the memory within its set
    origin: UnitOrigin = UnitOrigin.HUMAN
    status: UnitStatus = UnitStatus.CONFIRMED
    variants: int = 0  # languages, of two, that are another variant than asked for
    ambiguous: bool = False  # another unit, as good, says something else


def penalty(circumstances: Circumstances) -> int:
    """What is taken off."""
    return (
        circumstances.member
        + MACHINE_PENALTY * (circumstances.origin is UnitOrigin.MACHINE)
        + UNCONFIRMED_PENALTY * (circumstances.status is UnitStatus.UNCONFIRMED)
        + VARIANT_PENALTY * circumstances.variants
        + AMBIGUITY_PENALTY * circumstances.ambiguous
    )


def count_variants(asked: Sequence[str], found: Sequence[str]) -> int:
    """How many languages are another variant: `en-US` for `en-GB` is one, for `en` it is none."""
    return sum(_is_other_variant(one, other) for one, other in zip(asked, found, strict=True))


def _is_other_variant(asked: str, found: str) -> bool:
    asked, found = canonical(asked), canonical(found)
    return not (asked == found or found.startswith(asked + "-") or asked.startswith(found + "-"))


def _code_penalty(query: Fingerprint, unit: Fingerprint) -> int:
    """One for each code that only one of the two has, and one where they only stand elsewhere."""
    if query.codes == unit.codes:
        return int(query.text == unit.text)  # then the shapes differ by the places of codes alone
    one, other = Counter(query.codes), Counter(unit.codes)
    different = sum(((one - other) + (other - one)).values())
    return min(_MOST_FOR_CODES, max(1, different))
