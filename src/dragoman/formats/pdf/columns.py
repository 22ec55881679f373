"""The reading order of the lines of a page, column by column."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median
from typing import Final

from dragoman.formats.pdf.lines import PdfLine, is_unbroken

_MOST_LINES: Final = 1_500  # of a page in which columns are searched
_LEAST_PAIRS: Final = 3  # minimum number of neighbouring lines that make a gutter
_NEAR_MOST: Final = 0.8  # of the maximum number of pairs: the edges of a gutter
_FULL: Final = 0.72  # of the column's width: a full line
_FLOWING: Final = 0.55  # share of full lines in running text
_LETTERS: Final = 16  # average length of a line of running text
_ALIGNED: Final = 0.45  # share of lines with a neighbour on the same baseline in a table
_DEEPEST: Final = 6


def in_reading_order(lines: Sequence[PdfLine], depth: int = 0) -> list[list[PdfLine]]:
    """The lines of a page as regions in reading order; in each region from top to bottom."""
    ordered = sorted(lines, key=lambda line: (-line.base, line.left))
    if depth >= _DEEPEST or not 4 <= len(ordered) <= _MOST_LINES:
        return [ordered] if ordered else []
    gutter = _find_gutter(ordered)
    if gutter is None:
        return [ordered]
    regions: list[list[PdfLine]] = []
    for spanning, band in _bands(ordered, gutter):
        if spanning:
            _append(regions, band)
            continue
        left = [line for line in band if (line.left + line.right) / 2 < gutter]
        right = [line for line in band if (line.left + line.right) / 2 >= gutter]
        if left and right and _are_columns(left, right):
            regions += in_reading_order(left, depth + 1)
            regions += in_reading_order(right, depth + 1)
            regions.append([])  # a new region begins
        else:
            _append(regions, band)
    return [region for region in regions if region]


def _append(regions: list[list[PdfLine]], band: list[PdfLine]) -> None:
    """Add a band to the one above it if that is not a column."""
    if regions and regions[-1]:
        regions[-1].extend(band)
    else:
        regions.append(list(band))


def _bands(lines: Sequence[PdfLine], gutter: float) -> list[tuple[bool, list[PdfLine]]]:
    """Split lines from top to bottom: lines that cross the gutter, and lines that do not."""
    bands: list[tuple[bool, list[PdfLine]]] = []
    for line in lines:
        spanning = line.left < gutter < line.right
        if not bands or bands[-1][0] != spanning:
            bands.append((spanning, []))
        bands[-1][1].append(line)
    return bands


def _find_gutter(lines: Sequence[PdfLine]) -> float | None:
    """The horizontal position that most pairs of neighbouring lines leave free between them."""
    gaps = _gaps(lines)
    if len(gaps) < _LEAST_PAIRS:
        return None
    events = sorted([(left, 1) for left, _ in gaps] + [(right, -1) for _, right in gaps])
    counts: list[tuple[float, float, int]] = []
    count = 0
    for (position, change), (following, _) in pairwise(events):
        count += change
        if following > position:
            counts.append((position, following, count))
    most = max((count for *_, count in counts), default=0)
    if most < _LEAST_PAIRS:
        return None
    wide = [(left, right) for left, right, count in counts if count >= _NEAR_MOST * most]
    parts: list[list[float]] = []
    for left, right in wide:
        if parts and left <= parts[-1][1]:
            parts[-1][1] = right
        else:
            parts.append([left, right])
    best = max(parts, key=lambda part: part[1] - part[0])
    return (best[0] + best[1]) / 2


def _gaps(lines: Sequence[PdfLine]) -> list[tuple[float, float]]:
    """For each line the gap to its nearest right neighbour at the same height."""
    gaps = []
    for index, line in enumerate(lines):
        nearest: float | None = None
        for other in _overlapping(lines, index):
            if other.left >= line.right and other.bottom < line.top and other.top > line.bottom:
                nearest = other.left if nearest is None else min(nearest, other.left)
        if nearest is not None and nearest - line.right > 0.5 * line.size:
            gaps.append((line.right, nearest))
    return gaps


def _overlapping(lines: Sequence[PdfLine], index: int) -> Sequence[PdfLine]:
    """Lines that may overlap one vertically; `lines` are ordered by their baselines."""
    line = lines[index]
    first = last = index
    while first > 0 and lines[first - 1].base - line.base < line.size * 1.5 and index - first < 60:
        first -= 1
    while last + 1 < len(lines) and line.base - lines[last + 1].base < line.size * 1.5 and last - index < 60:
        last += 1
    return lines[first : last + 1]


def _are_columns(left: Sequence[PdfLine], right: Sequence[PdfLine]) -> bool:
    """Whether two adjacent groups are columns of text and not those of a table."""
    if min(len(left), len(right)) < 2:
        return False
    if _flows(left) and _flows(right):
        return True
    fewer, more = sorted((left, right), key=len)
    if len(fewer) < 3:
        return False
    partners = sum(any(abs(line.base - other.base) < 0.2 * line.size for other in more) for line in fewer)
    return partners < _ALIGNED * len(fewer)


def _flows(lines: Sequence[PdfLine]) -> bool:
    """Whether lines are running text: most of them extend from edge to edge."""
    width = sorted(line.width for line in lines)[int(0.85 * (len(lines) - 1))]
    full = sum(line.width >= _FULL * width for line in lines)
    letters = median(line.letters * (2 if is_unbroken(line.text[:1] or " ") else 1) for line in lines)
    return full >= _FLOWING * len(lines) and letters >= _LETTERS
