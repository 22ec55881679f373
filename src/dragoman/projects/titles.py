"""What a search for a piece of a title finds a project by.

A title is kept folded, with the hashes of all its pieces of one, two and three characters. A search's own
pieces of the greatest length find the few titles that can hold it; these are compared.
"""

from __future__ import annotations

import zlib
from typing import Final

from dragoman.unicode_normalization import normalize

_LENGTHS: Final = (1, 2, 3)
_LONGEST: Final = 4000  # characters of a folded title; some grow eighteen-fold
_SIGN: Final = 2**31


def fold_title(title: str) -> str:
    """A title as searches compare it: without regard to case, width and runs of white space."""
    folded = normalize("NFKC", normalize("NFKC", title).casefold())
    return " ".join(folded.split())[:_LONGEST]


def title_grams(folded: str) -> list[int]:
    """What a folded title is indexed by: hashes in the range of an int32, each once."""
    return sorted({hashed for length in _LENGTHS for hashed in _grams(folded, length)})


def search_grams(folded: str) -> list[int]:
    """The hashes that the index has of every title that holds this piece; none for an empty piece."""
    return sorted(_grams(folded, min(len(folded), _LENGTHS[-1]))) if folded else []


def _grams(folded: str, length: int) -> set[int]:
    pieces = {folded[start : start + length] for start in range(len(folded) - length + 1)}
    return {zlib.crc32(piece.encode("utf-8", "surrogatepass")) - _SIGN for piece in pieces}
