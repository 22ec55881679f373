"""A large translation memory: how long it takes to load, and to find units in it.

    python -m benchmarks.memory [--units 1000000] [--source en --target es]

A TMX is made (`made_memory`) and imported as a worker does, into the embedded server on a temporary data
directory. Then, in the same run and database: exact look-ups, half of them of segments that are there; alike
ones, one by one and a hundred in a statement; the same by brute force over the same signatures, which says
what there is to be found, and by trigrams (`memory_peers`). No HTTP; client and server share the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import shutil
import statistics
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psycopg

from benchmarks.made_memory import make_pairs, make_queries, split_texts, write_file
from benchmarks.made_sentences import make_sentences
from benchmarks.memory_bench import Bench, File, load, make_scope, open_resources
from benchmarks.memory_fuzzy import measure_fuzzy
from benchmarks.memory_peers import find_by_force, find_by_trigrams, rate_units, read_signatures
from benchmarks.memory_use import measure_analysis, measure_request
from benchmarks.sentences import load_sentences
from dragoman.memories.lookup import Query, find_exact, find_similar
from dragoman.segments import Text
from dragoman.telemetry import configure_logging

SEED: Final = 5
LEAST: Final = 70
BEST: Final = 5
TOGETHER: Final = 100
_SENTENCES: Final = 5_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What was asked for."""

    units: int
    source: str
    target: str
    queries: int
    brute: int
    trigrams: int
    analysed: int
    made: bool
    only_load: bool


