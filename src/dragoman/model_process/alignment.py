"""Where the words of a translation come from: the attention of the decoder to the pieces of the source.

The source is divided into runs: the texts between codes. For each word of the translation the alignment says
how much of its attention each run had, and the place in the source that had most.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import regex

# A word, a sign, or a letter of a script without blanks between words.
_UNSPACED: Final = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
_LETTERS: Final = rf"[\p{{L}}\p{{M}}\p{{N}}_--[{_UNSPACED}]]+"
WORD: Final = regex.compile(
    rf"[{_UNSPACED}]\p{{M}}*|{_LETTERS}(?:['’\-.,:/]{_LETTERS})*|[^\s]", regex.VERSION1
)


@dataclass(frozen=True, slots=True)
class AlignedWord:
    """A word of a translation and where it comes from."""

    start: int  # in the translation
    end: int
    place: int  # in the source: the middle of the piece with most of its attention
    shares: list[float]  # of each run, together 1


def align(
    target: str,
    target_offsets: Sequence[tuple[int, int]],
    source_offsets: Sequence[tuple[int, int]],
    attention: Sequence[Sequence[float]],
    *,
    runs: Sequence[int],
) -> list[AlignedWord]:
    """The words of a translation.

    `attention` has a row for each target piece, with a number for each source piece. `runs` are the places in
    the source at which runs begin, the first 0. Pieces without letters take part in nothing.
    """
    columns = [
        (
            index,
            (start + end) // 2,
            max(0, bisect_right(runs, (start + end - 1) // 2 if end > start else start) - 1),
        )
        for index, (start, end) in enumerate(source_offsets)
        if end > start
    ]
    aligned: list[AlignedWord] = []
    first = 0
    for match in WORD.finditer(target):
        start, end = match.span()
        while first < len(target_offsets) and target_offsets[first][1] <= start:
            first += 1
        last = first
        sums = [0.0] * len(source_offsets)
        while last < len(target_offsets) and target_offsets[last][0] < end:
            for index, _, _ in columns:
                sums[index] += attention[last][index]
            last += 1
        shares = [0.0] * len(runs)
        for index, _, run in columns:
            shares[run] += sums[index]
        total = sum(shares)
        best = max(columns, key=lambda column: sums[column[0]], default=None)
        aligned.append(
            AlignedWord(
                start=start,
                end=end,
                place=best[1] if best is not None else 0,
                shares=[round(share / total, 3) if total > 0 else 0.0 for share in shares],
            )
        )
    return aligned


def align_itself(text: str, *, runs: Sequence[int]) -> Iterator[AlignedWord]:
    """The words of a text that is its own translation."""
    for match in WORD.finditer(text):
        shares = [0.0] * len(runs)
        shares[bisect_right(runs, match.start()) - 1] = 1.0
        yield AlignedWord(start=match.start(), end=match.end(), place=match.start(), shares=shares)
