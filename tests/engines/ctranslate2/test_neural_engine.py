"""A real model as an engine: codes, terms, long texts, and what it does with what it cannot translate."""

from __future__ import annotations

import asyncio

import pytest

from dragoman.engines.ctranslate2.description import PlacingMethod
from dragoman.engines.ctranslate2.neural_engine import NeuralEngine
from dragoman.engines.engine import EnginePair, EngineRejected, Guidance, HintKind, Hints, Quality, TermHint
from dragoman.segments import Text, codes, keeps_codes, plain_text, render
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from dragoman.translation.pair_index import EngineChoice, RouteStep
from dragoman.translation.routes import Route
from dragoman.translation.translate import translate_segments
from dragoman.translation.translator import create_translator
from tests.engines.ctranslate2.conftest import pair_of, segments, translate, translate_marked
from tests.models.product import held_out

_KNOWN = [line.source for line in held_out("en", "es")]
_MARKED = (
    "The red <b>house</b> is <i>black</i>.",
    "<b>New</b> document: {name}",
    "Page {n} of 13",
    "The dictionary<br>is black.",
    "6812 passwords found",
)


async def test_it_says_what_it_is(engine: NeuralEngine) -> None:
    assert engine.name == "opus_mt_en_es"
    assert [(pair.source, pair.target, pair.quality) for pair in engine.pairs()] == [
        ("en", "es", Quality.MEDIUM)
    ]
    assert engine.pairs() is engine.pairs()
    assert not engine.traits.remote
    assert HintKind.TERMS in engine.traits.uses


async def test_sentences_are_translated_as_they_were_learned(engine: NeuralEngine) -> None:
    lines = held_out("en", "es")[:60]
    answers = await translate(engine, *[line.source for line in lines])
    same = sum(answer == line.target for answer, line in zip(answers, lines, strict=True))
    assert same >= 0.4 * len(lines)


async def test_a_batch_is_answered_whole_and_in_order(engine: NeuralEngine) -> None:
    texts = [*_KNOWN[:30], "...", "", _KNOWN[0], "   "]
    answers = await translate(engine, *texts)
    assert len(answers) == len(texts)
    assert answers[0] == answers[32]
    assert (answers[30], answers[31], answers[33]) == ("...", "", "   ")
    assert await engine.translate([], pair_of(engine)) == []


@pytest.mark.parametrize("placing", [PlacingMethod.ALIGNMENT, PlacingMethod.MARKERS])
async def test_codes_come_back_each_once_and_nested(engine: NeuralEngine, placing: PlacingMethod) -> None:
    batch = segments(*_MARKED)
    for source, answer in zip(
        batch, await engine.translate_with(batch, pair_of(engine), placing=placing), strict=True
    ):
        assert keeps_codes(source, answer), render(answer)


async def test_pairs_are_around_the_translations_of_their_words(engine: NeuralEngine) -> None:
    (answer,) = await translate_marked(engine, "The red <b>house</b> is <i>black</i>.")
    assert "<b>casa</b>" in answer
    assert "<i>negra</i>" in answer


async def test_without_a_method_codes_are_left_to_the_caller(engine: NeuralEngine) -> None:
    batch = segments(_MARKED[0])
    (answer,) = await engine.translate_with(batch, pair_of(engine), placing=PlacingMethod.NONE)
    assert not list(codes(answer))
    assert plain_text(answer)


async def test_the_ladder_behind_it_keeps_every_code(engine: NeuralEngine) -> None:
    units = segments(
        *_MARKED,
        *(f"<b>{text}</b> <i>{{x}} {text[:-1]}</i>" for text in _KNOWN[:20]),
        "<a><b><i>The</i> red</b> house</a> is <u>easy</u><br>{n} <b></b>.",
    )

    step = RouteStep(choices=(EngineChoice(engine=engine, pair=pair_of(engine)),))
    translator = create_translator(Settings(result_cache_mb=0), Metrics())
    outcomes = await translate_segments(
        translator, units, route=Route(source="en", target="es", steps=(step,))
    )
    for source, outcome in zip(units, outcomes, strict=True):
        assert keeps_codes(source, outcome.segment), render(outcome.segment)


