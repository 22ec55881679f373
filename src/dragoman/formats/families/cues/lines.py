"""Distribute a translation over cues and their lines: by time and length, between words, at punctuation.

Where the codes between cues are in sensible positions, the cues end there. Otherwise the text is divided in
proportion to each cue's duration and the length of its source.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Final

from dragoman.formats.families.cues.fragments import DASH
from dragoman.formats.families.cues.words import Inline, UnbrokenText, cut, cut_finely
from dragoman.formats.units.wrapping import width_of
from dragoman.segments import Segment, Text

_ODD_BLANK: Final = re.compile(r"[^\S \u00a0\u202f\u2007\u3000]")
_STRONG: Final = re.compile(r"[.!?…。！？।؟۔][\"'”’»)\]」』]*\Z")
_WEAK: Final = re.compile(r"[,;:–—、，；：،][\"'”’»)\]」』]*\Z")
_FASTEST: Final = 17  # columns a second that people read well
_FARTHEST: Final = 30  # columns that a border may be away from its share
_MOST_LINES: Final = 2  # of a cue, where its source has no more


@dataclass(frozen=True, slots=True, kw_only=True)
class CueLimits:
    """The limits for a translation's share in one cue."""

    size: int  # columns of the source
    lines: int  # of the source
    duration: int  # milliseconds; 0: not known
    limit: int  # columns of a line
    deliberate: bool = False  # its source has more lines than it needs


