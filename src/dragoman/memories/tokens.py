"""What a text is made of when texts are compared: words and punctuation marks (UAX #29), white space aside.

Where words are not separated by spaces, each character is a token. How something is written does not count:
case, width, and the variants of quotation marks, dashes and spaces.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from unicode_segmentation_rs import split_word_bounds

from dragoman.unicode_normalization import normalize

NUMBER: Final = "0"  # stands for every number where only the kind of a token counts

_VARIANTS: Final = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′ʼ`´", "'"),
        **dict.fromkeys("“”„‟«»″", '"'),
        **dict.fromkeys("‐‑‒–—―−", "-"),
        "…": "...",
        "\N{SOFT HYPHEN}": None,
    }
)
# UAX #29 keeps katakana together, and where a dictionary is needed breaks at every character already.
_KATAKANA: Final = re.compile(r"[\u30a0-\u30ff\u31f0-\u31ff]{2,}")


@lru_cache(maxsize=4096)
def tokenise(text: str) -> tuple[str, ...]:
    """The tokens of a text, in order, folded."""
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
    """The token, or what stands for all of its kind."""
    return NUMBER if is_number(token) else token
