"""`python -m benchmarks.neural`: a neural model in our service, as an engine without it, and bare.

The same model, beam and threads: through the interface of a running service, in our engine (its own confined
process, batches of all that waits, guards), by CTranslate2 in this process, and in LibreTranslate where one
that has the model listens. Rounds take turns. `--data DIR --engine NAME`: another model than the made one.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import httpx2

from benchmarks.made_models import long_texts, make_base_model
from benchmarks.services import create_application, fetch_token, our_service
from dragoman.engines.ctranslate2.adding.probes import probes_for
from dragoman.engines.ctranslate2.neural_engine import NeuralEngine
from dragoman.engines.ctranslate2.source import open_models
from dragoman.engines.engine import EnginePair
from dragoman.model_process.guards import DecodedOutput, find_fault
from dragoman.segments import Segment, Text
from dragoman.settings import Settings
from dragoman.telemetry import Metrics

_DOCUMENT: Final = 250
_BATCH_TOKENS: Final = 1024
_GOALS: Final = {"100 segments": 0.9, "1 segment, 32 at once": 2.0}
_SECONDS: Final = 600.0
_MADE: Final = "made"

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
        self._pair = pair

    def translate(self, texts: Sequence[str]) -> list[str]:
        """Translate texts in batches of the size that was measured to be best."""
        return [self._target.decode(pieces) for pieces in self._decode(texts)]

    def find_trusted(self, texts: Sequence[str]) -> list[str]:
        """The texts whose translations our guards have nothing against: others take a second try of ours."""
        found = []
        for text, pieces in zip(texts, self._decode(texts), strict=True):
            output = DecodedOutput(
                source=text,
                target=self._target.decode(pieces),
                source_pieces=self._source.encode(text, out_type=str),
                target_pieces=pieces,
                has_unknown="<unk>" in pieces,
            )
            if find_fault(output, source=self._pair.source, target=self._pair.target) is None:
                found.append(text)
        return found

    def _decode(self, texts: Sequence[str]) -> list[list[str]]:
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
        return [result.hypotheses[0][skip:] for result in results]


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


@contextmanager
def running_service(options: argparse.Namespace) -> Iterator[httpx2.AsyncClient]:
    """A client of a service with the same models and settings; nothing is remembered."""
    settings = {"NEURAL_BEAM": options.beam, "NEURAL_THREADS": options.threads, "RESULT_CACHE_MB": 0}
    with our_service(
        options.data, **{f"DRAGOMAN_{name}": str(value) for name, value in settings.items()}
    ) as service:
        token = fetch_token(service, create_application(options.data))
        headers = {"Authorization": f"Bearer {token}"}
        yield httpx2.AsyncClient(base_url=service.url, headers=headers, timeout=_SECONDS)


def make_data(folder: Path) -> Path:
    """A data directory with a model of the usual size."""
    model = make_base_model(folder / "opus-mt-en-es")
    data = folder / "data"
    options = ["--name", _MADE, "--quality", "high", "--data", str(data)]
    command = [sys.executable, "-m", "dragoman", "engines", "add", str(model), *options]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return data


async def compare(options: argparse.Namespace, service: httpx2.AsyncClient) -> list[Case]:
    """Measure every case every way, in turns."""
    settings = Settings(data=options.data, neural_beam=options.beam, neural_threads=options.threads)
    async with open_models(settings, Metrics()) as source:
        engine = next((one for one in source.engines() if one.name == options.engine), None)
        if engine is None:
            raise SystemExit(f"{options.data} has no engine {options.engine}.")
        pair = next(
            (p for p in engine.pairs() if f"{p.source}-{p.target}" == options.pair), engine.pairs()[0]
        )
        bare = BareModel(engine, pair, threads=options.threads, beam=options.beam)
        texts = bare.find_trusted(_texts(options, pair.source))[:_DOCUMENT]
        cases = [
            Case(f"{options.segments} segments", texts[: options.segments]),
            Case("a document", texts[:_DOCUMENT]),
            *(Case(f"1 segment, {n} at once", texts[: max(25, 6 * n)], n) for n in (1, 8, 32)),
        ]
        cases = [case for case in cases if options.only in case.title]
        ways = _ways(engine, bare, pair, options) | {"service": _over_http(service, pair)}
        for run in ways.values():
            await run(texts[-5:])
        for _ in range(options.rounds):
            for case in cases:
                for way, run in ways.items():
                    if case.title != "a document":
                        await measure(case, way, run)
                    elif way != "libretranslate":
                        chosen = _as_document(service, pair) if way == "service" else run
                        await measure(case, way, chosen)
        return cases


def _over_http(client: httpx2.AsyncClient, pair: EnginePair) -> Run:
    async def translate(texts: Sequence[str]) -> None:
        segments = [{"text": text} for text in texts]
        body = {"source": pair.source, "target": pair.target, "segments": segments}
        (await client.post("/v2/translate", json=body)).raise_for_status()

    return translate


def _as_document(client: httpx2.AsyncClient, pair: EnginePair) -> Run:
    async def translate(texts: Sequence[str]) -> None:
        data = "\n\n".join(texts).encode()
        sent = await client.post(
            "/v2/documents/translate",
            data={"source": pair.source, "target": pair.target},
            files={"file": ("a.txt", data, "text/plain")},
        )
        job = sent.raise_for_status().json()["jobId"]
        status = ""
        while status not in {"SUCCESS", "FAILED"}:
            await asyncio.sleep(0.1)
            status = (await client.get(f"/v2/documents/{job}")).raise_for_status().json()["status"]

    return translate


def _ways(
    engine: NeuralEngine, bare: BareModel, pair: EnginePair, options: argparse.Namespace
) -> dict[str, Run]:
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


def _texts(options: argparse.Namespace, language: str) -> list[str]:
    """Different sentences: those of a file, or ours with numbers."""
    path: Path | None = options.text
    lines = path.read_text(encoding="utf-8").splitlines() if path is not None else []
    lines = [line for line in lines if line.strip()] or (
        long_texts() if options.engine == _MADE else [probe.sentence for probe in probes_for(language)]
    )
    count = 2 * _DOCUMENT
    return [f"{lines[n % len(lines)]} {n}" if n >= len(lines) else lines[n] for n in range(count)]


def _print(cases: Sequence[Case]) -> None:
    heads = ("service", "engine", "bare", "libre", "÷ bare", "÷ libre")
    print(f"{'segments/s, median of rounds':32}" + "".join(f"{head:>10}" for head in heads))
    for case in cases:
        medians = {way: statistics.median(values) for way, values in case.speeds.items()}
        # Ratios are of neighbouring runs: a busy machine slows both.
        ratios = {
            way: statistics.median(a / b for a, b in zip(case.speeds["service"], values, strict=True))
            for way, values in case.speeds.items()
        }
        libre = f"{medians['libretranslate']:10.1f}" if "libretranslate" in medians else f"{'–':>10}"
        goal = f"  goal {_GOALS[case.title]}" if case.title in _GOALS else ""
        print(
            f"{case.title:32}{medians['service']:10.1f}{medians['engine']:10.1f}{medians['bare']:10.1f}{libre}"
            f"{ratios['bare']:10.2f}"
            + (f"{ratios['libretranslate']:10.2f}" if "libretranslate" in ratios else f"{'–':>10}")
            + goal
        )


def main() -> None:
    """Measure, and print one table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.neural", description=__doc__)
    parser.add_argument("--data", type=Path, help="data directory with a model; default: a new one")
    parser.add_argument("--engine", default=_MADE, help="its name")
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
    folder = Path(tempfile.mkdtemp(prefix="dragoman-benchmark-"))
    try:
        options.data = options.data or make_data(folder)
        with running_service(options) as service:
            _print(asyncio.run(compare(options, service)))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
