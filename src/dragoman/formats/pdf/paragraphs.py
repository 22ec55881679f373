"""Group lines into paragraphs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import median
from typing import Final

from dragoman.formats.pdf.blocks import PdfParagraph
from dragoman.formats.pdf.lines import PdfLine, is_unbroken

_SAME_SIZE: Final = 0.12  # maximum difference of sizes within a paragraph
_WIDER: Final = 1.28  # times the usual line distance: a paragraph ends
_USUAL: Final = 1.25  # default line distance, in sizes
_INDENT: Final = 0.9  # of the size
_NEAR_EDGE: Final = 1.5  # of the size: distance from an edge of lines that end at it
_CENTRED: Final = 0.7  # of the size: maximum difference between the middles of centred lines
_SENTENCE_END: Final = re.compile(r"[.!?:;。！？：；؟۔]['\"”’»)\]]*\s*$")
_HYPHEN: Final = re.compile(r"[^\W\d_][-\u00ad\u2010]\s*$")


def make_paragraphs(
    lines: Sequence[PdfLine], column: tuple[float, float] | None = None
) -> list[PdfParagraph]:
    """The paragraphs of lines below each other; `column` are the edges of their column or cell."""
    if not lines:
        return []
    edges = column or (min(line.left for line in lines), right_edge(lines))
    distances = _usual_distances(lines)
    groups: list[list[PdfLine]] = []
    line_edges = _LineEdges(lines, edges)
    for index, line in enumerate(lines):
        if groups and not _begins(groups[-1], line, distances, line_edges.right(index)):
            groups[-1].append(line)
        else:
            groups.append([line])
    return [_paragraph(group, edges) for group in groups]


def _paragraph(lines: list[PdfLine], column: tuple[float, float]) -> PdfParagraph:
    return PdfParagraph(
        lines=lines,
        column=column,
        label=lines[0].label,
        centred=all(_is_centred(line, column) for line in lines) and not _is_block(lines),
    )


def _is_block(lines: Sequence[PdfLine]) -> bool:
    """Whether several lines begin at the same position: then they are not centred."""
    lefts = [line.left for line in lines]
    return len(lines) > 1 and max(lefts) - min(lefts) < _CENTRED * lines[0].size


def _is_centred(line: PdfLine, column: tuple[float, float]) -> bool:
    left, right = line.left - column[0], column[1] - line.right
    return left > 2 * line.size and abs(left - right) < 2 * _CENTRED * line.size


def right_edge(lines: Sequence[PdfLine]) -> float:
    """The end of full lines: the rightmost position at which several lines end."""
    rights = sorted((line.right for line in lines), reverse=True)
    wanted = max(2, len(lines) // 10)
    for index, right in enumerate(rights):
        near = _NEAR_EDGE * lines[0].size
        if index + wanted <= len(rights) and right - rights[index + wanted - 1] <= near:
            return right
    return rights[0]


class _LineEdges:
    """The right edge of adjacent lines, which may differ from the column's: a quotation, a caption."""

    def __init__(self, lines: Sequence[PdfLine], edges: tuple[float, float]) -> None:
        self._rights: list[float] = []
        start = 0
        for index in range(1, len(lines) + 1):
            if index < len(lines) and _go_together(lines[index - 1], lines[index]):
                continue
            self._rights += [self._edge(lines[start:index], edges[1])] * (index - start)
            start = index

    @staticmethod
    def _edge(lines: Sequence[PdfLine], column: float) -> float:
        if len(lines) < 4:
            return column
        right = right_edge(lines)
        full = sum(right - line.right < 2.5 * line.size for line in lines)
        return min(right, column) if full >= 0.6 * len(lines) else column

    def right(self, index: int) -> float:
        """The right edge for the line at an index."""
        return self._rights[index]


def _go_together(one: PdfLine, two: PdfLine) -> bool:
    distance = one.base - two.base
    return 0 < distance < 1.8 * two.size and abs(one.size - two.size) < _SAME_SIZE * two.size


def _usual_distances(lines: Sequence[PdfLine]) -> dict[int, float]:
    """The usual line distances, by size in whole points."""
    found: dict[int, list[float]] = {}
    for one, two in pairwise(lines):
        if _go_together(one, two):
            found.setdefault(round(two.size), []).append(one.base - two.base)
    return {size: median(distances) for size, distances in found.items() if len(distances) >= 2}


def _begins(paragraph: Sequence[PdfLine], line: PdfLine, distances: dict[int, float], right: float) -> bool:
    """Whether a line begins a new paragraph after the line above it."""
    last = paragraph[-1]
    distance = last.base - line.base
    other_size = abs(last.size - line.size) > _SAME_SIZE * max(last.size, line.size)
    if line.label or other_size or not 0 < distance <= _longest_distance(paragraph, line, distances):
        return True
    if _HYPHEN.search(last.text) and line.text[:1].islower():
        return False
    other_style = last.all_bold != line.all_bold and not (last.any_bold and line.any_bold)
    if other_style or "\t" in last.text or "\t" in line.text:
        return True
    if _share_middle(paragraph, line):
        return last.width < 0.6 * (right - min(last.left, line.left)) and not line.all_bold
    return _is_set_in(paragraph, line) or _would_have_fitted(last, line, right)


def _longest_distance(paragraph: Sequence[PdfLine], line: PdfLine, distances: dict[int, float]) -> float:
    if len(paragraph) > 1:
        own = (paragraph[0].base - paragraph[-1].base) / (len(paragraph) - 1)
        return own * _WIDER if own > 0 else line.size * _USUAL * _WIDER
    usual = distances.get(round(line.size), line.size * _USUAL)
    return min(usual, 2.2 * line.size) * _WIDER


def _share_middle(paragraph: Sequence[PdfLine], line: PdfLine) -> bool:
    """Whether lines are centred below each other; equal edges on both sides do not count."""
    last = paragraph[-1]
    middle = abs((last.left + last.right) - (line.left + line.right)) / 2
    return middle < _CENTRED * line.size and abs(last.left - line.left) > _INDENT * line.size


def _is_set_in(paragraph: Sequence[PdfLine], line: PdfLine) -> bool:
    """Whether a line has another left edge than the paragraph."""
    step = _INDENT * line.size
    first = paragraph[0]
    if first.label:
        if len(paragraph) > 1:
            return abs(line.left - paragraph[-1].left) > step
        return line.left < first.left - step or line.left > first.text_left + 2 * step
    if len(paragraph) == 1:
        # Further right is a new paragraph, or the second line of a hanging indent.
        return line.left > first.left + step and bool(_SENTENCE_END.search(first.text))
    return abs(line.left - paragraph[-1].left) > step


def _would_have_fitted(last: PdfLine, line: PdfLine, right: float) -> bool:
    """Whether the first word of a line would fit into the line above, so that the break is deliberate."""
    free_width = right - last.right
    needed = line.first_word + 0.25 * line.size
    if is_unbroken(line.text[:1] or " "):
        needed = 2.2 * line.size
    return free_width > needed + 0.35 * line.size
