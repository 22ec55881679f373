"""Segments through routes: once each, from the cache, by sentences, by other engines, by pivots (T4, T6)."""

from __future__ import annotations

import random

import pytest

from dragoman.engines.engine import EngineRejected, EngineTimedOut, EngineUnavailable
from dragoman.errors import TimedOut, Unavailable
from dragoman.segments import Code, CodeKind, Segment, Text, render
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from dragoman.translation.model import CodesMethod, IssueCode, Origin, Translation
from dragoman.translation.protection.markup import parse
from dragoman.translation.protection.placeholders import protect
from dragoman.translation.translate import translate_segments
from dragoman.translation.translator import Translator, create_translator
from tests.translation.hostile import ChangingEngine, drops_all, empties, faithful, route


def segments(*texts: str) -> list[Segment]:
    return [protect(parse(text)) for text in texts]


def metric(translator: Translator, name: str, **labels: str) -> float:
    return translator.metrics.registry.get_sample_value(f"dragoman_{name}", labels) or 0.0


@pytest.fixture
def cached() -> Translator:
    return create_translator(Settings(), Metrics())


async def test_what_has_no_letters_never_reaches_an_engine(translator: Translator) -> None:
    engine = ChangingEngine()
    texts = ["", "  ", "42", "<br> 10 km", "{x} %s", "…", "👍"]
    results = await translate_segments(translator, segments(*texts), route=route(engine))
    assert [render(result.segment) for result in results] == texts
    assert {result.origin for result in results} == {Origin.UNCHANGED}
    assert {result.engine for result in results} == {None}
    assert not engine.sent


async def test_a_batch_is_one_call_with_every_different_core_once(translator: Translator) -> None:
    engine = ChangingEngine()
    texts = ["red house", " red house", "<p>red house</p>\n", "red house", "<b>red</b> house"]
    results = await translate_segments(translator, segments(*texts), route=route(engine))
    assert [render(result.segment) for result in results] == [
        "edr ouseh",
        " edr ouseh",
        "<p>edr ouseh</p>\n",
        "edr ouseh",
        "<b>edr</b> ouseh",
    ]
    assert [[render(segment) for segment in batch] for batch in engine.sent] == [
        ["red house", "<b>red</b> house"]
    ]
    assert [result.codes for result in results] == [
        CodesMethod.NONE,
        CodesMethod.NONE,
        CodesMethod.EDGES,
        CodesMethod.NONE,
        CodesMethod.ENGINE,
    ]


async def test_results_are_remembered_and_counted(cached: Translator) -> None:
    engine = ChangingEngine()
    for _ in range(2):
        results = await translate_segments(cached, segments("red house", "big house"), route=route(engine))
    assert [render(result.segment) for result in results] == ["edr ouseh", "igb ouseh"]
    assert len(engine.sent) == 1
    assert metric(cached, "result_cache_total", outcome="hit") == 2
    assert metric(cached, "result_cache_total", outcome="miss") == 2
    assert metric(cached, "result_cache_bytes") > 500
    assert metric(cached, "segments_total", origin="engine", engine="changing 1") == 4


async def test_another_version_or_pair_is_another_result(cached: Translator) -> None:
    old, new = ChangingEngine(), ChangingEngine(version="2")
    await translate_segments(cached, segments("red"), route=route(old))
    await translate_segments(cached, segments("red"), route=route(new))
    await translate_segments(cached, segments("red"), route=route(old, languages=("en", "fr")))
    assert (len(old.sent), len(new.sent)) == (2, 1)


async def test_failures_are_not_remembered(cached: Translator) -> None:
    engine = ChangingEngine(change=empties)
    [result] = await translate_segments(cached, segments("<b>red</b> house"), route=route(engine))
    assert (render(result.segment), result.origin) == ("<b>red</b> house", Origin.UNCHANGED)
    assert [issue.code for issue in result.issues] == [IssueCode.TRANSLATION_EMPTY]
    engine.change = ChangingEngine().change
    [result] = await translate_segments(cached, segments("<b>red</b> house"), route=route(engine))
    assert render(result.segment) == "<b>edr</b> ouseh"


async def test_the_next_engine_answers_when_one_cannot(translator: Translator) -> None:
    away = ChangingEngine(name="away", error=EngineUnavailable("gone"))
    other = ChangingEngine(name="other")
    [result] = await translate_segments(translator, segments("red"), route=route([away, other]))
    assert (render(result.segment), result.engine) == ("edr", "other 1")
    assert [issue.code for issue in result.issues] == [IssueCode.ENGINE_REPLACED]


