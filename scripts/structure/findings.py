"""What laws find: their names in words, and how a finding is put."""

from __future__ import annotations

from collections import Counter
from typing import Final, TypeAlias

from scripts.structure.words import FUNCTION_WORDS

EMPTY: Final = "an element lost or gained all its words"
LEFT: Final = "a word left its element"
OUTSIDE: Final = "something outside the texts changed"
GLUED: Final = "two words are glued"
PLACEHOLDER: Final = "a placeholder is not whole in its element"
NEIGHBOURS: Final = "a standalone code has other neighbours"
ORDER: Final = "elements that touch changed places"

# Elements without attributes that only show a look: two of them that touch are read as one.
JOINED_LOOKS: Final = frozenset({"b", "i", "u", "s", "tt", "big", "small", "strike"})

Finding: TypeAlias = tuple[str, str]  # a law, and what is wrong
Key: TypeAlias = tuple[str, ...]  # the labels of an element and of those around it; (): outside of all


def content_words(words: Counter[str]) -> Counter[str]:
    """Words without those that engines drop and insert."""
    return Counter({word: count for word, count in words.items() if word not in FUNCTION_WORDS})


def named(key: Key) -> str:
    """An element for people."""
    return f"<{' > '.join(key)}>" if key else "the text outside the tags"


def shown(words: object) -> str:
    """Words for people, not too many."""
    text = str(words)
    return text if len(text) < 200 else f"{text[:200]}…"
