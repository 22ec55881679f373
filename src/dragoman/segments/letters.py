"""Scripts without blanks between words, for character classes of the package `regex`."""

from __future__ import annotations

from typing import Final

IDEOGRAPHS: Final = r"\p{Han}\p{Hiragana}\p{Katakana}"  # each sign may be a word
UNSPACED: Final = rf"{IDEOGRAPHS}\p{{Thai}}\p{{Lao}}\p{{Khmer}}\p{{Myanmar}}"
