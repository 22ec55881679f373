"""The n-gram index of project titles, for substring searches.

A title is stored folded, with the hashes of all its n-grams of one, two and three characters. The longest
n-grams of the search text select the few candidates, which are then compared.
"""

from __future__ import annotations

import zlib
from typing import Final

from dragoman.unicode_normalization import normalize

_LENGTHS: Final = (1, 2, 3)
_LONGEST: Final = 4000  # characters of a folded title; some grow eighteen-fold
_SIGN: Final = 2**31


def fold_title(title: str) -> str:
    """Fold a title for comparison: case, width and runs of white space do not count."""
    folded = normalize("NFKC", normalize("NFKC", title).casefold())
    return " ".join(folded.split())[:_LONGEST]


def title_grams(folded: str) -> list[int]:
    """Make the index entries of a folded title: distinct hashes in the range of an int32."""
    return sorted({hashed for length in _LENGTHS for hashed in _grams(folded, length)})


def search_grams(folded: str) -> list[int]:
    """Make the hashes that every title with this substring has in the index; none for an empty one."""
    return sorted(_grams(folded, min(len(folded), _LENGTHS[-1]))) if folded else []


def _grams(folded: str, length: int) -> set[int]:
    grams = {folded[start : start + length] for start in range(len(folded) - length + 1)}
    return {zlib.crc32(gram.encode("utf-8", "surrogatepass")) - _SIGN for gram in grams}
