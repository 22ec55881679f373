"""From the order in which letters are seen to the order in which they are read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from dragoman.formats.pdf.page_content import Piece
from dragoman.unicode_normalization import normalize

_TO_LEFT: Final = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_SHAPES: Final = re.compile("[\ufb1d-\ufdff\ufe70-\ufefc]")
_MIRRORED: Final = str.maketrans("()[]{}<>«»", ")(][}{><»«")


def is_to_left(text: str) -> bool:
    """Whether most letters of a text are of a script that is read from right to left."""
    count = len(_TO_LEFT.findall(text))
    return count > 0 and count * 2 >= sum(map(str.isalpha, text))


def reading_order(pieces: Sequence[Piece]) -> Iterable[tuple[Piece, str]]:
    """Pieces of a line in the order of reading, with their texts; `pieces` go from left to right."""
    texts = [piece.text for piece in pieces]
    if all(map(str.isascii, texts)) or not any(map(_TO_LEFT.search, texts)):
        return list(zip(pieces, texts, strict=True))
    if is_to_left("".join(texts)):
        return list(_from_right(pieces))
    return [(piece, _read(piece)) for piece in _runs_turned(pieces)]


def _from_right(pieces: Sequence[Piece]) -> Iterator[tuple[Piece, str]]:
    """A line that is read from the right: in it words of other scripts stay in their own order."""
    group: list[Piece] = []
    for piece in reversed(pieces):
        if _is_to_right(piece):
            group.append(piece)
            continue
        yield from ((one, _read(one)) for one in reversed(group))
        group = []
        yield piece, _read(piece)
    yield from ((one, _read(one)) for one in reversed(group))


def _runs_turned(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """A line that is read from the left, with stretches in it that are not."""
    group: list[Piece] = []
    for piece in pieces:
        if _TO_LEFT.search(piece.text):
            group.append(piece)
            continue
        yield from reversed(group)
        group = []
        yield piece
    yield from reversed(group)


def _is_to_right(piece: Piece) -> bool:
    text = piece.text
    return not _TO_LEFT.search(text) and any(character.isalnum() for character in text)


def _read(piece: Piece) -> str:
    """A piece's letters in the order of reading; shapes of Arabic letters become the letters."""
    glyphs = piece.glyphs
    if not _TO_LEFT.search(piece.text):
        return piece.text
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
