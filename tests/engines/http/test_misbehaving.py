"""Services that are away or answer wrongly: a clear error for operators, the next engine for customers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

import orjson
import pytest
from structlog.testing import capture_logs

from dragoman.engines.engine import EngineTimedOut, EngineUnavailable
from dragoman.engines.http import ServiceFailed
from dragoman.engines.http.circuit import CircuitState
from dragoman.translation.pair_index import EngineChoice, RouteStep
from dragoman.translation.routes import Route
from dragoman.translation.text import translate_texts
from tests.engines.http.model_server import chat_by
from tests.engines.http.opened import marked, opened, pair_of
from tests.engines.http.server import Handler, Reply, Request, json_reply
from tests.engines.http.services import HANDLERS, KEY
from tests.structure.translated import new_translator
from tests.translation.reversing import ReversingEngine

_TEXT = "A customer's <b>secret words</b> for {name}."
_SECRETS = (KEY, "secret words", "customer")
_ALL = {**HANDLERS, "chat": chat_by}
_PATHS = {
    "/chat/completions",
    "/v2/translate",
    "/translate",
    "/v3/projects/my-project/locations/global:translateText",
}
services = pytest.mark.parametrize("kind", list(_ALL))
markup_services = pytest.mark.parametrize("kind", list(HANDLERS))


def wrongly(kind: str, reply: Callable[[Request], Reply]) -> Handler:
    """The service, whose answers to translations are wrong."""
    good = _ALL[kind](None)
    return lambda request: reply(request) if request.path in _PATHS else good(request)


def other_count(kind: str, change: Callable[[list[object]], list[object]]) -> Handler:
    """The service, whose answers have more or fewer translations."""
    good = _ALL[kind](None)

    def handle(request: Request) -> Reply:
        reply = good(request)
        assert isinstance(reply, Reply)
        if request.path not in _PATHS:
            return reply
        value = orjson.loads(reply.body)
        if isinstance(value, list):
            return json_reply(change(value))
        (key,) = value
        return json_reply({key: change(value[key])})

    return handle


FAULTS: dict[str, tuple[Reply, str]] = {
    "html": (Reply(body=b"<html>Welcome</html>", content_type="text/html"), "a web page"),
    "not json": (Reply(body=b'{"translations": [{"te'), "not JSON"),
    "plain text": (Reply(body=b"Hello", content_type="text/plain"), "text/plain"),
    "another shape": (json_reply({"ok": True}), "answer has"),
    "a list of numbers": (json_reply([1, 2, 3]), "answer"),
    "null": (Reply(body=b"null"), "answer has"),
    "redirect": (Reply(status=302, headers={"location": "http://169.254.169.254/"}), "another address"),
    "compressed": (Reply(body=b"\x1f\x8b", headers={"content-encoding": "gzip"}), "compressed"),
    "cut": (Reply(body=b"x" * 1000, cut=500), "broke off"),
    "no answer": (Reply(gone=True), "broke off"),
    "failed": (Reply(status=500, body=b"customer secret words"), "status 500"),
    "overloaded": (Reply(status=503), "status 503"),
    "busy for ever": (Reply(status=429), "429"),
    "huge": (Reply(body=b" " * 65536, endless=True), "more than"),
    "refused": (Reply(status=400, body=b"customer secret words"), "status 400"),
    "too large": (Reply(status=413), "status 413"),
    "no content": (Reply(status=204), "204"),
    "wrong key": (Reply(status=401, body=KEY.encode()), "key"),
    "forbidden": (json_reply({"error": "no"}, 403), "key"),
}


@services
@pytest.mark.parametrize("fault", list(FAULTS))
async def test_each_fault_is_named_without_secrets_and_texts(kind: str, fault: str) -> None:
    reply, words = FAULTS[fault]
    with capture_logs() as logs:
        async with opened(kind, wrongly(kind, lambda _: reply)) as (engine, _):
            with pytest.raises(ServiceFailed) as caught:
                await engine.translate([marked(_TEXT)], pair_of(engine, "en", "es"))
            state = engine.state()
    assert words in caught.value.message
    if caught.value.status not in {400, 413}:
        assert state.last_error == caught.value.message
        assert state.failed_at is not None
    shown = f"{caught.value!r} {caught.value} {engine!r} {engine.configuration!r} {state!r} {logs}"
    assert not [secret for secret in _SECRETS if secret in shown]


@pytest.mark.parametrize(
    ("kind", "fault"),
    [*(("deepl", fault) for fault in FAULTS), *((kind, "cut") for kind in _ALL if kind != "deepl")],
)
async def test_the_next_engine_answers(kind: str, fault: str) -> None:
    reply, _ = FAULTS[fault]
    async with opened(kind, wrongly(kind, lambda _: reply)) as (engine, _):
        choices = tuple(
            EngineChoice(engine=one, pair=pair_of(engine, "en", "es")) for one in (engine, ReversingEngine())
        )
        route = Route(source="en", target="es", steps=(RouteStep(choices=choices),))
        (result,) = await translate_texts(new_translator(), [_TEXT], route=route)
    assert result.translation.engine == "reversing 1"
    assert result.text == "{name}. for <b>words secret</b> customer's A."


@markup_services
@pytest.mark.parametrize(
    "change",
    [lambda found: found[:-1], lambda found: [*found, found[0]], lambda _: []],
    ids=["fewer", "more", "none"],
)
async def test_another_number_of_translations_is_refused(
    kind: str, change: Callable[[list[object]], list[object]]
) -> None:
    async with opened(kind, other_count(kind, change)) as (engine, _):
        with pytest.raises(ServiceFailed, match="translations for 2 texts"):
            await engine.translate([marked("one"), marked("two")], pair_of(engine, "en", "es"))


@services
@pytest.mark.parametrize("reply", [Reply(drip=True), Reply(silent=True)], ids=["drips", "is silent"])
async def test_a_service_that_never_ends_is_ended(kind: str, reply: Reply) -> None:
    async with opened(kind, wrongly(kind, lambda _: reply), timeout_seconds=1) as (engine, _):
        with pytest.raises(EngineTimedOut, match="within 1 seconds"):
            await engine.translate([marked(_TEXT)], pair_of(engine, "en", "es"))


@services
async def test_a_service_that_went_away(kind: str) -> None:
    async with opened(kind, _ALL[kind](None)) as (engine, server):
        await server.stop()
        with pytest.raises(ServiceFailed, match="cannot be reached"):
            await engine.translate([marked(_TEXT)], pair_of(engine, "en", "es"))


@services
async def test_what_passes_is_tried_again(kind: str) -> None:
    """429 with Retry-After, a failure, a connection that ends: then an answer."""
    replies = [Reply(status=429, headers={"retry-after": "0"}), Reply(status=502), Reply(gone=True)]
    good = _ALL[kind](None)

    def handle(request: Request) -> Reply:
        if request.path in _PATHS and replies:
            return replies.pop(0)
        found = good(request)
        assert isinstance(found, Reply)
        return found

    async with opened(kind, handle) as (engine, server):
        (answer,) = await engine.translate([marked(_TEXT)], pair_of(engine, "en", "es"))
        assert answer
        assert sum(request.path in _PATHS for request in server.requests) == 4
        assert engine.state().last_error == ""


_ODD: tuple[object, ...] = (None, 1, -1.5, True, "x", [], {}, [[]], {"a": 1}, "\N{GRINNING FACE}" * 3)


def distorted(value: object) -> Iterator[object]:
    """The value with each part replaced by each odd one."""
    yield from _ODD
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from ({**value, key: one} for one in distorted(inner))
            yield {other: one for other, one in value.items() if other != key}
    if isinstance(value, list):
        for number, inner in enumerate(value):
            yield from ([*value[:number], one, *value[number + 1 :]] for one in distorted(inner))


@services
async def test_no_odd_answer_is_more_than_a_failure(kind: str) -> None:
    """Lists of languages, settings and translations, each part of them replaced."""
    good = _ALL[kind](None)
    found: list[tuple[str, object]] = []

    def note(request: Request) -> Reply:
        reply = good(request)
        assert isinstance(reply, Reply)
        path = request.path + request.query.get("type", "")
        found.append((path, orjson.loads(reply.body)))
        return reply

    async with opened(kind, note) as (engine, server):
        pair = pair_of(engine, "en", "es")
        await engine.translate([marked("house"), marked("door")], pair)
        for path, value in dict(found).items():
            for odd in distorted(_shortened(value)):
                server.handler = lambda request, odd=odd, path=path: (
                    json_reply(odd) if request.path + request.query.get("type", "") == path else good(request)
                )
                engine._circuit._close()
                try:
                    await engine.load_pairs()
                    assert len(await engine.translate([marked("house"), marked("door")], pair)) == 2
                except EngineUnavailable:
                    pass


def _shortened(value: object) -> object:
    """Lists with their first entries: all are alike."""
    if isinstance(value, dict):
        return {key: _shortened(inner) for key, inner in list(value.items())[:4]}
    return [_shortened(inner) for inner in value[:2]] if isinstance(value, list) else value


async def test_a_long_retry_after_is_not_waited_for() -> None:
    reply = Reply(status=429, headers={"retry-after": "Fri, 31 Dec 2100 00:00:00 GMT"})
    async with opened("deepl", wrongly("deepl", lambda _: reply)) as (engine, server):
        with pytest.raises(ServiceFailed, match="429"):
            await engine.translate([marked(_TEXT)], pair_of(engine, "en", "es"))
        assert len(server.of("/v2/translate")) == 1
        state = engine.state()
        assert state.circuit is CircuitState.OPEN
        with pytest.raises(EngineUnavailable, match="left alone"):
            await engine.translate([marked(_TEXT)], pair_of(engine, "en", "es"))
        assert len(server.of("/v2/translate")) == 1


async def test_a_wrong_key_opens_the_circuit_at_once() -> None:
    async with opened(
        "deepl", HANDLERS["deepl"](None), secret="another", load=False, pairs=(("en", "es"),)
    ) as (
        engine,
        server,
    ):
        pair = pair_of(engine, "en", "es")
        for _ in range(3):
            with pytest.raises(EngineUnavailable, match="key"):
                await engine.translate([marked(_TEXT)], pair)
        assert len(server.of("/v2/translate")) == 1
        assert engine.state().circuit is CircuitState.OPEN


async def test_deepls_quota_is_named() -> None:
    reply = json_reply({"message": "Quota exceeded"}, 456)
    async with opened("deepl", wrongly("deepl", lambda _: reply)) as (engine, _):
        with pytest.raises(ServiceFailed, match="used up"):
            await engine.translate([marked(_TEXT)], pair_of(engine, "en", "es"))
        assert engine.state().circuit is CircuitState.OPEN


async def test_a_text_that_is_refused_opens_nothing() -> None:
    """A customer's odd text must not keep others from the engine."""
    good = HANDLERS["deepl"](None)

    def handle(request: Request) -> Reply:
        found = Reply(status=400) if b"odd" in request.body else good(request)
        assert isinstance(found, Reply)
        return found

    async with opened("deepl", handle) as (engine, _):
        pair = pair_of(engine, "en", "es")
        for _ in range(8):
            with pytest.raises(ServiceFailed, match="400"):
                await engine.translate([marked("odd")], pair)
        assert engine.state().circuit is CircuitState.CLOSED
        assert await engine.translate([marked("even")], pair)


