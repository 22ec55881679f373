"""`python -m benchmarks.neural --data DIR --engine NAME`: a neural model as an engine, and bare.

The same model, beam and threads: in our engine (its own confined process, batches of all that waits, guards),
by CTranslate2 in this process, and in LibreTranslate where one that has the model listens. Rounds take turns.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import statistics
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import httpx2

from dragoman.engines.ctranslate2.adding.probes import probes_for
from dragoman.engines.ctranslate2.neural_engine import NeuralEngine
from dragoman.engines.ctranslate2.source import open_models
from dragoman.engines.engine import EnginePair
from dragoman.segments import Segment, Text
from dragoman.settings import Settings
from dragoman.telemetry import Metrics

_DOCUMENT: Final = 500
_BATCH_TOKENS: Final = 1024
_GOALS: Final = {"100 segments": 0.9, "1 segment, 32 at once": 2.0}
_SECONDS: Final = 600.0

Run = Callable[[Sequence[str]], Awaitable[None]]


@dataclass(slots=True)
class Case:
    """One row: how texts are sent, and the speed of each way, one figure for each round."""

    title: str
    texts: Sequence[str]
    concurrency: int = 0  # 0: all in one call
    speeds: dict[str, list[float]] = field(default_factory=dict)


class BareModel:
    """CTranslate2 and SentencePiece without anything around them."""

    def __init__(self, engine: NeuralEngine, pair: EnginePair, *, threads: int, beam: int) -> None:
        import ctranslate2  # noqa: PLC0415 - an extra
        import sentencepiece  # noqa: PLC0415

        one, folder = engine.model.description, engine.model.folder
        self._source: Any = sentencepiece.SentencePieceProcessor(model_file=str(folder / one.files.source))
        self._target: Any = sentencepiece.SentencePieceProcessor(model_file=str(folder / one.files.target))
        self._translator: Any = ctranslate2.Translator(
            str(folder / one.files.model), compute_type="int8", inter_threads=threads, intra_threads=1
        )
        languages = {"source": pair.source, "target": pair.target}
        self._around = [one.fill(some, **languages) for some in (one.tokens.before, one.tokens.after)]
        self._prefix = one.fill(one.tokens.prefix, **languages)
        self._beam = beam

    def translate(self, texts: Sequence[str]) -> list[str]:
        """Translate texts in batches of the size that was measured to be best."""
        before, after = self._around
        pieces = [[*before, *self._source.encode(text, out_type=str), *after] for text in texts]
        results = self._translator.translate_batch(
            pieces,
            target_prefix=[self._prefix] * len(pieces) if self._prefix else None,
            beam_size=self._beam,
            max_batch_size=_BATCH_TOKENS,
            batch_type="tokens",
        )
        skip = len(self._prefix)
        return [self._target.decode(result.hypotheses[0][skip:]) for result in results]


async def measure(case: Case, way: str, run: Run) -> None:
    """Send a case's texts one way, and note segments a second."""
    started = time.perf_counter()
    if not case.concurrency:
        await run(case.texts)
    else:
        waiting = iter(case.texts)

        async def client() -> None:
            for text in waiting:
                await run([text])

        await asyncio.gather(*(client() for _ in range(case.concurrency)))
    case.speeds.setdefault(way, []).append(len(case.texts) / (time.perf_counter() - started))


