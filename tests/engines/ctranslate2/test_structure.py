"""The laws of structure: whatever a model does, texts keep their codes, nested, and the words inside."""

from __future__ import annotations

import random

import pytest

from dragoman.engines.ctranslate2.neural_engine import NeuralEngine
from dragoman.segments import is_nested, keeps_codes, render
from dragoman.segments.structure import find_faults
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from dragoman.translation.pair_index import EngineChoice
from dragoman.translation.routes import Route, RouteStep
from dragoman.translation.splitting.text_runs import STRUCTURE
from dragoman.translation.translate import translate_segments
from dragoman.translation.translator import create_translator
from tests.engines.ctranslate2.conftest import pair_of, segments
from tests.models.product import held_out


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
