"""Split texts into tokens for comparison: words and punctuation marks (UAX #29), without white space.

In scripts that do not separate words by spaces, each character is a token. Tokens are folded: case, width,
and variants of quotation marks, dashes and spaces are ignored.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from unicode_segmentation_rs import split_word_bounds

from dragoman.unicode_normalization import normalize

NUMBER: Final = "0"  # replaces every number where only the class of a token counts

_VARIANTS: Final = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′ʼ`´", "'"),
        **dict.fromkeys("“”„‟«»″", '"'),
        **dict.fromkeys("‐‑‒–—―−", "-"),
        "…": "...",
        "\N{SOFT HYPHEN}": None,
    }
)
# UAX #29 keeps runs of katakana together. Han, hiragana and Thai it already breaks at every character.
_KATAKANA: Final = re.compile(r"[\u30a0-\u30ff\u31f0-\u31ff]{2,}")


@lru_cache(maxsize=4096)
def tokenise(text: str) -> tuple[str, ...]:
    """Split a text into folded tokens, in order."""
    folded = normalize("NFKC", text).translate(_VARIANTS).casefold()
    pieces = split_word_bounds(folded.encode(errors="replace").decode())
    if folded.isascii() or _KATAKANA.search(folded) is None:
        return tuple([piece for piece in pieces if not piece.isspace()])
    found: list[str] = []
    for piece in pieces:
        if _KATAKANA.fullmatch(piece):
            found += piece
        elif not piece.isspace():
            found.append(piece)
    return tuple(found)


def is_number(token: str) -> bool:
    """Whether a token is a number: `3`, `3,5`, `٣`, but no word with a digit in it."""
    return token[0].isdigit() and not any(map(str.isalpha, token))


def classify(token: str) -> str:
    """The token itself, or `NUMBER` for a number."""
    return NUMBER if is_number(token) else token
