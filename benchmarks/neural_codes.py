"""`python -m benchmarks.neural_codes --data DIR`: both methods for inline codes, on the same sentences.

For each model that was added to DIR, and each pair whose source has test sentences: the share of pairs of
tags that are around the right word by alignment and by markers, and of texts that kept all their codes.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from dragoman.engines.ctranslate2.adding.measuring import find_tagged_words, measure_placing
from dragoman.engines.ctranslate2.adding.probes import probes_for
from dragoman.engines.ctranslate2.description import PlacingMethod
from dragoman.engines.ctranslate2.neural_engine import NeuralEngine
from dragoman.engines.ctranslate2.source import open_models
from dragoman.engines.engine import EnginePair
from dragoman.segments import Segment, keeps_codes
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from dragoman.translation.protection.markup import parse
from dragoman.translation.protection.placeholders import protect

_MOST_PAIRS: Final = 6
_METHODS: Final = (PlacingMethod.ALIGNMENT, PlacingMethod.MARKERS)


async def measure(data: Path) -> None:
    """Print a row for each model and pair."""
    print(f"{'model':24}{'pair':10}{'words':>6}" + "".join(f"{m:>12} {'kept':>6}" for m in _METHODS))
    async with open_models(Settings(data=data), Metrics()) as source:
        for engine in source.engines():
            pairs = [pair for pair in engine.pairs() if probes_for(pair.source)[0].words]
            for pair in pairs[:_MOST_PAIRS]:
                await _measure_pair(engine, pair)


async def _measure_pair(engine: NeuralEngine, pair: EnginePair) -> None:
    tagged = await find_tagged_words(engine, pair)
    cells = ""
    for method in _METHODS:
        right = await measure_placing(engine, pair, tagged, method)
        kept = await _share_kept(engine, pair, method)
        cells += f"{right:12.0%} {kept:6.0%}"
    print(f"{engine.name:24}{pair.source}-{pair.target:7}{len(tagged):6}{cells}")


async def _share_kept(engine: NeuralEngine, pair: EnginePair, method: PlacingMethod) -> float:
    """The share of marked-up texts that came back with all their codes, without the ladder's help."""
    batch = _marked(pair.source)
    answers = await engine.translate_with(batch, pair, placing=method, fall_back=False)
    return sum(map(keeps_codes, batch, answers)) / len(batch)


def _marked(language: str) -> Sequence[Segment]:
    texts: list[str] = []
    for probe in probes_for(language):
        first, *rest = probe.words
        text = probe.sentence.replace(first, f"<b>{first}</b>", 1)
        texts += [
            text,
            f"<i>{text}</i> {{name}}",
            f"{text[:-1]} <a href='x'>{rest[0] if rest else first}</a>{{n}}.",
        ]
    return [protect(parse(text)) for text in texts]


def main() -> None:
    """Measure the models of a data directory."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.neural_codes", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="data directory that models were added to")
    asyncio.run(measure(parser.parse_args().data))


if __name__ == "__main__":
    main()
