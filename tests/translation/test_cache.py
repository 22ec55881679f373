"""The result cache: bounded in bytes, least recently used first out, off at 0."""

from __future__ import annotations

import tracemalloc

from dragoman.engines.pseudo import PAIRS, PseudoEngine
from dragoman.segments import Text
from dragoman.telemetry import Metrics
from dragoman.translation.cache import ResultCache, ResultKey, result_key
from dragoman.translation.engine_output.validation import UnitAnswer
from dragoman.translation.model import CodesMethod


def key(text: str) -> ResultKey:
    return result_key(PseudoEngine(), PAIRS[0], (Text(text=text),))


def outcome(text: str) -> UnitAnswer:
    return UnitAnswer(target=(Text(text=text),), codes=CodesMethod.NONE)


def test_least_recently_used_goes_first() -> None:
    cache = ResultCache(limit_bytes=1900, metrics=Metrics())
    for text in "abc":
        cache.put(key(text), outcome(text.upper()))
    assert cache.get(key("a")) == outcome("A")
    for text in "de":
        cache.put(key(text), outcome(text.upper()))
    assert [text for text in "abcde" if cache.get(key(text))] == ["a", "d", "e"]


def test_a_result_larger_than_the_cache_is_not_kept() -> None:
    cache = ResultCache(limit_bytes=4000, metrics=Metrics())
    cache.put(key("a"), outcome("A"))
    cache.put(key("b"), outcome("B" * 5000))
    assert cache.get(key("b")) is None
    assert cache.get(key("a")) is not None


def test_zero_turns_it_off() -> None:
    cache = ResultCache(limit_bytes=0, metrics=Metrics())
    cache.put(key("a"), outcome("A"))
    assert cache.get(key("a")) is None


def test_what_it_says_it_uses_is_what_it_uses() -> None:
    """Within a quarter, for sentences of every size."""
    limit = 2_000_000
    tracemalloc.start()
    cache = ResultCache(limit_bytes=limit, metrics=Metrics())
    before = tracemalloc.get_traced_memory()[0]
    for number in range(5000):
        text = f"{number} " + "word " * (number % 60)
        cache.put(key(text), outcome(text + "ñ"))
    used = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert 0.75 * limit < used < 1.25 * limit
