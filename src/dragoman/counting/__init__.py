"""Count words and characters: the only counter, for limits (D7), usage (T9) and analysis (D10)."""

from dragoman.counting.model import NOTHING, Count
from dragoman.counting.words import (
    COUNTING_RULE,
    UNICODE_VERSION,
    count_characters,
    count_segment,
    count_text,
    count_words,
    countable_text,
)

__all__ = [
    "COUNTING_RULE",
    "NOTHING",
    "UNICODE_VERSION",
    "Count",
    "count_characters",
    "count_segment",
    "count_text",
    "count_words",
    "countable_text",
]
