"""Convert glyphs from visual order to reading order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from dragoman.formats.pdf.page_content import GlyphRun
from dragoman.unicode_normalization import normalize

_TO_LEFT: Final = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_SHAPES: Final = re.compile("[\ufb1d-\ufdff\ufe70-\ufefc]")
_MIRRORED: Final = str.maketrans("()[]{}<>«»", ")(][}{><»«")


def is_to_left(text: str) -> bool:
    """Whether most letters of a text are of a right-to-left script."""
    count = len(_TO_LEFT.findall(text))
    return count > 0 and count * 2 >= sum(map(str.isalpha, text))


def reading_order(glyph_runs: Sequence[GlyphRun]) -> Iterable[tuple[GlyphRun, str]]:
    """The glyph runs of a line in reading order, with their texts; they are given from left to right."""
    texts = [glyph_run.text for glyph_run in glyph_runs]
    if all(map(str.isascii, texts)) or not any(map(_TO_LEFT.search, texts)):
        return list(zip(glyph_runs, texts, strict=True))
    if is_to_left("".join(texts)):
        return list(_from_right(glyph_runs))
    return [(glyph_run, _read(glyph_run)) for glyph_run in _reorder_runs(glyph_runs)]


def _from_right(glyph_runs: Sequence[GlyphRun]) -> Iterator[tuple[GlyphRun, str]]:
    """A right-to-left line: words of other scripts keep their own order."""
    group: list[GlyphRun] = []
    for glyph_run in reversed(glyph_runs):
        if _is_to_right(glyph_run):
            group.append(glyph_run)
            continue
        yield from ((one, _read(one)) for one in reversed(group))
        group = []
        yield glyph_run, _read(glyph_run)
    yield from ((one, _read(one)) for one in reversed(group))


def _reorder_runs(glyph_runs: Sequence[GlyphRun]) -> Iterator[GlyphRun]:
    """A left-to-right line that contains right-to-left parts."""
    group: list[GlyphRun] = []
    for glyph_run in glyph_runs:
        if _TO_LEFT.search(glyph_run.text):
            group.append(glyph_run)
            continue
        yield from reversed(group)
        group = []
        yield glyph_run
    yield from reversed(group)


def _is_to_right(glyph_run: GlyphRun) -> bool:
    text = glyph_run.text
    return not _TO_LEFT.search(text) and any(character.isalnum() for character in text)


def _read(glyph_run: GlyphRun) -> str:
    """The text of a glyph run in reading order; Arabic presentation forms become letters."""
    glyphs = glyph_run.glyphs
    if not _TO_LEFT.search(glyph_run.text):
        return glyph_run.text
    turned: list[str] = []
    numbers: list[str] = []
    for glyph in reversed(glyphs):
        if glyph[:1].isdigit() or (numbers and glyph in {".", ",", ":", "/"}):
            numbers.insert(0, glyph)
            continue
        turned += numbers
        numbers = []
        turned.append(glyph.translate(_MIRRORED) if len(glyph) == 1 else glyph)
    return _SHAPES.sub(lambda shape: normalize("NFKC", shape[0]), "".join(turned + numbers))