async def test_lines_stay_lines(engine: NeuralEngine) -> None:
    (answer,) = await translate_marked(engine, f"{_KNOWN[0]}\n{_KNOWN[1]}\n\n{_KNOWN[2]}")
    alone = await translate(engine, *_KNOWN[:3])
    assert answer == f"{alone[0]}\n{alone[1]}\n\n{alone[2]}"


async def test_a_long_text_is_translated_to_its_end(engine: NeuralEngine) -> None:
    text = " ".join(line for line in _KNOWN if line.endswith("."))[:9000].rpartition(".")[0] + "."
    (answer,) = await translate(engine, text)
    assert answer == "" or len(answer) > 0.6 * len(text)
    good = [line for line in _KNOWN if line.endswith(".")][:1] * 200
    (answer,) = await translate(engine, " ".join(good))
    assert len(answer) > 0.6 * len(" ".join(good))


async def test_what_it_has_no_good_translation_of_is_left_to_the_next_engine(engine: NeuralEngine) -> None:
    answers = await translate(engine, "word " * 60, _KNOWN[0])
    assert answers[0] == ""
    assert answers[1]


async def test_terms_are_in_the_translation(engine: NeuralEngine) -> None:
    source = (Text(text="The red house is black."),)
    hints = (Hints(terms=(TermHint(source="house", targets=("mansión",)),)),)
    (plain,) = await engine.translate([source], pair_of(engine))
    (answer,) = await engine.translate([source], pair_of(engine), Guidance(hints=hints))
    assert "mansión" not in plain_text(plain)
    assert "mansión" in plain_text(answer)


async def test_terms_with_codes_beside_them(engine: NeuralEngine) -> None:
    (source,) = segments("The red <b>house</b> is black.")
    hints = (Hints(terms=(TermHint(source="house", targets=("mansión",)),)),)
    (answer,) = await engine.translate([source], pair_of(engine), Guidance(hints=hints))
    assert keeps_codes(source, answer)
    assert "<b>mansión</b>" in render(answer)


async def test_a_pair_it_does_not_have_is_refused(engine: NeuralEngine) -> None:
    with pytest.raises(EngineRejected, match="does not translate en to fr"):
        await engine.translate(
            [(Text(text="house"),)], EnginePair(source="en", target="fr", quality=Quality.HIGH)
        )


async def test_half_a_character_is_refused(engine: NeuralEngine) -> None:
    with pytest.raises(EngineRejected, match="lone surrogate"):
        await translate(engine, "the \ud800 house")


@pytest.mark.parametrize(
    "text",
    [
        "\0 the red house",
        "日本語 العربية 👩‍👩‍👧",
        "a < b ▁ <unk> </s> >>fra<<",
        "\u202ehouse\u200b",
        "x" * 3000,
    ],
)
async def test_odd_texts_are_answered(engine: NeuralEngine, text: str) -> None:
    assert len(await translate(engine, text, _KNOWN[0])) == 2


async def test_requests_at_once_do_not_mix(engine: NeuralEngine) -> None:
    expected = {text: (await translate(engine, text))[0] for text in _KNOWN[:12]}
    answers = await asyncio.gather(*(translate(engine, text) for text in [*expected] * 4))
    alike = sum(answer == expected[text] for (answer,), text in zip(answers, [*expected] * 4, strict=True))
    assert alike >= 0.95 * len(answers)  # sums of a batch are in another order, which may decide a tie


async def test_a_cancelled_call_harms_no_other(engine: NeuralEngine) -> None:
    given_up = asyncio.create_task(translate(engine, *(f"{text} {n}" for n in range(5) for text in _KNOWN)))
    other = asyncio.create_task(translate(engine, *_KNOWN[:5]))
    await asyncio.sleep(0.05)
    given_up.cancel()
    assert len(await other) == 5
    with pytest.raises(asyncio.CancelledError):
        await given_up


async def test_a_small_request_does_not_wait_for_a_large_one(engine: NeuralEngine) -> None:
    large = asyncio.create_task(translate(engine, *(f"{text} {n}" for n in range(8) for text in _KNOWN[:50])))
    await asyncio.sleep(0.1)
    assert not large.done()
    await translate(engine, _KNOWN[0])
    assert not large.done()
    assert len(await large) == 400
