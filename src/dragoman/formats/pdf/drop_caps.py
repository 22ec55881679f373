"""Drop caps: a letter as high as several lines is joined with the word beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dragoman.formats.pdf.lines import PdfLine

_LARGER: Final = 1.8  # times the size of the text
_NEAR: Final = 1.2  # of the size: from the drop cap to its text
_MOST: Final = 40  # of a page


def join_drop_caps(lines: Sequence[PdfLine]) -> list[PdfLine]:
    """The lines of a page; drop caps are joined with the words that they begin."""
    drop_caps = [line for line in lines if len(line.text.strip()) == 1 and line.text.strip().isalpha()]
    joined: set[int] = set()
    for drop_cap in drop_caps[:_MOST]:
        beside = [line for line in lines if line is not drop_cap and _is_beside(drop_cap, line)]
        first = max(beside, key=lambda line: line.base, default=None)
        if first is None or len(beside) < 2 or drop_cap.top - first.top > first.size:
            continue
        run = first.runs[0]
        first.runs = [run._replace(text=drop_cap.text.strip() + run.text), *first.runs[1:]]
        first.read_runs()
        for line in beside:
            line.left = line.text_left = drop_cap.left
        joined.add(id(drop_cap))
    return [line for line in lines if id(line) not in joined]


def _is_beside(drop_cap: PdfLine, line: PdfLine) -> bool:
    return (
        drop_cap.size > _LARGER * line.size
        and -0.2 * line.size <= line.left - drop_cap.right <= _NEAR * line.size
        and drop_cap.base - 0.4 * line.size <= line.base <= drop_cap.top
    )
