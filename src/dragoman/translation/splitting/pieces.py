"""Cut a segment into pieces that keep the elements around them.

`cut_texts` cuts a segment that is several texts, at the borders of `boundaries`. `cut_at` and
`cut_everywhere` are for `codes.restoring`: they cut around codes that an engine lost. `sentences` splits
texts into sentences.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import pairwise

from dragoman.segments import Code, CodeKind, Part, Segment, Text, codes, normalise
from dragoman.translation.splitting.boundaries import find_borders
from dragoman.translation.splitting.separators import has_signs, is_breadcrumb, split_signs
from dragoman.translation.splitting.text_runs import SegmentRun, read_runs


def cut_texts(core: Segment) -> list[Segment]:
    """Cut a segment with nested pairs into its texts, in order; it is returned unchanged if it is one text.

    A pair across a border is closed before it and opened after it. Time is linear in the number of parts.
    """
    if len(core) == 1 and isinstance(only := core[0], Text) and not has_signs(only.text):
        return [core]
    whole = list(read_runs(core))
    in_trail = is_breadcrumb(whole)
    runs = list(split_signs(whole, in_trail=in_trail))
    return cut_before(core, runs, find_borders(core, runs, in_trail=in_trail))


def cut_at(core: Segment, identities: Collection[str]) -> list[Segment]:
    """Cut a segment at some codes: outside and inside of pairs, before and after standalone codes."""
    wanted = frozenset(identities)

    def is_border(left: SegmentRun, right: SegmentRun) -> bool:
        if (left.ids ^ right.ids) & wanted:
            return True
        return any(isinstance(run.part, Code) and run.part.id in wanted for run in (left, right))

    return _cut(core, is_border)


def cut_everywhere(core: Segment) -> list[Segment]:
    """Cut a segment at all codes: each text is a piece of its own."""

    def is_border(left: SegmentRun, right: SegmentRun) -> bool:
        return left.ids != right.ids or isinstance(left.part, Code) or isinstance(right.part, Code)

    return _cut(core, is_border)


def _cut(core: Segment, is_border: Callable[[SegmentRun, SegmentRun], bool]) -> list[Segment]:
    runs = list(read_runs(core))
    borders = {index for index, (left, right) in enumerate(pairwise(runs), start=1) if is_border(left, right)}
    return cut_before(core, runs, borders)


def cut_before(core: Segment, runs: Sequence[SegmentRun], borders: Collection[int]) -> list[Segment]:
    """Cut a segment before the runs of these numbers; it is returned unchanged if there are none.

    An element with a border inside is also cut off from the text around it. Otherwise its words could move
    away from the border, and would not be next to each other when the pieces are joined.
    """
    if not borders:
        return [core]
    wanted = set(borders) | set(_around_cut_elements(runs, sorted(borders)))
    closing = {code.id: code for code in codes(core) if code.kind is CodeKind.CLOSE}
    pieces: list[list[Part]] = [[]]
    around: list[Code] = []
    for index, run in enumerate(runs):
        for half in run.halves:
            if half.kind is CodeKind.CLOSE:
                pieces[-1].append(half)
                around.pop()
        if index and index in wanted:
            pieces[-1] += (closing[half.id] for half in reversed(around))
            pieces.append(list(around))
        opened = [half for half in run.halves if half.kind is CodeKind.OPEN]
        pieces[-1] += (*opened, run.part)
        around += opened
    pieces[-1] += (closing[half.id] for half in reversed(around))
    return [normalise(piece) for piece in pieces]


def _around_cut_elements(runs: Sequence[SegmentRun], borders: Sequence[int]) -> Iterator[int]:
    """The beginnings and ends of elements with a border inside; marks are no elements."""
    first: dict[str, int] = {}
    last: dict[str, int] = {}
    for index, run in enumerate(runs):
        first.update((half.id, index) for half in run.halves if half.kind is CodeKind.OPEN)
        last.update((half.id, index) for half in run.halves if half.kind is CodeKind.CLOSE)
    for element, start in first.items():
        end = last.get(element, len(runs))
        place = bisect_right(borders, start)
        if place < len(borders) and borders[place] < end:
            yield from (start, end)
