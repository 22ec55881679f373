"""Levels of headings, and indentation levels of list items."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from dragoman.formats.pdf.blocks import Block, PdfParagraph
from dragoman.formats.pdf.lines import PdfLine
from dragoman.formats.pdf.list_labels import read_numbers
from dragoman.formats.pdf.lists import label_to_text

LEVELS: Final = 4
_LARGER: Final = 1.14  # times the body's size
_SAME_SIZE: Final = 0.6  # points: sizes of one level of headings
_LONGEST: Final = 180
_LONGEST_BOLD: Final = 90
_SET_IN: Final = 12.0  # points
_DEEPEST: Final = 5


def body_size(lines: Iterable[PdfLine]) -> float:
    """The size of most letters."""
    sizes: Counter[float] = Counter()
    for line in lines:
        sizes[round(line.size * 2) / 2] += line.letters
    return sizes.most_common(1)[0][0] if sizes else 10.0


def mark_headings(blocks: Sequence[Block], body: float) -> None:
    """Set the levels of headings: by size, and below them those that are only bold."""
    paragraphs = [block for block in blocks if isinstance(block, PdfParagraph)]
    large = [paragraph for paragraph in paragraphs if _may_be_heading(paragraph, body * _LARGER)]
    sizes: list[float] = []
    for size in sorted({paragraph.size for paragraph in large}, reverse=True):
        if not sizes or sizes[-1] - size > _SAME_SIZE:
            sizes.append(size)
    for paragraph in large:
        above = sum(size > paragraph.size + _SAME_SIZE for size in sizes)
        paragraph.level = min(above + 1, LEVELS)
    lowest = min(len(sizes), LEVELS - 1) + 1
    for index, paragraph in enumerate(paragraphs):
        if not paragraph.level and _is_bold_heading(paragraph, body, paragraphs[index + 1 : index + 2]):
            paragraph.level = lowest
    for paragraph in paragraphs:
        if paragraph.level and paragraph.label:  # the number of a heading is part of it
            label_to_text(paragraph)


def _may_be_heading(paragraph: PdfParagraph, least: float) -> bool:
    text = "".join(line.text for line in paragraph.lines)
    return (
        paragraph.size >= least
        and len(text) <= _LONGEST
        and (not paragraph.label or bool(read_numbers(paragraph.label)))
        and any(map(str.isalpha, text))
        and "\t" not in text
    )


def _is_bold_heading(paragraph: PdfParagraph, body: float, following: Sequence[PdfParagraph]) -> bool:
    """Whether a paragraph is a short bold line above text that is not bold."""
    text = "".join(line.text for line in paragraph.lines)
    return (
        len(paragraph.lines) <= 2
        and _may_be_heading(paragraph, body * 0.95)
        and len(text) <= _LONGEST_BOLD
        and not text.rstrip().endswith((".", ",", ";"))
        and all(line.all_bold for line in paragraph.lines)
        and bool(following)
        and not all(line.all_bold for line in following[0].lines)
    )


def mark_depths(blocks: Sequence[Block]) -> None:
    """Set the levels of list items by the indentation of their labels."""
    around: list[float] = []  # left edges of the enclosing items and of the last item
    for block in blocks:
        if not isinstance(block, PdfParagraph):
            around = []
            continue
        left = block.lines[0].left - block.column[0]
        if not block.label:
            if around and left < around[-1] + _SET_IN / 2:
                around = []
            continue
        while around and left < around[-1] - _SET_IN / 2:
            around.pop()
        if not around or left > around[-1] + _SET_IN / 2:
            around.append(left)
        block.depth = min(len(around) - 1, _DEEPEST)
