"""Sentences of made words and their made translations, where no text of two languages is at hand.

Words are as frequent as in a language (the n-th is met 1/n times as often as the first), and frequent ones
are short. A translation has a word for each word, in nearly the same order.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import accumulate
from typing import Final

_WORDS: Final = 8_000  # of a language
_SHORTEST, _LONGEST = 8, 32  # words of a sentence
_SYLLABLES: Final = (
    ("the", "er", "in", "on", "at", "ing", "con", "ver", "st", "ment", "al", "re", "ble", "un", "tion", "ow"),
    ("de", "la", "ón", "es", "ar", "ci", "mien", "to", "que", "per", "ri", "da", "ño", "so", "lu", "tra"),
)


def make_sentences(*, count: int, seed: int) -> tuple[list[str], list[str]]:
    """So many sentences, and their translations in the same order; the same seed gives the same ones."""
    chance = random.Random(seed)
    source, target = (_make_words(syllables, chance) for syllables in _SYLLABLES)
    weights = list(accumulate(1 / rank for rank in range(1, _WORDS + 1)))
    sentences: list[str] = []
    translations: list[str] = []
    for _ in range(count):
        length = chance.randint(_SHORTEST, _LONGEST)
        numbers = chance.choices(range(_WORDS), cum_weights=weights, k=length)
        sentences.append(_write([source[number] for number in numbers]))
        place = chance.randrange(length - 1)
        numbers[place : place + 2] = reversed(numbers[place : place + 2])
        translations.append(_write([target[number] for number in numbers]))
    return sentences, translations


def _make_words(syllables: Sequence[str], chance: random.Random) -> list[str]:
    """Different words, the short ones first."""
    made: dict[str, None] = {}
    while len(made) < _WORDS:
        length = 1 if len(made) < len(syllables) // 2 else 2 if len(made) < 150 else chance.randint(2, 5)
        made["".join(chance.choices(syllables, k=length))] = None
    return list(made)


def _write(words: Sequence[str]) -> str:
    text = " ".join(words)
    return f"{text[0].upper()}{text[1:]}."
