"""Large initials: a letter as high as several lines is the first of the word beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dragoman.formats.pdf.lines import Line

_LARGER: Final = 1.8  # times the size of the text
_NEAR: Final = 1.2  # of the size: from the initial to its text
_MOST: Final = 40  # of a page


def join_initials(lines: Sequence[Line]) -> list[Line]:
    """The lines of a page; initials are put to the words that they begin."""
    initials = [line for line in lines if len(line.text.strip()) == 1 and line.text.strip().isalpha()]
    gone: set[int] = set()
    for initial in initials[:_MOST]:
        beside = [line for line in lines if line is not initial and _is_beside(initial, line)]
        first = max(beside, key=lambda line: line.base, default=None)
        if first is None or len(beside) < 2 or initial.top - first.top > first.size:
            continue
        run = first.runs[0]
        first.runs = [run._replace(text=initial.text.strip() + run.text), *first.runs[1:]]
        first.read_runs()
        for line in beside:
            line.left = line.text_left = initial.left
        gone.add(id(initial))
    return [line for line in lines if id(line) not in gone]


def _is_beside(initial: Line, line: Line) -> bool:
    return (
        initial.size > _LARGER * line.size
        and -0.2 * line.size <= line.left - initial.right <= _NEAR * line.size
        and initial.base - 0.4 * line.size <= line.base <= initial.top
    )
