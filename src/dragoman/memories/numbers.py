"""Numbers: a unit that differs from a segment by them alone is as good as one that has the segment's."""

from __future__ import annotations

from collections.abc import Iterator

from unicode_segmentation_rs import split_word_bounds

from dragoman.memories.fingerprints import Fingerprint
from dragoman.memories.tokens import classify, is_number
from dragoman.segments import Segment, Text


def differ_by_numbers(one: Fingerprint, other: Fingerprint) -> bool:
    """Whether nothing but numbers is different, codes aside."""
    return (
        one.tokens != other.tokens
        and len(one.tokens) == len(other.tokens)
        and all(map(_are_alike, one.tokens, other.tokens))
    )


def replace_numbers(target: Segment, *, source: str, query: str) -> Segment | None:
    """The target of a unit with the query's numbers; `source` is the unit's text.

    None where it is not certain which number of the target is which: one is not there as often as in the
    source, or one of the source has become two different ones.
    """
    old, new = list(_numbers(source)), list(_numbers(query))
    if len(old) != len(new):
        return None
    becomes: dict[str, str] = {}
    for before, after in zip(old, new, strict=True):
        if becomes.setdefault(before, after) != after:
            return None
    there = [number for part in target if isinstance(part, Text) for number in _numbers(part.text)]
    if any(there.count(number) != old.count(number) for number in becomes):
        return None
    return tuple(
        Text(text="".join(becomes.get(piece, piece) for piece in split_word_bounds(part.text)))
        if isinstance(part, Text)
        else part
        for part in target
    )


def _are_alike(one: str, other: str) -> bool:
    return classify(one) == classify(other)


def _numbers(text: str) -> Iterator[str]:
    return (piece for piece in split_word_bounds(text) if is_number(piece))
