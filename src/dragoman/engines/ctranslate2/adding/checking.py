"""Load a model that is being added, translate with it, and choose how its codes are placed."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from dragoman.engines.ctranslate2.adding.measuring import (
    Speed,
    choose_stand_in,
    find_tagged_words,
    measure_placing,
    measure_speed,
)
from dragoman.engines.ctranslate2.adding.probes import probes_for
from dragoman.engines.ctranslate2.description import Measured, ModelDescription, PlacingMethod
from dragoman.engines.ctranslate2.model_binary import ALL_HEADS, ModelBinary, choose_alignment, read_alignment
from dragoman.engines.ctranslate2.model_pool import ModelPool
from dragoman.engines.ctranslate2.neural_engine import NeuralEngine
from dragoman.engines.ctranslate2.recognition import ModelRefused
from dragoman.engines.engine import EnginePair, EngineUnavailable
from dragoman.segments import Segment, Text, plain_text
from dragoman.settings import Settings
from dragoman.telemetry import Metrics

_MOST_PAIRS: Final = 6  # that are tested of a model with many
_MOST_LAYERS: Final = 6  # whose attention is measured
_GOOD_ENOUGH: Final = 0.95  # of the words: no other layer is measured
_LAYERS_SECONDS: Final = 60.0  # for all layers together
_MEGABYTE: Final = 1024 * 1024

Report = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class StagedModel:
    """A model in a folder that is not an engine yet."""

    folder: Path
    description: ModelDescription
    binary: ModelBinary


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedModel:
    """A model with what was seen of it."""

    description: ModelDescription
    samples: tuple[tuple[str, str, str, str], ...]  # source language, target language, sentence, translation
    speed: Speed


@asynccontextmanager
async def open_model(
    settings: Settings, folder: Path, description: ModelDescription
) -> AsyncIterator[tuple[ModelPool, NeuralEngine]]:
    """A model as an engine by itself."""
    pool = ModelPool(settings, Metrics())
    try:
        yield pool, NeuralEngine(pool, pool.add(folder, description))
    finally:
        await pool.close()


async def check_model(
    settings: Settings, staged: StagedModel, *, is_forced: bool, report: Report
) -> CheckedModel:
    """Load a model, translate with it, and measure it; its description then has what was found.

    Raises `ModelRefused` when it cannot be loaded, or translates nothing and `is_forced` is not set.
    """
    try:
        async with open_model(settings, staged.folder, staged.description) as (pool, engine):
            pairs = choose_samples(engine.pairs())
            samples = [sample for pair in pairs for sample in await translate_probe(engine, pair)]
            if not any(translation for *_, translation in samples) and not is_forced:
                raise ModelRefused(
                    "The model has no usable translation of any test sentence.",
                    hints="Its vocabulary or SentencePiece model may be another's. --force adds it still.",
                )
            speed = await measure_speed(engine, pairs[0])
            memory = await pool.measure(engine.model)
            report("measuring which attention aligns words")
            description = await _measure_codes(pool, engine, staged, pairs)
    except EngineUnavailable as error:
        raise ModelRefused(error.message) from None
    measured = replace(
        description.measured, memory_mb=-(-memory // _MEGABYTE), words_per_second=speed.words_per_second
    )
    return CheckedModel(
        description=replace(description, measured=measured),
        samples=tuple(samples),
        speed=speed,
    )


def choose_samples(pairs: Sequence[EnginePair]) -> list[EnginePair]:
    """Some pairs of a model: those with sentences of ours first."""
    return sorted(pairs, key=lambda pair: not probes_for(pair.source)[0].words)[:_MOST_PAIRS]


async def translate_probe(engine: NeuralEngine, pair: EnginePair) -> list[tuple[str, str, str, str]]:
    """Translate a test sentence: languages, sentence, translation."""
    sentence = probes_for(pair.source)[0].sentence
    batch: list[Segment] = [(Text(text=sentence),)]
    (answer,) = await engine.translate(batch, pair)
    return [(pair.source, pair.target, sentence, plain_text(answer))]


async def _measure_codes(
    pool: ModelPool, engine: NeuralEngine, staged: StagedModel, pairs: Sequence[EnginePair]
) -> ModelDescription:
    """Choose the attention that aligns best, the method for codes, and what placeholders are written as."""
    description = engine.model.description
    known = [(await find_tagged_words(engine, one), one) for one in pairs]
    tagged, pair = max(known, key=lambda item: len(item[0]))
    stand_in = await choose_stand_in(engine, pair)
    best = await measure_placing(engine, pair, tagged, PlacingMethod.ALIGNMENT)
    binary, file = staged.binary, staged.folder / description.files.model / "model.bin"
    if binary.has_alignments():
        chosen = original = read_alignment(file, binary)
        started = time.monotonic()
        for layer in _layers(binary.decoder_layers()):
            if best >= _GOOD_ENOUGH or not tagged or time.monotonic() - started > _LAYERS_SECONDS:
                break
            await pool.drop(engine.model)
            choose_alignment(file, binary, layer=layer, heads=ALL_HEADS)
            share = await measure_placing(engine, pair, tagged, PlacingMethod.ALIGNMENT)
            if share > best:
                best, chosen = share, (layer, ALL_HEADS)
        if (
            not tagged and original[0] == -1
        ):  # the default of the format: the last but one is better as a rule
            chosen = (max(0, binary.decoder_layers() - 2), ALL_HEADS)
        await pool.drop(engine.model)
        choose_alignment(file, binary, layer=chosen[0], heads=chosen[1])
    markers = await measure_placing(engine, pair, tagged, PlacingMethod.MARKERS)
    return replace(
        description,
        placing=PlacingMethod.MARKERS if markers > best else PlacingMethod.ALIGNMENT,
        stand_in=stand_in,
        measured=Measured(alignment=best, markers=markers),
    )


def _layers(number: int) -> list[int]:
    """The layers to measure, the last but one first, as it is usually the one."""
    order = [number - 2, number - 1, *range(number - 3, -1, -1)]
    return [layer for layer in order if layer >= 0][:_MOST_LAYERS]
