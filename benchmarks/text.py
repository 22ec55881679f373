"""Text translation side by side with apertium-apy: the same sentences, in rounds that take turns.

    python -m benchmarks.text [--mode eng-spa] [--source en --target es] [--text FILE] [--rounds 3]

Prints a table in Markdown. What it says and how it is measured: `benchmarks/README.md`.
"""

from __future__ import annotations

import argparse
import asyncio
import functools
import json
import operator
import os
import platform
import shutil
import tempfile
import time
import urllib.parse
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path

from benchmarks.load import Call, Measured, make_request, send_all
from benchmarks.sentences import load_sentences
from benchmarks.services import (
    Credentials,
    Service,
    apy_service,
    bare_pipeline_seconds,
    create_application,
    fetch_token,
    our_service,
)

BATCH = 100
SINGLES = 300
JOINT = "\n\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Contestant:
    """One row of a case: a server, the calls it is sent and over how many connections."""

    case: str
    name: str
    service: Service
    calls: Sequence[Call]
    connections: int
    by_batch: bool = False  # so many calls make one batch


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What a row came to in all rounds, and the memory (PSS, MB) its server had after the last."""

    measured: Measured
    memory: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """What is measured, and with which text."""

    pair: tuple[str, str]
    mode: str
    segments: list[str]
    plain: Service  # our service without its result cache
    cached: Service
    apy: Service | None
    token: str = field(repr=False)
    cached_token: str = field(repr=False)


def count_words(texts: Sequence[str]) -> int:
    """Words, as white space parts them."""
    return sum(len(text.split()) for text in texts)


def our_call(field_: Field, texts: Sequence[str], *, cached: bool) -> Call:
    """One `POST /v2/translate`."""
    source, target = field_.pair
    body = {"source": source, "target": target, "segments": [{"text": text} for text in texts]}
    service, token = (field_.cached, field_.cached_token) if cached else (field_.plain, field_.token)
    wire = make_request(
        f"{service.url}/v2/translate", body=json.dumps(body).encode(), kind="application/json", token=token
    )
    return Call(wire=wire, segments=len(texts), words=count_words(texts))


def apy_call(field_: Field, texts: Sequence[str]) -> Call:
    """One request of the peer; several segments are joined as paragraphs."""
    assert field_.apy is not None
    form = {"langpair": field_.mode.replace("-", "|"), "markUnknown": "no", "q": JOINT.join(texts)}
    wire = make_request(
        f"{field_.apy.url}/translate",
        body=urllib.parse.urlencode(form).encode(),
        kind="application/x-www-form-urlencoded",
    )
    return Call(wire=wire, segments=len(texts), words=count_words(texts))


def contestants(field_: Field) -> list[Contestant]:
    """Every row of the table, by case; rows of one case take turns."""
    segments = field_.segments
    batches = [segments[start : start + BATCH] for start in range(0, len(segments), BATCH)]
    singles = (segments * (SINGLES // len(segments) + 1))[:SINGLES]
    rows: list[Contestant] = []

    def ours(case: str, groups: Sequence[Sequence[str]], connections: int) -> None:
        for name, service, cached in (
            ("Dragoman", field_.plain, False),
            ("Dragoman, cache on", field_.cached, True),
        ):
            calls = [our_call(field_, group, cached=cached) for group in groups]
            rows.append(
                Contestant(case=case, name=name, service=service, calls=calls, connections=connections)
            )

    def peer(
        case: str, name: str, groups: Sequence[Sequence[str]], connections: int, *, by_batch: bool = False
    ) -> None:
        if field_.apy is not None:
            calls = [apy_call(field_, group) for group in groups]
            rows.append(
                Contestant(
                    case=case,
                    name=name,
                    service=field_.apy,
                    calls=calls,
                    connections=connections,
                    by_batch=by_batch,
                )
            )

    case = f"{BATCH} segments"
    ours(case, batches, 1)
    peer(case, "apertium-apy, joined", batches, 1)
    peer(case, f"apertium-apy, {BATCH} requests", [[text] for text in segments], 8, by_batch=True)
    for connections in (1, 8, 32):
        case = f"1 segment, {connections} at once"
        ours(case, [[text] for text in singles], connections)
        peer(case, "apertium-apy", [[text] for text in singles], connections)
    return rows


def take_turn(row: Contestant) -> Measured:
    """Send a row's calls once. A batch of many calls takes as long as the last of them."""
    size = BATCH if row.by_batch else len(row.calls)
    parts = [row.calls[start : start + size] for start in range(0, len(row.calls), size)]
    measured = [asyncio.run(send_all(row.service.url, part, connections=row.connections)) for part in parts]
    if row.by_batch:
        measured = [replace(part, latencies=(part.duration,)) for part in measured]
    return functools.reduce(operator.add, measured)


def run_rounds(
    rows: Sequence[Contestant], *, rounds: int, limit: Callable[[], float]
) -> tuple[list[Result], float]:
    """Each row's sum over all rounds, and the mean of `limit`, which is measured once a round."""
    results: list[Result | None] = [None] * len(rows)
    limits = []
    for _ in range(rounds):
        limits.append(limit())
        for place, row in enumerate(rows):
            before, now = results[place], take_turn(row)
            total = now if before is None else before.measured + now
            results[place] = Result(measured=total, memory=row.service.memory())
    return [result for result in results if result is not None], sum(limits) / len(limits)


