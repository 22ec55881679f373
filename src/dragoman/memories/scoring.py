"""The score of a unit for a segment: a whole number from 0 to 101 (`docs/reference/memories.md`).

101: the same text in the same context. 100: the same text. 99 and less: it differs, if only in case, white
space, the kind of punctuation marks or codes. The base is the share of tokens that need no edit.
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
CLOSEST: Final = 99  # the highest score of a unit with a different text
USUAL_THRESHOLD: Final = 85  # the default score from which a memory is used instead of an engine
LOWEST_THRESHOLD: Final = 50
HIGHEST_THRESHOLD: Final = IN_CONTEXT

_MOST_FOR_CODES: Final = 5
_ROUNDING: Final = 1e-6  # of shares
MACHINE_PENALTY: Final = 5
UNCONFIRMED_PENALTY: Final = 3
VARIANT_PENALTY: Final = 1
AMBIGUITY_PENALTY: Final = 1


def score(query: Fingerprint, unit: Fingerprint) -> int:
    """Score two segments, 0 to 100, symmetric. 100: the same text with the same codes in the same places."""
    if query.shape == unit.shape:
        return EXACT
    longest = max(len(query.tokens), len(unit.tokens))
    edits = Levenshtein.distance(query.tokens, unit.tokens)
    base = 100 * (longest - edits) // longest if longest else EXACT
    return max(0, min(base, CLOSEST) - _code_penalty(query, unit))


def most_edits(tokens: int, *, least: int) -> int:
    """The most edits between a segment of `tokens` and a unit of any length that scores `least`."""
    longest = longest_for(tokens, least=least)
    return longest - -(-longest * least // 100)


def longest_for(tokens: int, *, least: int) -> int:
    """The most tokens of a unit that scores `least` for a segment of `tokens`."""
    return tokens * 100 // least


def shortest_for(tokens: int, *, least: int) -> int:
    """The fewest tokens of a unit that scores `least` for a segment of `tokens`."""
    return -(-tokens * least // 100)


def rate_signatures(query: str, unit: str, *, least: int) -> int:
    """Score two signatures, without codes and penalties; 0 below `least`."""
    longest = max(len(query), len(unit))
    if not longest:
        return 0
    most = longest - -(-longest * least // 100)
    edits = Levenshtein.distance(query, unit, score_cutoff=most)
    return 0 if edits > most else 100 * (longest - edits) // longest


def rate_all(query: str, units: Sequence[str], *, least: int) -> list[tuple[int, int]]:
    """Score signatures as `rate_signatures` does: the scores from `least` on, each with its index, unordered.

    A signature takes a tenth of a microsecond.
    """
    close = process.extract(
        query,
        units,
        scorer=Levenshtein.normalized_similarity,
        score_cutoff=least / 100 - _ROUNDING,
        limit=None,
    )
    rated = [(rate_signatures(query, unit, least=least), index) for unit, _, index in close]
    return [(points, index) for points, index in rated if points]


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyFactors:
    """What lowers the score of a unit beside its text."""

    member: int = 0  # the penalty of the memory in its set
    origin: UnitOrigin = UnitOrigin.HUMAN
    status: UnitStatus = UnitStatus.CONFIRMED
    variants: int = 0  # how many of its two languages are another variant than the query's


def penalty(factors: PenaltyFactors) -> int:
    """The sum of a unit's penalties."""
    return (
        factors.member
        + MACHINE_PENALTY * (factors.origin is UnitOrigin.MACHINE)
        + UNCONFIRMED_PENALTY * (factors.status is UnitStatus.UNCONFIRMED)
        + VARIANT_PENALTY * factors.variants
    )


def count_variants(wanted: Sequence[str], found: Sequence[str]) -> int:
    """Count languages of another variant: `en-US` is another one than `en-GB`, but not than `en`."""
    return sum(_is_other_variant(one, other) for one, other in zip(wanted, found, strict=True))


def _is_other_variant(wanted: str, found: str) -> bool:
    wanted, found = canonical(wanted), canonical(found)
    return not (wanted == found or found.startswith(wanted + "-") or wanted.startswith(found + "-"))


def _code_penalty(query: Fingerprint, unit: Fingerprint) -> int:
    """One for each code that only one of the two has; one where only the places of codes differ."""
    if query.codes == unit.codes:
        return int(query.text == unit.text)  # same codes and text, but another shape: other places
    one, other = Counter(query.codes), Counter(unit.codes)
    different = sum(((one - other) + (other - one)).values())
    return min(_MOST_FOR_CODES, max(1, different))
