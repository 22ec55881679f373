"""Scripts written without blanks: a name or an address beside their letters ends where they begin."""

from typing import Final

# For a class of a pattern: Thai, Lao, Myanmar, Khmer, CJK with kana and full-width forms, Hangul.
UNSPACED: Final = (
    r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af\uff00-\uffef"
)