def distribute(target: Segment, cues: Sequence[CueLimits], *, graphemes: bool) -> list[list[list[Inline]]]:
    """The lines for each cue. `graphemes`: the language may break within apparent words."""
    if len(cues) == 1 and (line := _one_line(target, cues[0])):
        return [[line]]
    words, ends = cut(target)
    if graphemes and len(words) < len(cues):
        words, ends = cut_finely(words), []
    if len(cues) == 1:
        return [_lines(words, cues[0])]
    if len(words) < len(cues):
        return [
            _lines([word], limits) for word, limits in zip(_repeated(words, len(cues)), cues, strict=True)
        ]
    columns = list(accumulate((len(word.blank) + word.width for word in words), initial=0))
    shares = _shares(cues, columns[-1])
    if not _is_sensible(ends, columns, cues, shares):
        capacities = [
            min(max(_MOST_LINES, r.lines) * r.limit, r.duration * _FASTEST // 1000 or columns[-1])
            for r in cues
        ]
        ends = _choose(words, columns, shares, capacities)
    borders = [0, *ends, len(words)]
    return [
        _lines(words[begin:end], limits) for (begin, end), limits in zip(pairwise(borders), cues, strict=True)
    ]


# --- sharing out --------------------------------------------------------------------------------------------


def _one_line(target: Segment, limits: CueLimits) -> list[Inline]:
    """The whole translation, when it fits in one line; else nothing."""
    if limits.deliberate or sum(len(part.text) for part in target if isinstance(part, Text)) > limits.limit:
        return []
    line: list[Inline] = [part.text if isinstance(part, Text) else part for part in target]
    text = "".join(part for part in line if isinstance(part, str))
    if width_of(text) > limits.limit or _ODD_BLANK.search(text) or text.strip() != text:
        return []
    return line


def _repeated(words: Sequence[UnbrokenText], count: int) -> list[UnbrokenText]:
    """Fewer words than cues: the nearest word is shown again, without its codes."""
    found: list[UnbrokenText] = []
    for place in range(count):
        at = place * len(words) // count
        word = words[at]
        if place and at == (place - 1) * len(words) // count:
            word = word._replace(parts=[word.text])
        found.append(word)
    return found


def _shares(cues: Sequence[CueLimits], total: int) -> list[float]:
    """The share of the whole for each cue."""
    size = sum(limits.size for limits in cues)
    time = sum(limits.duration for limits in cues)
    if not time or not all(limits.duration for limits in cues):
        return [limits.size / size for limits in cues]
    fast = total * 1000 / time > _FASTEST - 3
    weight = (
        0.7 if fast else 0.4
    )  # fast readers need the time; else the length of the source is the better measure
    return [weight * limits.duration / time + (1 - weight) * limits.size / size for limits in cues]


def _is_sensible(
    ends: Sequence[int], columns: Sequence[int], cues: Sequence[CueLimits], shares: Sequence[float]
) -> bool:
    """Whether cues that end there have neither much less nor much more than their share."""
    borders = [0, *ends, len(columns) - 1]
    if len(ends) != len(cues) - 1 or any(begin >= end for begin, end in pairwise(borders)):
        return False
    size, total = sum(limits.size for limits in cues), columns[-1]
    for (begin, end), limits, share in zip(pairwise(borders), cues, shares, strict=True):
        width = columns[end] - columns[begin]
        parts = (share, limits.size / size)
        if not 0.5 * min(parts) * total - 4 <= width <= 1.5 * max(parts) * total + 10:
            return False
    return True


def _choose(
    words: Sequence[UnbrokenText], columns: Sequence[int], shares: Sequence[float], capacities: Sequence[int]
) -> list[int]:
    """After how many words each part but the last ends: near its share, preferably at punctuation."""
    ends: list[int] = []
    total, count = columns[-1], len(words)
    after = [0, *accumulate(reversed(capacities))][::-1]  # the capacity of the following cues
    wanted, begin = 0.0, 0
    for number, share in enumerate(shares[:-1]):
        wanted += share * total
        first = begin + 1
        last = count - (len(shares) - 1 - number)
        reach = min(0.5 * min(share, shares[number + 1]) * total + 4, _FARTHEST)
        low = min(max(bisect_left(columns, wanted - reach), first), last)
        high = max(min(bisect_left(columns, wanted + reach), last), low)
        costs = []
        for at in range(low, high + 1):
            over = max(0, columns[at] - columns[begin] - capacities[number])
            over += max(0, total - columns[at] - after[number + 1])
            costs.append((abs(columns[at] - wanted) + 3 * over - _attraction(words, at, reach), at))
        begin = min(costs)[1]
        ends.append(begin)
    return ends


def _attraction(words: Sequence[UnbrokenText], at: int, reach: float) -> float:
    """The score of a border, in columns: after punctuation, and never before a likely speaker's dash."""
    if at < len(words) and DASH.match(words[at].text):
        return -1000
    text = words[at - 1].text
    if _STRONG.search(text):
        return min(12, 0.6 * reach)
    if _WEAK.search(text):
        return min(8, 0.4 * reach)
    return (
        -3.0 if words[at - 1].width <= 3 and words[at].blank else 0
    )  # short words belong to the text after them


# --- lines --------------------------------------------------------------------------------------------------


def _lines(words: Sequence[UnbrokenText], limits: CueLimits) -> list[list[Inline]]:
    """The words of one cue in lines of similar length."""
    columns = list(accumulate((len(word.blank) + word.width for word in words), initial=0))
    width = columns[-1] - (len(words[0].blank) if words else 0)
    count = limits.lines if limits.deliberate else -(-width // limits.limit)
    most = max(_MOST_LINES, limits.lines)
    if not limits.deliberate and 1 < count < most and width > 0.9 * count * limits.limit:
        count += 1
    count = max(1, min(count, most, len(words)))
    if count == 1:
        return [_parts(words)]
    ends = _choose(words, columns, [1 / count] * count, [limits.limit] * count)
    borders = [0, *ends, len(words)]
    return [_parts(words[begin:end]) for begin, end in pairwise(borders)]


def _parts(words: Sequence[UnbrokenText]) -> list[Inline]:
    parts: list[Inline] = []
    for place, word in enumerate(words):
        if place and word.blank:
            parts.append(word.blank)
        parts += word.parts
    return parts
