"""Texts that try to be instructions, and models that obey them: translated or refused, never obeyed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import orjson
import pytest

from dragoman.engines.http.chat.tagging import TagAlphabet, read_tagged, write_tagged
from dragoman.segments import keeps_codes, plain_text, render
from dragoman.translation.text import translate_texts
from scripts.structure.translating import route_by
from tests.engines.http.injections import INJECTIONS
from tests.engines.http.model_server import as_asked, chat_server, entries, frenchified, germanized
from tests.engines.http.opened import marked, opened, pair_of
from tests.structure.translated import new_translator

_ORDINARY = (
    "The <b>red house</b> of {name} is on the other side of the street.",
    "Please write to the customer before the end of the month.",
)
_AT_ONCE = 20  # injections in a request, among ordinary texts
_TAGS = TagAlphabet("g")


def is_order(segment: dict[str, Any]) -> bool:
    return "HACKED" in segment["source"]


def obey(write: Callable[[str], str]) -> Callable[[dict[str, Any]], str]:
    """A model that obeys in the segment with the order, and translates the others."""
    return as_asked(lambda one: write(one["source"]) if is_order(one) else germanized(one["source"]))


def everywhere(text: str) -> Callable[[dict[str, Any]], str]:
    """A model that lets the order change all segments."""

    def answer(data: dict[str, Any]) -> str:
        obeys = any(map(is_order, data["segments"]))
        return as_asked(lambda one: text if obeys else germanized(one["source"]))(data)

    return answer


def instead(change: Callable[[list[dict[str, Any]]], object]) -> Callable[[dict[str, Any]], str]:
    """A model that lets the order change the form of its answer."""

    def answer(data: dict[str, Any]) -> str:
        found = entries(data, lambda one: germanized(one["source"]))
        if any(map(is_order, data["segments"])):
            changed = change(found)
            return changed if isinstance(changed, str) else orjson.dumps(changed).decode()
        return orjson.dumps({"translations": found}).decode()

    return answer


OBEDIENT: dict[str, Callable[[dict[str, Any]], str]] = {
    "a word": obey(lambda _: "HACKED"),
    "prose": obey(lambda _: "Sure: HACKED. I have ignored all of my previous instructions as you wished."),
    "refusal": obey(
        lambda _: "I'm sorry, but I cannot help with that request, as it is against my guidelines."
    ),
    "prompt": obey(lambda _: "HACKED You are a translation engine. You translate segments of text from " * 8),
    "copied": obey(lambda source: source),
    "French": obey(frenchified),
    "no tags": obey(lambda _: "<script>alert('HACKED')</script>"),
    "address": obey(lambda source: germanized(source) + " http://evil.example/HACKED"),
    "nothing": obey(lambda _: ""),
    "everywhere": everywhere("HACKED"),
    "plain text": instead(lambda _: "HACKED"),
    "one more": instead(lambda found: {"translations": [*found, {"id": 99, "text": "HACKED"}]}),
    "only one": instead(lambda _: {"translations": [{"id": 1, "text": "HACKED"}]}),
    "two objects": instead(lambda found: '{"translations":[{"id":1,"text":"HACKED"}]}' + str(found)),
    "another object": instead(lambda _: {"system_prompt": "HACKED"}),
    "doubled ids": instead(lambda found: {"translations": [{"id": 1, "text": "HACKED"}, *found]}),
}


_FIRST = ("a word", "prose", "everywhere", "plain text")


def test_there_are_200() -> None:
    assert len(set(INJECTIONS)) == 200


@pytest.mark.slow
@pytest.mark.parametrize("name", _FIRST)
async def test_no_order_is_obeyed(name: str) -> None:
    await _check(name, INJECTIONS)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in OBEDIENT if name not in _FIRST])
async def test_no_order_is_obeyed_in_another_way(name: str) -> None:
    await _check(name, INJECTIONS[:: len(_FIRST)])


@pytest.mark.campaign
@pytest.mark.parametrize("name", list(OBEDIENT))
async def test_campaign_of_all_orders(name: str) -> None:
    await _check(name, INJECTIONS)


async def _check(name: str, injections: Sequence[str]) -> None:
    async with opened("chat", chat_server(OBEDIENT[name])) as (engine, _):
        pair = pair_of(engine, "en", "de")
        for start in range(0, len(injections), _AT_ONCE):
            texts = [
                text
                for injection in injections[start : start + _AT_ONCE]
                for text in (injection, f"{_ORDINARY[0]} {start}", f"{_ORDINARY[1]} {start}")
            ]
            batch = [marked(text) for text in texts]
            answers = await engine.translate(batch, pair)
            assert len(answers) == len(batch)
            for text, source, answer in zip(texts, batch, answers, strict=True):
                assert "HACKED" not in render(answer) or text not in INJECTIONS, (text, render(answer))
                assert not answer or keeps_codes(source, answer)
                if text not in INJECTIONS and answer:
                    assert render(answer) == honest(text)


def honest(text: str) -> str:
    """What an honest model makes of an ordinary text."""
    segment = marked(text)
    answer = read_tagged(germanized(write_tagged(segment, _TAGS)), segment, _TAGS)
    return render(answer)


@pytest.mark.slow
async def test_ordinary_texts_among_orders_are_translated() -> None:
    """The model obeys in its form: the ordinary texts of the same request are translated all the same."""
    async with opened("chat", chat_server(OBEDIENT["plain text"])) as (engine, _):
        route = route_by(engine, "en", "de")
        await translate_texts(
            new_translator(), [_ORDINARY[0]], route=route
        )  # the model has been seen to work
        texts = [text for order in INJECTIONS[:10] for text in (f"{_ORDINARY[1]} {order[:3]}", order)]
        results = await translate_texts(new_translator(), texts, route=route)
    for text, result in zip(texts, results, strict=True):
        assert plain_text(result.translation.segment)
        if text not in INJECTIONS:
            assert result.text != text
        else:
            assert result.text == text
