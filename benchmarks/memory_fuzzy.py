"""What looking for alike units adds to a request for machine translation, beside exact look-ups."""

from __future__ import annotations

import statistics
import time
from collections.abc import Mapping, Sequence
from typing import Final

from benchmarks.memory_bench import Bench
from dragoman.memories.scoring import EXACT, USUAL_THRESHOLD
from dragoman.segments import Segment, Text
from dragoman.settings import Settings
from dragoman.translation.assets import create_memory_lookup
from dragoman.translation.memory.retrieval import translate_with_memories
from dragoman.translation.model import CodesMethod, Origin, Translation
from dragoman.translation.splitting.sentences import Splitting

_SPLITTING: Final = Splitting(longest=Settings().split_characters)
_THRESHOLDS: Final[tuple[tuple[str, int | None], ...]] = (
    ("exact only (100)", EXACT),
    ("nothing set", None),
    ("85", USUAL_THRESHOLD),
    ("70", 70),
)


async def measure_fuzzy(bench: Bench, fresh: Sequence[str], *, rounds: int = 40) -> None:
    """Requests of 1 and 100 segments of each kind, every threshold in turn in the same run."""
    half = [text for pair in zip(bench.known, bench.queries, strict=True) for text in pair]
    kinds: Mapping[str, Sequence[str]] = {
        "all known": bench.known,
        "half known, half alike": half,
        "all alike": bench.queries,
        "all new": fresh,
    }
    print("\n| request | memoryThreshold | p50 ms | p95 ms | times exact only | from memory |")
    print("|---|---|---:|---:|---:|---:|")
    for name, texts in kinds.items():
        for count in (1, 100):
            await _measure(bench, f"{count} segments, {name}", texts, count, rounds)


async def _measure(bench: Bench, name: str, texts: Sequence[str], count: int, rounds: int) -> None:
    seconds: list[list[float]] = [[] for _ in _THRESHOLDS]
    taken = [0] * len(_THRESHOLDS)
    for place in range(-3, rounds):
        start = (place * count) % max(1, len(texts) - count)
        segments = list(dict.fromkeys((Text(text=text),) for text in texts[start : start + count]))
        for number, (_, threshold) in enumerate(_THRESHOLDS):
            started = time.perf_counter()
            made = await _translate(bench, segments, threshold)
            if place >= 0:
                seconds[number].append(1000 * (time.perf_counter() - started))
                taken[number] += sum(bool(one.units) for one in made)
    exact = statistics.median(seconds[0])
    for number, (threshold_name, _) in enumerate(_THRESHOLDS):
        cuts = statistics.quantiles(seconds[number], n=100, method="inclusive")
        share = 100 * taken[number] / (rounds * count)
        print(
            f"| {name} | {threshold_name} | {cuts[49]:,.1f} | {cuts[94]:,.1f} |"
            f" {cuts[49] / exact:.1f} | {share:.0f} % |",
            flush=True,
        )


async def _translate(bench: Bench, segments: Sequence[Segment], threshold: int | None) -> list[Translation]:
    look_up = create_memory_lookup(bench.resources.database, bench.scope, threshold=threshold)
    return await translate_with_memories(
        look_up, segments, _echo, language=bench.scope.source_language, splitting=_SPLITTING
    )


async def _echo(segments: Sequence[Segment]) -> list[Translation]:
    return [
        Translation(segment=one, origin=Origin.ENGINE, engine="echo", codes=CodesMethod.NONE)
        for one in segments
    ]