def main() -> None:
    """Run everything and print what came out."""
    configure_logging(level="warning", style="console")
    options = _parse()
    folder = Path(tempfile.mkdtemp(prefix="dragoman-benchmark-"))
    try:
        _measure(options, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _measure(options: Options, folder: Path) -> None:
    origin, source, target = _load_sentences(options)
    texts = split_texts(source, target)
    load = " ".join(f"{one:.1f}" for one in os.getloadavg())
    print(
        f"{options.units:,} units {options.source}-{options.target} made of {origin}, seed {SEED}; "
        f"{platform.machine()}, {len(os.sched_getaffinity(0))} cores, load before {load}\n",
        flush=True,
    )
    data, file = folder / "data", folder / "made.tmx"
    data.mkdir()
    pairs = make_pairs(texts, count=options.units, seed=SEED)
    size = write_file(file, pairs, source=options.source, target=options.target)
    count = min(options.units, max(options.queries, TOGETHER))
    again = enumerate(make_pairs(texts, count=options.units, seed=SEED))
    chosen = [pair for number, pair in again if number % (options.units // count) == 0][:count]
    fresh = [one for one, _ in make_pairs(texts, count=options.analysed, seed=SEED + 1)]
    asyncio.run(_run(options, data, File(path=file, size=size), chosen, fresh))


def _load_sentences(options: Options) -> tuple[str, Sequence[str], Sequence[str]]:
    """Where sentences come from, and those of both languages in the same order."""
    if not options.made:
        try:
            origin, source = load_sentences(options.source, file=None, most=_SENTENCES)
            _, target = load_sentences(options.target, file=None, most=_SENTENCES)
        except FileNotFoundError:
            pass
        else:
            return origin, source, target
    return "made words", *make_sentences(count=_SENTENCES, seed=SEED)


async def _run(
    options: Options, data: Path, file: File, chosen: Sequence[tuple[str, str]], fresh: Sequence[str]
) -> None:
    async with open_resources(data) as (resources, owner):
        bench = Bench(
            resources=resources,
            file=file,
            scope=await make_scope(resources, source=options.source, target=options.target),
            owner=owner,
            known=[one for one, _ in chosen],
            queries=make_queries(chosen, seed=SEED),
        )
        await load(bench)
        if options.only_load:
            return
        await _look_up(bench, options)
        await _compare(bench, options)
        await measure_fuzzy(bench, fresh)
        await measure_request(bench, TOGETHER)
        await measure_analysis(bench, fresh)


async def _look_up(bench: Bench, options: Options) -> None:
    """Latencies of look-ups; a round of each first, unmeasured."""
    database, scope = bench.resources.database, bench.scope
    known, alike = _as_queries(bench.known), _as_queries(bench.queries)
    mixed = [one for pair in zip(known, alike, strict=True) for one in pair][:TOGETHER]
    exact: list[float] = []
    single: list[float] = []
    together: list[float] = []
    for place in range(-20, 100):
        started = time.perf_counter()
        found = await find_exact(database, scope, mixed)
        if place >= 0:
            exact.append(time.perf_counter() - started)
    hits = sum(map(bool, found))
    for place, query in enumerate([*alike[:20], *alike[: options.queries]]):
        started = time.perf_counter()
        await find_similar(database, scope, [query], least=LEAST, most=BEST)
        if place >= 20:
            single.append(time.perf_counter() - started)
    for _ in range(5):
        started = time.perf_counter()
        await find_similar(database, scope, alike[:TOGETHER], least=LEAST, most=BEST)
        together.append(time.perf_counter() - started)
    print("| looking up | p50 ms | p95 ms |")
    print("|---|---:|---:|")
    _print_row(f"{TOGETHER} segments, exact ({hits} found)", exact)
    _print_row(f"1 segment, the {BEST} most alike from {LEAST} on", single)
    _print_row(f"{TOGETHER} segments in one statement, likewise", together)


async def _compare(bench: Bench, options: Options) -> None:
    """The same by brute force over the same signatures, and by trigrams; what is found of what there is."""
    with psycopg.connect(bench.owner, autocommit=True) as connection:
        everything = read_signatures(connection)
        brute: list[float] = []
        wanted = found = nearest = findable = 0
        for text in bench.queries[: options.brute]:
            alike, seconds = find_by_force(everything, text, least=LEAST)
            brute.append(seconds)
            best = await rate_units(bench.resources.database, bench.scope, text, list(alike), least=LEAST)
            top = sorted(best.values(), reverse=True)[:BEST]
            if not top:
                continue
            matches = await find_similar(
                bench.resources.database, bench.scope, _as_queries([text]), least=LEAST, most=BEST
            )
            good = [best.get(match.found.id, 0) for match in matches[0]]
            wanted += len(top)
            found += min(len(top), sum(points >= top[-1] for points in good))
            findable += 1
            nearest += max(good, default=0) == top[0]
        _print_row(f"brute force, rapidfuzz, 1 segment ({len(brute)})", brute)
        if options.trigrams:
            taken = find_by_trigrams(connection, bench.queries[: options.trigrams], least=LEAST, most=BEST)
            _print_row(f"pg_trgm, 1 segment ({options.trigrams})", taken)
    print(f"\nFound of the {BEST} most alike: {found} of {wanted}, {100 * found / max(1, wanted):.1f} %;")
    print(f"the most alike one: {nearest} of {findable}.")


def _as_queries(texts: Sequence[str]) -> list[Query]:
    return [Query(segment=(Text(text=text),)) for text in texts]


def _print_row(name: str, seconds: Sequence[float]) -> None:
    cuts = statistics.quantiles([1000 * one for one in seconds], n=100, method="inclusive")
    print(f"| {name} | {cuts[49]:,.1f} | {cuts[94]:,.1f} |", flush=True)


def _parse() -> Options:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--units", type=int, default=1_000_000)
    parser.add_argument("--source", default="en", help="language of the units, and of what is looked up")
    parser.add_argument("--target", default="es", help="language of their translations")
    parser.add_argument("--queries", type=int, default=300, help="segments looked up one by one")
    parser.add_argument("--brute", type=int, default=100, help="of them by brute force too")
    parser.add_argument("--trigrams", type=int, default=20, help="of them with pg_trgm too; 0 leaves it out")
    parser.add_argument("--analysed", type=int, default=3_200, help="new segments that are analysed")
    parser.add_argument("--made", action="store_true", help="of made words, even where real sentences are")
    parser.add_argument("--only-load", action="store_true", help="only the import")
    given = parser.parse_args()
    return Options(
        units=given.units,
        source=given.source,
        target=given.target,
        queries=given.queries,
        brute=given.brute,
        trigrams=given.trigrams,
        analysed=given.analysed,
        made=given.made,
        only_load=given.only_load,
    )


if __name__ == "__main__":
    main()
