"""Numbers in matches: a unit that differs from a segment only by numbers is made to fit by replacing them."""

from __future__ import annotations

from collections.abc import Iterator

from unicode_segmentation_rs import split_word_bounds

from dragoman.memories.fingerprints import Fingerprint
from dragoman.memories.tokens import classify, is_number
from dragoman.segments import Segment, Text


def differ_by_numbers(one: Fingerprint, other: Fingerprint) -> bool:
    """Whether two texts differ by numbers only; codes are not compared."""
    return (
        one.tokens != other.tokens
        and len(one.tokens) == len(other.tokens)
        and all(map(_are_alike, one.tokens, other.tokens))
    )


def replace_numbers(target: Segment, *, source: str, query: str) -> Segment | None:
    """Replace the numbers in a unit's target by those of the query; `source` is the unit's source text.

    None where numbers of source and target cannot be paired with certainty: a number does not occur as often
    in the target as in the source, or one number of the source has two different ones in the query.
    """
    old, new = list(_numbers(source)), list(_numbers(query))
    if len(old) != len(new):
        return None
    replacements: dict[str, str] = {}
    for before, after in zip(old, new, strict=True):
        if replacements.setdefault(before, after) != after:
            return None
    of_target = [number for part in target if isinstance(part, Text) for number in _numbers(part.text)]
    if any(of_target.count(number) != old.count(number) for number in replacements):
        return None
    return tuple(
        Text(text="".join(replacements.get(piece, piece) for piece in split_word_bounds(part.text)))
        if isinstance(part, Text)
        else part
        for part in target
    )


def _are_alike(one: str, other: str) -> bool:
    return classify(one) == classify(other)


def _numbers(text: str) -> Iterator[str]:
    return (piece for piece in split_word_bounds(text) if is_number(piece))