async def test_the_next_engine_translates_what_the_first_cannot(translator: Translator) -> None:
    def only_short(segment: Segment, dice: random.Random) -> Segment:
        return () if len(render(segment)) > 10 else faithful(segment, dice)

    first, other = ChangingEngine(name="first", change=only_short), ChangingEngine(name="other")
    texts = ["red", "my winter house", "house"]
    results = await translate_segments(translator, segments(*texts), route=route([first, other]))
    assert [render(one.segment) for one in results] == ["edr", "ym interw ouseh", "ouseh"]
    assert [one.engine for one in results] == ["first 1", "other 1", "first 1"]
    assert [[one.code for one in result.issues] for result in results] == [
        [],
        [IssueCode.ENGINE_REPLACED],
        [],
    ]
    assert [[render(one) for one in batch] for batch in other.sent] == [["my winter house"]]


async def test_a_text_that_no_engine_can_translate_stays_when_the_next_is_away(
    translator: Translator,
) -> None:
    first = ChangingEngine(name="first", change=empties)
    away = ChangingEngine(name="away", error=EngineUnavailable("gone"))
    [result] = await translate_segments(translator, segments("red"), route=route([first, away]))
    assert (render(result.segment), result.origin) == ("red", Origin.UNCHANGED)
    assert [issue.code for issue in result.issues] == [IssueCode.TRANSLATION_EMPTY]


@pytest.mark.parametrize(
    ("error", "raised"),
    [
        (EngineUnavailable("gone"), Unavailable),
        (EngineTimedOut("slow"), TimedOut),
        (EngineRejected("no"), EngineRejected),
    ],
)
async def test_no_engine_left(
    translator: Translator, error: EngineUnavailable, raised: type[Exception]
) -> None:
    with pytest.raises(raised):
        await translate_segments(translator, segments("red"), route=route(ChangingEngine(error=error)))


async def test_a_short_answer_counts_as_an_engine_that_is_away(translator: Translator) -> None:
    class Short(ChangingEngine):
        async def translate(self, batch: object, pair: object, guidance: object = None, /) -> list[Segment]:
            return []

    with pytest.raises(Unavailable):
        await translate_segments(translator, segments("red"), route=route(Short()))


async def test_a_pivot_goes_step_by_step_and_tells_the_worst_rung(translator: Translator) -> None:
    first, second = ChangingEngine(name="first"), ChangingEngine(name="second", change=drops_all)
    [result, _] = await translate_segments(
        translator, segments("my <b>red</b> house", "42"), route=route(first, second)
    )
    assert render(result.segment) == "my <b>dre</b> useho"
    assert (result.engine, result.codes) == ("first 1, second 1", CodesMethod.PIECES)
    assert len(first.sent) == 1


async def test_a_pivot_that_fails_half_way_leaves_the_source(translator: Translator) -> None:
    way = route(ChangingEngine(), ChangingEngine(change=empties))
    [result] = await translate_segments(translator, segments("red house"), route=way)
    assert (render(result.segment), result.origin) == ("red house", Origin.UNCHANGED)


async def test_long_segments_go_by_sentences_and_come_back_whole() -> None:
    translator = create_translator(Settings(split_characters=200, result_cache_mb=0), Metrics())
    engine = ChangingEngine()
    text = "My house is red.  <b>It is big. It</b> is {x}.\nWe <i></i>like it. " * 6
    [result] = await translate_segments(translator, segments(f"<p>{text}</p>"), route=route(engine))
    expected = "yM ouseh si red.  <b>tI si big. tI</b> si {x}.\neW <i></i>ikel it. " * 6
    assert render(result.segment).lower() == f"<p>{expected}</p>".lower()
    [batch] = engine.sent
    # "It", which begins within a pair that ends behind it, goes by itself.
    assert len(batch) == 5, "each different sentence is sent once"


async def test_overlapping_pairs_of_documents_survive(translator: Translator) -> None:
    def code(identity: str, kind: CodeKind) -> Code:
        return Code(id=identity, kind=kind, type="tag", data=f"<{identity}>")

    crossed: Segment = (
        code("1", CodeKind.OPEN),
        Text(text="red "),
        code("2", CodeKind.OPEN),
        Text(text="big "),
        code("1", CodeKind.CLOSE),
        Text(text="house"),
        code("2", CodeKind.CLOSE),
    )
    for engine in (ChangingEngine(), ChangingEngine(change=drops_all)):
        [result] = await translate_segments(translator, [crossed], route=route(engine))
        assert sorted(part.data for part in result.segment if isinstance(part, Code)) == [
            "<1>",
            "<1>",
            "<2>",
            "<2>",
        ]
        assert result.origin is Origin.ENGINE


async def test_a_translation_is_a_whole_value(translator: Translator) -> None:
    results = await translate_segments(translator, segments("red"), route=route(ChangingEngine()))
    assert results == [
        Translation(
            segment=(Text(text="edr"),), origin=Origin.ENGINE, engine="changing 1", codes=CodesMethod.NONE
        )
    ]