async def test_a_service_that_dies_amid_a_batch_gives_no_half_batch() -> None:
    """Shows 4: some calls were answered, then the connections break."""
    good = HANDLERS["deepl"](None)
    count = 0

    def handle(request: Request) -> Reply:
        nonlocal count
        count += request.path == "/v2/translate"
        found = Reply(gone=True) if count > 2 and request.path == "/v2/translate" else good(request)
        assert isinstance(found, Reply)
        return found

    async with opened("deepl", handle) as (engine, _):
        with pytest.raises(ServiceFailed, match="broke off"):
            await engine.translate([marked(f"text {n}") for n in range(300)], pair_of(engine, "en", "es"))


async def test_a_cancelled_call_ends_its_requests() -> None:
    async with opened("deepl", wrongly("deepl", lambda _: Reply(silent=True))) as (engine, server):
        task = asyncio.create_task(engine.translate([marked(_TEXT)], pair_of(engine, "en", "es")))
        while not server.of("/v2/translate"):
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert engine.state().failures == 0


async def test_a_service_that_is_back_is_found_out_by_one_call() -> None:
    """The other calls of the batch wait for it, as the first of them would be refused otherwise."""
    async with opened("deepl", wrongly("deepl", lambda _: Reply(status=401))) as (engine, server):
        pair = pair_of(engine, "en", "es")
        with pytest.raises(ServiceFailed):
            await engine.translate([marked(_TEXT)], pair)
        assert engine.state().circuit is CircuitState.OPEN
        server.handler = _ALL["deepl"](None)
        engine._circuit._until = 0.0  # the time has come
        assert engine.state().circuit is CircuitState.HALF_OPEN
        assert all(await engine.translate([marked(f"text {n}") for n in range(300)], pair))
        assert engine.state().circuit is CircuitState.CLOSED
        assert len(server.of("/v2/translate")) == 1 + 6
