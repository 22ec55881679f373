"""Page size and margins of the Word document, and its font sizes."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import quantiles
from typing import Final

from dragoman.formats.families.word_writer.model import WordPage
from dragoman.formats.pdf.blocks import PdfParagraph
from dragoman.formats.pdf.headings import LEVELS
from dragoman.formats.pdf.layout import PdfLayout
from dragoman.formats.pdf.line_joining import all_lines

_LEAST_MARGIN: Final = 36.0
_MOST_MARGIN: Final = 0.22  # of the page size
_UPRIGHT_MARGIN: Final = 56.0
LARGEST: Final = 200.0


def heading_sizes(layout: PdfLayout) -> tuple[float, ...]:
    """For each level the largest size of its headings."""
    sizes = [layout.body] * LEVELS
    for block in layout.blocks:
        if isinstance(block, PdfParagraph) and block.level:
            sizes[block.level - 1] = max(sizes[block.level - 1], min(rounded(block.size), LARGEST))
    return tuple(map(rounded, sizes))


def find_page_setup(layout: PdfLayout) -> WordPage:
    """The size of the first page, with margins as wide as those of its text."""
    width, height = (min(max(side, 144.0), 1_584.0) for side in (layout.width, layout.height))
    lines = list(all_lines(layout.blocks))
    lefts, rights = [line.left for line in lines], [width - line.right for line in lines]
    most = _MOST_MARGIN * width

    def margin(sides: Sequence[float]) -> float:
        usual = quantiles(sides, n=20)[0] if len(sides) >= 20 else min(sides, default=_LEAST_MARGIN)
        return min(max(usual, _LEAST_MARGIN), most)

    upright = min(_UPRIGHT_MARGIN, _MOST_MARGIN * height)
    return WordPage(
        width=width, height=height, left=margin(lefts), right=margin(rights), top=upright, bottom=upright
    )


def rounded(points: float) -> float:
    """Round a font size to half points."""
    return max(1.0, round(points * 2) / 2)
