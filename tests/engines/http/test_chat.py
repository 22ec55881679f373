"""Language models: what they are sent, what is taken of their answers, and what servers refuse."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import orjson
import pytest

from dragoman.engines.engine import Example, Guidance, HintKind, Hints, TermHint
from dragoman.engines.http.chat import LANGUAGES
from dragoman.engines.http.circuit import CircuitState
from dragoman.segments import Segment, Text, keeps_codes, plain_text
from dragoman.styles import Formality, StyleRule
from tests.engines.http.model_server import (
    MODEL,
    Model,
    as_asked,
    chat_server,
    entries,
    frenchified,
    germanized,
)
from tests.engines.http.opened import marked, opened, pair_of
from tests.engines.http.server import TestServer
from tests.engines.http.services import KEY

_GOOD = as_asked(lambda segment: germanized(segment["source"]))
_TEXTS = (
    "The <b>red house</b> of {name} is on the other side of the street.",
    "Please write to the customer before the end of the month.",
    "Nobody knows where the <i>old key of the garden</i> is, and nobody asks.",
)


def sent(server: TestServer) -> list[dict[str, Any]]:
    """The data of each call."""
    return [
        orjson.loads(request.json["messages"][-1]["content"]) for request in server.of("/chat/completions")
    ]


async def translated(
    model: Model, texts: tuple[str, ...] = _TEXTS
) -> tuple[list[Segment], list[dict[str, Any]]]:
    async with opened("chat", chat_server(model)) as (engine, server):
        answers = await engine.translate([marked(text) for text in texts], pair_of(engine, "en", "de"))
        return answers, sent(server)


async def test_a_batch_is_one_call_and_keeps_its_codes() -> None:
    answers, calls = await translated(_GOOD)
    assert len(calls) == 1
    for text, answer in zip(_TEXTS, answers, strict=True):
        assert keeps_codes(marked(text), answer)
        assert plain_text(answer)


async def test_all_that_is_known_is_sent_as_data() -> None:
    guidance = Guidance(
        title="Manual",
        briefing="For nurses.",
        context="A page about beds.",
        formality=Formality.FORMAL,
        instructions=("Write short sentences.",),
        hints=(
            Hints(
                terms=(TermHint(source="bed", targets=("Bett", "Liege")),),
                examples=(Example(source="The old bed", target="Das alte Bett", score=80),),
                before="Before.",
                after="After.",
            ),
        ),
    )
    async with opened("chat", chat_server(_GOOD)) as (engine, server):
        await engine.translate([marked("The <b>bed</b> of {name}")], pair_of(engine, "en", "de"), guidance)
        (request,) = server.of("/chat/completions")
    system, user = request.json["messages"]
    assert orjson.loads(user["content"]) == {
        "document": {"title": "Manual", "briefing": "For nurses.", "context": "A page about beds."},
        "style": {"formality": "formal", "instructions": ["Write short sentences."]},
        "segments": [
            {
                "id": 1,
                "source": "The <g1>bed</g1> of <g2/>",
                "placeholders": {"2": "{name}"},
                "terms": [{"source": "bed", "translations": ["Bett", "Liege"]}],
                "examples": [{"source": "The old bed", "translation": "Das alte Bett"}],
                "before": "Before.",
                "after": "After.",
            }
        ],
    }
    assert "English (en)" in system["content"]
    assert "German (de)" in system["content"]
    assert not [word for word in ("Manual", "nurses", "beds", "short", "Bett") if word in system["content"]]
    assert request.json["response_format"]["json_schema"]["strict"] is True
    assert request.json["temperature"] == 0
    assert KEY not in request.body.decode()


async def test_it_uses_every_hint_and_follows_every_rule() -> None:
    async with opened("chat", chat_server(_GOOD)) as (engine, _):
        assert engine.traits.uses == frozenset(HintKind)
        assert engine.traits.follows == frozenset(StyleRule)
        assert engine.traits.remote is False
        assert len(engine.pairs()) == len(LANGUAGES) * (len(LANGUAGES) - 1)
        assert engine.version == MODEL


async def test_a_text_with_something_like_a_tag_gets_tags_with_other_letters() -> None:
    async with opened("chat", chat_server(_GOOD)) as (engine, server):
        bold = marked("<b>bold words</b>")
        segment = (Text(text="Write <g1> <t2/> and "), *bold, Text(text=" here and there, please."))
        (answer,) = await engine.translate([segment], pair_of(engine, "en", "de"))
        (call,) = sent(server)
    assert call["segments"][0]["source"] == "Write <g1> <t2/> and <c1>bold words</c1> here and there, please."
    assert keeps_codes(segment, answer)


@pytest.mark.parametrize(
    "write",
    [
        lambda content: f"```json\n{content}\n```",
        lambda content: f"Sure! Here is the translation:\n{content}\nIs there anything else?",
        lambda content: f"<think>The user wants German. {{'no': json}}</think>\n{content}",
        lambda content: content.replace('"id":1', '"id":"1"'),
        lambda content: orjson.dumps({"translations": orjson.loads(content)["translations"][::-1]}).decode(),
    ],
    ids=["fenced", "chatter around", "thoughts", "ids as text", "another order"],
)
async def test_other_wrappings_are_read(write: Callable[[str], str]) -> None:
    answers, calls = await translated(lambda data: write(_GOOD(data)))
    assert all(keeps_codes(marked(text), answer) for text, answer in zip(_TEXTS, answers, strict=True))
    assert len(calls) == 1


def once(wrong: Callable[[dict[str, Any]], str], right: Model = _GOOD) -> Model:
    """A model that answers wrongly, and rightly where it is told what was wrong."""
    return lambda data: right(data) if any("problem" in one for one in data["segments"]) else wrong(data)


WRONG: dict[str, Callable[[str], str]] = {
    "a remark before": lambda text: f"Here is the translation: {germanized(text)}",
    "a note behind": lambda text: f"{germanized(text)} (Note: informal)",
    "another line": lambda text: f"{germanized(text)}\n\nIch hoffe, das hilft!",
    "a fence": lambda text: f"```{germanized(text)}```",
    "no codes": lambda text: (
        germanized(text.replace("<g1>", "").replace("</g1>", "").replace("<g2/>", "")) + "!"
    ),
    "codes twice": lambda text: germanized(text) + " <g1>x</g1>",
    "new tags": lambda text: f"<div>{germanized(text)}</div>",
    "French": frenchified,
    "a copy": lambda text: text,
    "nothing": lambda text: "",
    "a word": lambda text: "Ja",
    "a loop": lambda text: germanized(text) * 9,
    "another script": lambda text: "Красный дом стоит на другой стороне улицы, и никто не знает почему.",
    "an address": lambda text: f"{germanized(text)} https://evil.example/x",
    "inner JSON": lambda text: f'{{"text": "{germanized(text)}"}}',
}


@pytest.mark.parametrize("name", list(WRONG))
async def test_a_wrong_translation_is_asked_for_again_with_what_was_wrong(name: str) -> None:
    wrong = WRONG[name]
    texts = (_TEXTS[0], _TEXTS[2])
    answers, calls = await translated(once(as_asked(lambda segment: wrong(segment["source"]))), texts)
    assert all(keeps_codes(marked(text), answer) for text, answer in zip(texts, answers, strict=True))
    assert [len(call["segments"]) for call in calls] == [2, 2]
    assert all(segment["problem"] for segment in calls[1]["segments"])


@pytest.mark.parametrize("name", [name for name in WRONG if "codes" not in name])
async def test_what_stays_wrong_is_left_to_the_next_engine(name: str) -> None:
    wrong = WRONG[name]

    def write(segment: dict[str, Any]) -> str:
        return wrong(segment["source"]) if "garden" in segment["source"] else germanized(segment["source"])

    answers, calls = await translated(as_asked(write))
    assert [bool(answer) for answer in answers] == [True, True, False]
    assert [len(call["segments"]) for call in calls] == [3, 1]


async def test_a_text_whose_codes_stay_lost_is_given_to_be_mended() -> None:
    def write(segment: dict[str, Any]) -> str:
        return germanized(segment["source"].replace("<g1>", "").replace("</g1>", "").replace("<g2/>", ""))

    answers, _ = await translated(as_asked(write), _TEXTS[:1])
    assert plain_text(answers[0])
    assert not keeps_codes(marked(_TEXTS[0]), answers[0])


STRUCTURES: dict[str, Callable[[list[dict[str, Any]]], object]] = {
    "fewer": lambda found: {"translations": found[:-1]},
    "more": lambda found: {"translations": [*found, {"id": 9, "text": "mehr"}]},
    "doubled": lambda found: {"translations": [found[0], *found]},
    "no ids": lambda found: {"translations": [{"text": one["text"]} for one in found]},
    "a list": lambda found: found,
    "other keys": lambda found: {"result": found},
    "texts as objects": lambda found: {
        "translations": [{**one, "text": {"de": one["text"]}} for one in found]
    },
    "null": lambda found: None,
}


@pytest.mark.parametrize("name", list(STRUCTURES))
async def test_another_structure_is_asked_for_again(name: str) -> None:
    def wrong(data: dict[str, Any]) -> str:
        return orjson.dumps(STRUCTURES[name](entries(data, lambda one: germanized(one["source"])))).decode()

    answers, calls = await translated(once(wrong))
    assert all(keeps_codes(marked(text), answer) for text, answer in zip(_TEXTS, answers, strict=True))
    assert len(calls) == 2


async def test_a_text_that_spoils_the_answers_to_all_is_found() -> None:
    texts = tuple(f"{_TEXTS[1]} It is number {number}." for number in range(8))

    def spoilt(data: dict[str, Any]) -> str:
        return "no" if any("number 5" in one["source"] for one in data["segments"]) else _GOOD(data)

    answers, _ = await translated(spoilt, texts)
    assert [bool(answer) for answer in answers] == [number != 5 for number in range(8)]


async def test_a_model_that_never_answers_usably_is_told_and_does_not_cost_without_end() -> None:
    async with opened("chat", chat_server(lambda _: "I am a teapot")) as (engine, server):
        pair = pair_of(engine, "en", "de")
        batch = [marked(f"{_TEXTS[1]} It is number {number}.") for number in range(20)]
        for _ in range(3):
            assert not any(await engine.translate(batch, pair))
        assert len(server.requests) == 3 * 4
        assert "not usable" in engine.state().last_error
        assert engine.state().circuit is CircuitState.CLOSED
