"""The most alike earlier segment is found, and quickly however many there are."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pytest

from dragoman.analysis.similarity import EarlierSegments
from dragoman.memories.fingerprints import take_fingerprint
from dragoman.memories.scoring import score
from dragoman.segments import Text


def made_words(chance: random.Random, number: int) -> list[str]:
    letters = "abcdefghijklmnopqrstuvwxyz"
    return ["".join(chance.choices(letters, k=chance.randint(2, 10))) for _ in range(number)]


def edited(chance: random.Random, texts: list[str], words: list[str]) -> str:
    text = chance.choice(texts).split()
    for _ in range(chance.randint(0, 3)):
        text[chance.randrange(len(text))] = chance.choice(words)
    return " ".join(text)


def test_it_finds_what_a_comparison_with_all_finds() -> None:
    chance = random.Random(7)
    words = made_words(chance, 300)
    texts = [" ".join(chance.choices(words, k=chance.randint(3, 25))) for _ in range(200)]
    earlier, prints, missed = EarlierSegments(), [], 0
    for _ in range(700):
        one = take_fingerprint((Text(text=edited(chance, texts, words)),))
        best = max((score(one, other) for other in prints), default=0)
        missed += earlier.compare_and_add(one) != (best if best >= 50 else 0)
        prints.append(one)
    assert missed <= 7


HOSTILE: list[Callable[[int], str]] = [
    lambda n: f"Item number {n} of the list",  # all alike
    lambda n: " ".join(["red", "blue", "house"][n >> k & 1] for k in range(14)),
    lambda n: "a " * (n % 50) + "b",
    lambda n: "汉" * (n % 60) + str(n),
    lambda n: f"{n} {n} {n}",
]


@pytest.mark.parametrize("make", HOSTILE, ids=["alike", "two words", "one word", "one character", "numbers"])
def test_hostile_texts_take_no_longer_than_others(make: Callable[[int], str]) -> None:
    prints = [take_fingerprint((Text(text=make(number)),)) for number in range(5_000)]
    earlier = EarlierSegments()
    began = time.process_time()
    for one in prints:
        earlier.compare_and_add(one)
    assert (
        time.process_time() - began < 8
    )  # under one where nothing else runs; each with each would take minutes