async def compare(options: argparse.Namespace) -> list[Case]:
    """Measure every case every way, in turns."""
    settings = Settings(data=options.data, neural_beam=options.beam, neural_threads=options.threads)
    async with open_models(settings, Metrics()) as source:
        engine = next((one for one in source.engines() if one.name == options.engine), None)
        if engine is None:
            raise SystemExit(f"{options.data} has no engine {options.engine}.")
        pair = next(
            (p for p in engine.pairs() if f"{p.source}-{p.target}" == options.pair), engine.pairs()[0]
        )
        texts = _texts(options.text, pair.source)
        cases = [
            Case(f"{options.segments} segments", texts[: options.segments]),
            Case("a document", texts[:_DOCUMENT]),
            *(Case(f"1 segment, {n} at once", texts[: max(options.segments // 4, n)], n) for n in (1, 8, 32)),
        ]
        cases = [case for case in cases if options.only in case.title]
        ways = _ways(engine, pair, options)
        for run in ways.values():
            await run(texts[:5])
        for _ in range(options.rounds):
            for case in cases:
                for way, run in ways.items():
                    if way != "libretranslate" or case.title != "a document":
                        await measure(case, way, run)
        return cases


def _ways(engine: NeuralEngine, pair: EnginePair, options: argparse.Namespace) -> dict[str, Run]:
    bare = BareModel(engine, pair, threads=options.threads, beam=options.beam)
    threads = ThreadPoolExecutor(32)
    loop = asyncio.get_running_loop()

    async def in_engine(texts: Sequence[str]) -> None:
        batch: list[Segment] = [(Text(text=text),) for text in texts]
        await engine.translate(batch, pair)

    async def by_itself(texts: Sequence[str]) -> None:
        await loop.run_in_executor(threads, bare.translate, texts)

    ways: dict[str, Run] = {"engine": in_engine, "bare": by_itself}
    if options.libretranslate:
        client = httpx2.AsyncClient(base_url=options.libretranslate, timeout=_SECONDS)

        async def over_http(texts: Sequence[str]) -> None:
            body = {"q": list(texts), "source": pair.source, "target": pair.target, "format": "text"}
            (await client.post("/translate", json=body)).raise_for_status()

        ways["libretranslate"] = over_http
    return ways


def _texts(path: Path | None, language: str) -> list[str]:
    """Different sentences: those of a file, or ours with numbers."""
    lines = path.read_text(encoding="utf-8").splitlines() if path is not None else []
    lines = [line for line in lines if line.strip()] or [probe.sentence for probe in probes_for(language)]
    return [f"{lines[n % len(lines)]} {n}" if n >= len(lines) else lines[n] for n in range(_DOCUMENT)]


def _print(cases: Sequence[Case]) -> None:
    heads = ("engine", "bare", "libre", "÷ bare", "÷ libre")
    print(f"{'segments/s, median of rounds':32}" + "".join(f"{head:>10}" for head in heads))
    for case in cases:
        medians = {way: statistics.median(values) for way, values in case.speeds.items()}
        # Ratios are of neighbouring runs: a busy machine slows both.
        ratios = {
            way: statistics.median(a / b for a, b in zip(case.speeds["engine"], values, strict=True))
            for way, values in case.speeds.items()
        }
        libre = f"{medians['libretranslate']:10.1f}" if "libretranslate" in medians else f"{'–':>10}"
        goal = f"  goal {_GOALS[case.title]}" if case.title in _GOALS else ""
        print(
            f"{case.title:32}{medians['engine']:10.1f}{medians['bare']:10.1f}{libre}{ratios['bare']:10.2f}"
            + (f"{ratios['libretranslate']:10.2f}" if "libretranslate" in ratios else f"{'–':>10}")
            + goal
        )


def main() -> None:
    """Measure, and print one table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.neural", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="data directory that the model was added to")
    parser.add_argument("--engine", required=True, help="its name")
    parser.add_argument("--pair", default="", help="such as en-es; default: its first")
    parser.add_argument("--text", type=Path, help="one sentence a line")
    parser.add_argument("--beam", type=int, default=4)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument(
        "--libretranslate", default="", help="address of a LibreTranslate with the same model"
    )
    parser.add_argument("--segments", type=int, default=100, help="of one call")
    parser.add_argument("--only", default="", help="only cases with this in their title")
    options = parser.parse_args()
    if not options.libretranslate:
        found = shutil.which("libretranslate")
        print(
            f"LibreTranslate is installed as {found}: start it with this model, and give its address."
            if found
            else "LibreTranslate is not installed here: its columns are empty."
        )
    _print(asyncio.run(compare(options)))


if __name__ == "__main__":
    main()
