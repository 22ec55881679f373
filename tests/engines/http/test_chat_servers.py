"""Servers of language models: what they refuse, cut, filter and answer in another form."""

from __future__ import annotations

import asyncio

import orjson
import pytest

from dragoman.engines.http import ServiceFailed
from dragoman.engines.http.circuit import CircuitState
from tests.engines.http.model_server import MODEL, as_asked, chat_server, complete, germanized
from tests.engines.http.opened import marked, opened, pair_of
from tests.engines.http.server import Reply, Request

_GOOD = as_asked(lambda segment: germanized(segment["source"]))
_TEXTS = (
    "The <b>red house</b> of {name} is on the other side of the street.",
    "Please write to the customer before the end of the month.",
    "Nobody knows where the <i>old key of the garden</i> is, and nobody asks.",
)


@pytest.mark.parametrize(
    "refused",
    [
        {"json_schema"},
        {"json_schema", "json_object"},
        {"max_tokens"},
        {"max_tokens", "max_completion_tokens"},
        {"temperature"},
        {"temperature", "json_schema", "max_tokens"},
    ],
    ids=lambda names: " ".join(sorted(names)),
)
async def test_what_a_server_refuses_is_left_out_from_then_on(refused: set[str]) -> None:
    async with opened("chat", chat_server(_GOOD, refuses=frozenset(refused))) as (
        engine,
        server,
    ):
        pair = pair_of(engine, "en", "de")
        assert all(await engine.translate([marked(_TEXTS[0])], pair))
        before = len(server.of("/chat/completions"))
        assert all(await engine.translate([marked(_TEXTS[1])], pair))
        assert len(server.of("/chat/completions")) == before + 1
        assert engine.state().circuit is CircuitState.CLOSED


async def test_an_unknown_model_is_named_to_the_operator() -> None:
    async with opened("chat", chat_server(_GOOD), model="other") as (engine, _):
        with pytest.raises(ServiceFailed, match="no such model"):
            await engine.translate([marked(_TEXTS[0])], pair_of(engine, "en", "de"))
        assert "Check address and model" in engine.state().last_error


async def test_a_batch_too_long_for_the_model_is_divided() -> None:
    texts = tuple(f"{_TEXTS[1]} It is number {number}." for number in range(12))
    async with opened("chat", chat_server(_GOOD, longest=700)) as (engine, server):
        answers = await engine.translate([marked(text) for text in texts], pair_of(engine, "en", "de"))
        assert all(answers)
        assert len(server.of("/chat/completions")) > 2


async def test_an_answer_that_was_cut_is_asked_for_in_halves() -> None:
    def handle(request: Request) -> Reply:
        data = orjson.loads(request.json["messages"][-1]["content"])
        content = _GOOD(data)
        return complete(content[:40], "length") if len(data["segments"]) > 1 else complete(content)

    async with opened("chat", handle) as (engine, _):
        answers = await engine.translate([marked(text) for text in _TEXTS], pair_of(engine, "en", "de"))
        assert all(answers)


async def test_a_model_that_thinks_long_gets_more_room_for_a_single_text() -> None:
    def handle(request: Request) -> Reply:
        content = _GOOD(orjson.loads(request.json["messages"][-1]["content"]))
        return complete(content) if request.json["max_tokens"] > 4_000 else complete("", "length")

    async with opened("chat", handle) as (engine, server):
        answers = await engine.translate([marked(text) for text in _TEXTS[:2]], pair_of(engine, "en", "de"))
        assert all(answers)
        assert len(server.requests) == 1 + 2 * 2


async def test_refusals_and_filters_are_found_down_to_the_text() -> None:
    def handle(request: Request) -> Reply:
        data = orjson.loads(request.json["messages"][-1]["content"])
        if any("garden" in one["source"] for one in data["segments"]):
            return (
                complete(None, "content_filter")
                if len(data["segments"]) > 1
                else complete(None, refusal="No.")
            )
        return complete(_GOOD(data))

    async with opened("chat", handle) as (engine, _):
        answers = await engine.translate([marked(text) for text in _TEXTS], pair_of(engine, "en", "de"))
        assert [bool(answer) for answer in answers] == [True, True, False]


@pytest.mark.parametrize(
    "value",
    [{}, {"choices": []}, {"choices": [{}]}, {"choices": [{"message": {"content": 3}}]}, {"error": {}}],
)
async def test_an_answer_without_a_message_is_a_failure_of_the_service(value: object) -> None:
    async with opened("chat", lambda _: Reply(body=orjson.dumps(value))) as (engine, _):
        with pytest.raises(ServiceFailed):
            await engine.translate([marked(_TEXTS[0])], pair_of(engine, "en", "de"))
        assert engine.state().failures == 1


async def test_no_more_calls_at_once_than_configured() -> None:
    async def handle(request: Request) -> Reply:
        await asyncio.sleep(0.05)
        return complete(_GOOD(orjson.loads(request.json["messages"][-1]["content"])))

    async with opened("chat", handle, model=MODEL, concurrency=3, options={"batch_characters": 100}) as (
        engine,
        server,
    ):
        assert all(
            await engine.translate(
                [marked(f"{_TEXTS[1]} {n}") for n in range(20)], pair_of(engine, "en", "de")
            )
        )
        assert server.most_open == 3
