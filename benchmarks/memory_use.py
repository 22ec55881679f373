"""A large memory in use: what it and a term base add to a request, and an analysis against it."""

from __future__ import annotations

import io
import random
import re
import statistics
import time
from collections.abc import Sequence
from typing import Final

from benchmarks.memory_bench import Bench
from dragoman.access.staff import OPERATOR
from dragoman.analysis.actions import analyse
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.formats.format import Document, Unit
from dragoman.segments import Segment, Text
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from dragoman.termbases.actions import create_term_base
from dragoman.termbases.glossary_cache import GlossaryCache, open_glossary_cache
from dragoman.termbases.imports import TermFileImport, import_terms
from dragoman.translation.assets import load_assets
from dragoman.translation.documents.analysis_segments import measure_document
from dragoman.translation.memory.retrieval import translate_with_memories
from dragoman.translation.model import CodesMethod, Origin, Translation
from dragoman.translation.splitting.sentences import Splitting
from dragoman.translation.terms.enforcing import enforce, report
from dragoman.translation.translator import create_translator

SEED: Final = 11
TERMS: Final = 10_000
_FOUND: Final = (0, 10, 50)  # words of the segments that become terms too, step by step
_WORD: Final = re.compile(r"\b[a-z]{6,}\b")
_SPLITTING: Final = Splitting(longest=Settings().split_characters)


async def measure_request(bench: Bench, together: int) -> None:
    """What memories and terms take of a request: all of its way but the engine, which echoes here."""
    texts = [text for pair in zip(bench.known, bench.queries, strict=True) for text in pair][:together]
    chance = random.Random(SEED)
    words = sorted({word for text in texts for word in _WORD.findall(text)})
    chance.shuffle(words)
    invented = ("".join(chance.choices("abdeiklmnorstu", k=9)) for _ in range(TERMS))
    await _make_terms(bench, list(dict.fromkeys(invented)))
    print("\n| memory and terms in a request | p50 ms | p95 ms |")
    print("|---|---:|---:|")
    async with open_glossary_cache() as glossary_cache:
        for count, found in ((1, 0), *((together, found) for found in _FOUND)):
            if found:
                await _make_terms(bench, [words.pop() for _ in range(found)])
            segments = list(dict.fromkeys((Text(text=text),) for text in texts[:count]))
            seconds = []
            for place in range(-10, 100):
                started = time.perf_counter()
                made = await _translate(bench, glossary_cache, segments)
                if place >= 0:
                    seconds.append(1000 * (time.perf_counter() - started))
            known, terms = sum(bool(one.units) for one in made), sum(len(one.terms) for one in made)
            cuts = statistics.quantiles(seconds, n=100, method="inclusive")
            name = f"{count} segments, {known} known, {terms} places of {TERMS:,} terms"
            print(f"| {name} | {cuts[49]:,.1f} | {cuts[94]:,.1f} |", flush=True)


async def _make_terms(bench: Bench, words: Sequence[str]) -> None:
    table = "en,es\n" + "".join(f"{word},{word[::-1]}\n" for word in words)
    async with transaction(bench.resources.database, account=ALL_ACCOUNTS) as tx:
        base = await create_term_base(tx, staff=OPERATOR, account_id=bench.scope.account_id, name="Terms")
        wanted = TermFileImport(file=io.BytesIO(table.encode()))
        await import_terms(tx, staff=OPERATOR, term_base_id=base.id, wanted=wanted)


async def _translate(
    bench: Bench, glossary_cache: GlossaryCache, segments: Sequence[Segment]
) -> list[Translation]:
    scope = bench.scope
    assets = await load_assets(
        bench.resources.database,
        glossary_cache,
        account_id=scope.account_id,
        source=scope.source_language,
        target=scope.target_language,
    )
    look_up, glossary = assets.look_up, assets.glossary
    assert look_up is not None
    assert glossary is not None

    async def obey(some: Sequence[Segment]) -> list[Translation]:
        return await enforce(glossary, some, _echo)

    made = await translate_with_memories(
        look_up, segments, obey, language=scope.source_language, splitting=_SPLITTING
    )
    return [
        report(glossary, *pair) if pair[1].units else pair[1] for pair in zip(segments, made, strict=True)
    ]


async def _echo(segments: Sequence[Segment]) -> list[Translation]:
    return [
        Translation(segment=one, origin=Origin.ENGINE, engine="echo", codes=CodesMethod.NONE)
        for one in segments
    ]


async def measure_analysis(bench: Bench, texts: Sequence[str]) -> None:
    """An analysis of new text that is more or less like the memory's."""
    words = sum(len(text.split()) for text in texts)
    units = tuple(Unit(id=str(number), segment=(Text(text=text),)) for number, text in enumerate(texts))
    translator = create_translator(Settings(), Metrics())
    started, worked = time.perf_counter(), time.process_time()
    file = await measure_document(
        translator,
        Document(units=units),
        name="made.txt",
        format_name="text",
        language=bench.scope.source_language,
    )
    report = await analyse(bench.resources.database, [file], scope=bench.scope)
    seconds, work = time.perf_counter() - started, time.process_time() - worked
    bands = ", ".join(
        f"{band} {amount.count.words:,}" for band, amount in report.total.bands.items() if amount.count.words
    )
    print(f"\nAn analysis of {words:,} words takes {seconds:.0f} s, {work:.0f} of them in Python ({bands}).")
