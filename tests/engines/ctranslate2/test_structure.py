"""The laws of structure: whatever a model does, texts keep their codes, nested, and the words inside."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from dragoman.engines.ctranslate2.neural_engine import NeuralEngine
from dragoman.engines.ctranslate2.source import open_models
from dragoman.segments import is_nested, keeps_codes, render
from dragoman.segments.structure import find_faults
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from dragoman.translation.pair_index import EngineChoice, RouteStep
from dragoman.translation.routes import Route
from dragoman.translation.splitting.text_runs import STRUCTURE
from dragoman.translation.translate import translate_segments
from dragoman.translation.translator import create_translator
from scripts.structure.laws import ANY_ENGINE
from scripts.structure.translating import route_by
from tests.engines.ctranslate2.conftest import add, pair_of, segments
from tests.models import layouts
from tests.models.product import held_out
from tests.structure.drawing import draw_different
from tests.structure.generated import marked_texts
from tests.structure.translated import violations

_SLICE = 60
_CAMPAIGN = 2_000  # through a model of each of five layouts
_AT_ONCE = 100


def _marked(number: int) -> str:
    """A sentence with random nested tags and placeholders."""
    chance = random.Random(number)
    words = chance.choice(held_out("en", "es")).source.split()
    for tag in chance.sample("abiu", chance.randint(1, 3)):
        start = chance.randrange(len(words))
        end = chance.randrange(start, len(words))
        open_tags = sum(word.count("<") - word.count("</") * 2 for word in words[start : end + 1])
        if open_tags == 0:
            words[start] = f"<{tag}>{words[start]}"
            words[end] = f"{words[end]}</{tag}>"
    if chance.random() < 0.5:
        words.insert(chance.randrange(len(words) + 1), "{name}")
    return " ".join(words)


@pytest.mark.slow
async def test_nested_codes_are_kept_by_whatever_the_model_answers(engine: NeuralEngine) -> None:
    pair = pair_of(engine)
    step = RouteStep(choices=(EngineChoice(engine=engine, pair=pair),))
    route = Route(source="en", target="es", steps=(step,))
    batch = [segment for segment in segments(*map(_marked, range(150))) if is_nested(segment)]
    translator = create_translator(Settings(result_cache_mb=0), Metrics())
    placed = 0
    for source, one in zip(batch, await translate_segments(translator, batch, route=route), strict=True):
        assert keeps_codes(source, one.segment), (render(source), render(one.segment))
        assert not find_faults(source, one.segment, STRUCTURE), (render(source), render(one.segment))
        placed += one.codes == "engine"
    assert placed >= len(batch) / 4


async def _broken(engine: NeuralEngine, source: str, target: str, number: int) -> list[str]:
    """What is broken in generated texts of English or Spanish words, with tags as machines write them."""
    texts = draw_different(marked_texts(source), number)
    route = route_by(engine, source, target)
    return [
        broken
        for start in range(0, len(texts), _AT_ONCE)
        for broken in await violations(texts[start : start + _AT_ONCE], route, ANY_ENGINE)
    ]


@pytest.mark.slow
async def test_generated_texts_keep_their_structure(engine: NeuralEngine) -> None:
    """T10."""
    found = await _broken(engine, "en", "es", _SLICE)
    assert not found, f"{len(found)} violations:\n" + "\n".join(found[:20])


@pytest.mark.campaign
@pytest.mark.timeout(0)
@pytest.mark.parametrize(
    ("layout", "source", "target"),
    [
        ("opus", "en", "es"),
        ("nllb", "en", "es"),
        ("m2m", "es", "ca"),
        ("madlad", "en", "es"),
        ("argos_folder", "es", "en"),
    ],
)
async def test_campaign_of_10_000_texts_through_models_of_each_layout(
    tmp_path: Path, layout: str, source: str, target: str
) -> None:
    await add(tmp_path, layouts.LAYOUTS[layout](tmp_path / "opus-mt-en-es"), name=layout)
    async with open_models(Settings(data=tmp_path), Metrics()) as models:
        (engine,) = models.engines()
        found = await _broken(engine, source, target, _CAMPAIGN)
    assert not found, f"{len(found)} violations:\n" + "\n".join(found[:20])