def print_table(rows: Sequence[Contestant], results: Sequence[Result], *, limit: float) -> None:
    """The table; ratios are to each of the peer's rows of the same case, shares are of `limit` in words/s."""
    print("| case | server | segments/s | words/s | p50 ms | p95 ms | MB | × apy | p50 : apy | % of limit |")
    print("|---|---|---:|---:|---:|---:|---:|---:|---:|---:|")
    for row, result in zip(rows, results, strict=True):
        measured = result.measured
        peers = [
            other.measured
            for peer, other in zip(rows, results, strict=True)
            if peer.case == row.case and peer.name.startswith("apertium-apy")
        ]
        faster = " / ".join(f"{measured.speed / peer.speed:.2f}" for peer in peers) or "–"
        median = measured.percentile(0.5)
        sooner = " / ".join(f"{median / peer.percentile(0.5):.2f}" for peer in peers) or "–"
        words = measured.words / measured.duration
        print(
            f"| {row.case} | {row.name} | {measured.speed:,.0f} | {words:,.0f} | {median:.1f} "
            f"| {measured.percentile(0.95):.1f} | {result.memory:,.0f} | {faster} | {sooner} "
            f"| {100 * words / limit:.0f} |"
        )


def measure_tokens(service: Service, credentials: Credentials, *, calls: int = 2000) -> Measured:
    """`POST /oauth2/token`, eight at once."""
    wire = make_request(
        f"{service.url}/oauth2/token", body=credentials.form, kind="application/x-www-form-urlencoded"
    )
    return asyncio.run(send_all(service.url, [Call(wire=wire)] * calls, connections=8))


def measure_start(data: Path) -> float:
    """Seconds from the command to the first 200 of /readyz, on a directory that was used before."""
    started = time.perf_counter()
    with our_service(data):
        return time.perf_counter() - started


def warm_up(field_: Field) -> None:
    """Pipelines run in each server, and the cache of the one that has it knows every segment."""
    batch = field_.segments[:BATCH]
    asyncio.run(send_all(field_.plain.url, [our_call(field_, batch, cached=False)], connections=1))
    every = [our_call(field_, [text], cached=True) for text in field_.segments]
    asyncio.run(send_all(field_.cached.url, every, connections=8))
    if field_.apy is not None:
        asyncio.run(send_all(field_.apy.url, [apy_call(field_, [text]) for text in batch[:8]], connections=8))


def main() -> None:
    """Run everything and print what came out."""
    options = _parse()
    origin, segments = load_sentences(options.source, file=options.text, most=options.segments)
    segments = segments[: max(BATCH, len(segments) // BATCH * BATCH)]
    print(
        f"{len(segments)} segments, {count_words(segments)} words, {origin}; {options.mode}; "
        f"{options.rounds} rounds; {platform.machine()}, {len(os.sched_getaffinity(0))} cores, "
        f"Python {platform.python_version()}\n"
    )
    folder = Path(tempfile.mkdtemp(prefix="dragoman-benchmark-"))
    try:
        _measure(options, segments, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _measure(options: argparse.Namespace, segments: list[str], folder: Path) -> None:
    with ExitStack() as stack:
        plain = stack.enter_context(our_service(folder / "plain", DRAGOMAN_RESULT_CACHE_MB="0"))
        cached = stack.enter_context(our_service(folder / "cached"))
        apy = stack.enter_context(apy_service(folder))
        if apy is None:
            print("apertium-apy is not installed (apt-get install apertium-apy): its rows are left out.\n")
        credentials = create_application(folder / "plain")
        field_ = Field(
            pair=(options.source, options.target),
            mode=options.mode,
            segments=segments,
            plain=plain,
            cached=cached,
            apy=apy,
            token=fetch_token(plain, credentials),
            cached_token=fetch_token(cached, create_application(folder / "cached")),
        )
        warm_up(field_)
        time.sleep(2)
        idle = plain.memory()
        rows = contestants(field_)
        words = count_words(segments)
        results, limit = run_rounds(
            rows, rounds=options.rounds, limit=lambda: words / bare_pipeline_seconds(options.mode, segments)
        )
        print_table(rows, results, limit=limit)
        tokens = measure_tokens(plain, credentials)
        print(f"\nLimit (the bare pipeline, one big file): {limit:,.0f} words/s")
        print(
            f"Tokens: {len(tokens.latencies) / tokens.duration:,.0f}/s, p95 {tokens.percentile(0.95):.1f} ms"
        )
        print(
            f"Memory (PSS, all processes): idle with one pair warm {idle:,.0f} MB, after the load "
            f"{plain.memory():,.0f} MB" + (f"; apertium-apy {apy.memory():,.0f} MB" if apy else "")
        )
    print(f"Ready after a warm start: {measure_start(folder / 'plain'):.2f} s")


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--source", default="en", help="language of the text")
    parser.add_argument("--target", default="es", help="language to translate into")
    parser.add_argument("--mode", default="eng-spa", help="Apertium's name of that pair")
    parser.add_argument("--text", type=Path, help="file with one sentence a line")
    parser.add_argument("--segments", type=int, default=300, help="how many sentences")
    parser.add_argument("--rounds", type=int, default=3, help="how often everything takes its turn")
    return parser.parse_args()


if __name__ == "__main__":
    main()
