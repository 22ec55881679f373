"""Codes through real pipelines: for every text all come back, nested, on the right words."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dragoman import languages
from dragoman.engines.apertium import ApertiumEngine
from dragoman.segments import Code, CodeKind, Segment, Text, codes, is_nested, keeps_codes, normalise, render
from dragoman.telemetry import Metrics
from tests.engines.apertium.conftest import pair_of
from tests.engines.apertium.generated import ODD, random_segment
from tests.engines.apertium.texts import sentences


def marked(written: str) -> Segment:
    """`a *b* {c}`: a pair around b, and a lone code."""
    parts: list[Text | Code] = []
    for number, piece in enumerate(written.split("*")):
        pair = str(number)
        codes = [
            Code(id=pair, kind=CodeKind.OPEN, type="tag", data="*"),
            Code(id=pair, kind=CodeKind.CLOSE, type="tag", data="*"),
        ]
        inner: list[Text | Code] = []
        for index, bit in enumerate(piece.replace("}", "{").split("{")):
            code = Code(id=bit, kind=CodeKind.STANDALONE, type="placeholder", data=f"{{{bit}}}")
            inner.append(code if index % 2 else Text(text=bit))
        parts += [codes[0], *inner, codes[1]] if number % 2 else inner
    return normalise(parts)


@pytest.mark.parametrize(
    ("mode", "source", "target"),
    [
        ("eng-spa", "Press the *blue button* now.", "Prensa el *botón azul* ahora."),
        ("eng-spa", "The *red* house", "La casa *roja*"),
        (
            "eng-spa",
            "Hello {name}, you have {count} new messages.",
            "Hola {name},  tienes {count} mensajes nuevos.",
        ),
        ("eng-spa", "*{icon}* Open the *window*", "*{icon}* Abierto la *ventana*"),
        ("eng-spa", "un*like*ly", "*Improbable*"),
        ("eng-spa", "H*2*O", "H*2*O"),  # a word that stays as it was keeps the tags within
        (
            "spa-cat",
            "La *casa* es *grande*.",
            "La *casa* és *gran*.",
        ),  # Apertium takes article and noun together
        ("spa-cat", "El agua *del hombre*", "L'aigua *de l'home*"),
        ("eng-spa", "I *like* the *big* dogs.", "Me *gustan* los perros *grandes*."),
        ("eng-spa", "*the big* black dogs", "*Los* perros negros *grandes*"),  # torn apart, and reported
        ("eng-spa", "red {x} house", "Casa  roja"),  # the code would be between other words: left out
        ("es-pt", "Pulse el *botón azul* ahora.", "Pulse o *botão azul* agora."),
        ("nob-nno", "Trykk på den *blå knappen*.", "Trykk på den *blå knappen*."),
    ],
)
async def test_codes_are_around_the_corresponding_words(
    engine: ApertiumEngine, mode: str, source: str, target: str
) -> None:
    (answer,) = await engine.translate([marked(source)], pair_of(engine, mode))
    assert render(answer) == target


async def test_thousands_of_codes_come_back_in_order(engine: ApertiumEngine) -> None:
    segment = marked("{x}".join(["and "] * 3000))
    (answer,) = await engine.translate([segment], pair_of(engine, "eng-spa"))
    assert keeps_codes(segment, answer)


TEXTS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=60)
PHRASES = st.lists(st.sampled_from([*ODD, "the", "house", "I", "near", " ", " "]), max_size=20).map("".join)


@pytest.mark.parametrize("mode", ["eng-spa", "nob-nno", "fra-cat", "eng-cat"])
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(texts=st.lists(TEXTS | PHRASES, min_size=1, max_size=8))
async def test_any_text_is_answered_and_leaves_the_next_one_alone(
    engine: ApertiumEngine, mode: str, texts: list[str]
) -> None:
    pair = pair_of(engine, mode)
    known = (Text(text="Linux 2026."),)
    (expected,) = await engine.translate([known], pair)
    mixed = [segment for text in texts for segment in ((Text(text=text),), known)]
    answers = await engine.translate(mixed, pair)
    assert answers[1::2] == [expected] * len(texts)


async def _codes_survive(engine: ApertiumEngine, count: int, seed: int) -> None:
    for pair in engine.pairs():
        chance = random.Random(seed)
        words = " ".join(sentences(languages.primary(pair.source), 200)).split()
        segments = [random_segment(chance, words) for _ in range(count)]
        answers = await engine.translate(segments, pair)
        broken = [
            (render(segment), render(answer))
            for segment, answer in zip(segments, answers, strict=True)
            if not _tells_the_truth(segment, answer)
        ]
        assert not broken, f"{pair.variant}: {len(broken)} of {count}, among them {broken[:2]}"


def _tells_the_truth(segment: Segment, answer: Segment) -> bool:
    """Codes are the source's, nested. Pairs that were torn apart are there twice, but no other code is."""
    alone = Counter(code for code in codes(answer) if code.kind is CodeKind.STANDALONE)
    return (
        is_nested(answer) and set(codes(answer)) <= set(codes(segment)) and max(alone.values(), default=0) < 2
    )


def restarts(metrics: Metrics) -> dict[str, float]:
    """How often a process was lost, by reason."""
    samples = next(f for f in metrics.registry.collect() if f.name == "dragoman_engine_restarts").samples
    return {sample.labels["reason"]: sample.value for sample in samples if sample.name.endswith("_total")}


async def test_generated_codes_survive_every_mode(engine: ApertiumEngine, engine_metrics: Metrics) -> None:
    await _codes_survive(engine, 15, seed=1)
    assert restarts(engine_metrics) == {}


@pytest.mark.campaign
@pytest.mark.timeout(6 * 3600)
async def test_campaign_of_10_000_segments_with_codes_in_every_mode(
    engine: ApertiumEngine, engine_metrics: Metrics
) -> None:
    await _codes_survive(engine, 10_000, seed=2)
    assert restarts(engine_metrics) == {}
