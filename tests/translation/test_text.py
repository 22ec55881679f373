"""Strings in, strings out (T1, T4, T6)."""

from __future__ import annotations

import random
import time

import pytest

from dragoman.engines.engine import EnginePair, Quality
from dragoman.engines.pseudo import PseudoEngine
from dragoman.segments import Segment, Text
from dragoman.translation.model import CodesMethod, IssueCode, Origin
from dragoman.translation.pair_index import EngineChoice, RouteStep
from dragoman.translation.routes import Route
from dragoman.translation.text import translate_texts
from dragoman.translation.translator import Translator
from tests.translation.hostile import ChangingEngine, route


def pseudo(target: str = "fr") -> Route:
    pair = EnginePair(source="en", target=target, quality=Quality.TEST)
    return Route(
        source="en",
        target=target,
        steps=(RouteStep(choices=(EngineChoice(engine=PseudoEngine(), pair=pair),)),),
    )


@pytest.mark.parametrize(
    ("text", "translation"),
    [
        ("", ""),
        (" \n", " \n"),
        ("  Hi <b>{name}</b>!\r\n", "  [Ĥíí <b>{name}</b>!]\r\n"),
        ("<p>a &lt; b</p>", "<p>[áá &lt; ƀ]</p>"),
        ("a < b", "[áá < ƀ]"),
        ("caf&eacute;", "[çááƒé]"),
        ("1 &#8230;", "1 &#8230;"),
        ("&eacute; 5<br>", "[é 5]<br>"),
        ("שלום <b>עולם</b>", "[שלום <b>עולם</b>~]"),
        ("👍 Done\x07", "👍 [Đóóñéé]\x07"),
    ],
)
async def test_texts(translator: Translator, text: str, translation: str) -> None:
    [result] = await translate_texts(translator, [text], route=pseudo())
    assert result.text == translation


async def test_one_translation_for_each_text_in_order_with_its_story(translator: Translator) -> None:
    """T1, T6."""
    results = await translate_texts(translator, ["b", "42", "<i>b</i>", "b {x} c"], route=pseudo())
    assert [
        (result.text, result.translation.origin, result.translation.engine, result.translation.codes)
        for result in results
    ] == [
        ("[ƀ]", Origin.ENGINE, "pseudo 1", CodesMethod.NONE),
        ("42", Origin.UNCHANGED, None, CodesMethod.NONE),
        ("<i>[ƀ]</i>", Origin.ENGINE, "pseudo 1", CodesMethod.EDGES),
        ("[ƀ {x} ç]", Origin.ENGINE, "pseudo 1", CodesMethod.ENGINE),
    ]


async def test_text_that_would_turn_into_a_tag_is_left_alone(translator: Translator) -> None:
    """T4: an engine that moves blanks can make a tag of what was none."""

    def glue(segment: Segment, _dice: random.Random) -> Segment:
        return tuple(
            Text(text=part.text.replace(" ", "")) if isinstance(part, Text) else part for part in segment
        )

    [result] = await translate_texts(
        translator, ["so a < b > c is &eacute; no"], route=route(ChangingEngine(change=glue))
    )
    assert result.text == "so a < b > c is &eacute; no"
    assert [issue.code for issue in result.translation.issues] == [IssueCode.MARKUP_CHANGED]


async def test_a_hundred_sentences_cost_little_around_the_engine(translator: Translator) -> None:
    """At most 5 ms on an idle core (docs/concepts/text.md); four times that here, as tests share theirs."""

    class Instant(ChangingEngine):
        async def translate(self, batch: object, pair: object, guidance: object = None, /) -> list[Segment]:
            assert isinstance(batch, list)
            return batch

    sentence = "The committee met again in the evening, and its members agreed on number {} of their plans."
    way, best = route(Instant()), float("inf")
    for turn in range(8):
        texts = [sentence.format(turn * 100 + number) for number in range(100)]
        start = time.process_time()
        await translate_texts(translator, texts, route=way)
        best = min(best, time.process_time() - start)
    assert best < 0.020
