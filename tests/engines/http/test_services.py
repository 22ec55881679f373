"""What each service is sent, within its limits, and which languages it offers."""

from __future__ import annotations

import asyncio

import pytest

from dragoman.engines.engine import EnginePair, EngineUnavailable, Guidance, HintKind, Hints, Quality
from dragoman.engines.http import BudgetSpent, ServiceFailed, check_service
from dragoman.fair_semaphore import requests_of, working_for
from dragoman.languages import canonical
from dragoman.segments import keeps_codes, render
from dragoman.styles import Formality, StyleRule
from tests.engines.http.model_server import MODEL, as_asked, chat_server, germanized
from tests.engines.http.opened import marked, opened, pair_of
from tests.engines.http.server import Reply, Request
from tests.engines.http.services import HANDLERS, by_html, by_xml, deepl, libretranslate
from tests.waiting import until

services = pytest.mark.parametrize("kind", list(HANDLERS))
_PATHS = {"/v2/translate", "/translate", "/v3/projects/my-project/locations/global:translateText"}


@services
async def test_pairs_are_canonical_and_of_the_quality_of_the_service(kind: str) -> None:
    async with opened(kind, HANDLERS[kind](None)) as (engine, _):
        pairs = engine.pairs()
        assert {(canonical(pair.source), canonical(pair.target)) for pair in pairs} == {
            (pair.source, pair.target) for pair in pairs
        }
        assert len({(pair.source, pair.target) for pair in pairs}) == len(pairs)
        assert not [pair for pair in pairs if pair.source == pair.target]
        assert {pair.quality for pair in pairs} == {
            Quality.MEDIUM if kind == "libretranslate" else Quality.HIGH
        }
        assert pair_of(engine, "en", "zh-Hant")
        assert engine.pairs() is pairs
        await engine.load_pairs()
        assert engine.pairs() is pairs  # the routes are built from it


@pytest.mark.parametrize(
    ("kind", "source", "target", "codes"),
    [
        ("deepl", "en", "pt-BR", ("EN", "PT-BR")),
        ("deepl", "zh-Hans", "en-GB", ("ZH", "EN-GB")),
        ("deepl", "zh-Hant", "en", ("ZH", "EN-US")),
        ("deepl", "de", "pt", ("DE", "PT-BR")),
        ("azure", "pt", "en", ("pt", "en")),
        ("deepl", "de", "zh-Hans", ("DE", "ZH-HANS")),
        ("libretranslate", "zh-Hant", "pt-BR", ("zt", "pb")),
        ("google", "he", "zh-Hant", ("he", "zh-TW")),
        ("google", "nb", "zh-Hans", ("no", "zh-CN")),
        ("azure", "pt-BR", "pt-PT", ("pt", "pt-pt")),
        ("azure", "en", "sr-Latn", ("en", "sr-Latn")),
        ("azure", "en", "sr-Cyrl", ("en", "sr-Cyrl")),
    ],
)
@pytest.mark.parametrize("named", [False, True], ids=["offered", "configured"])
async def test_languages_are_sent_by_the_services_codes(
    kind: str, source: str, target: str, codes: tuple[str, str], named: bool
) -> None:
    pairs = ((source, target),) if named else None
    if named and kind == "libretranslate":
        pytest.skip("the test's server has the codes of older versions only")
    async with opened(kind, HANDLERS[kind](None), pairs=pairs) as (engine, server):
        assert await engine.translate([marked("house")], pair_of(engine, source, target))
        (request,) = [request for request in server.requests if request.path in _PATHS]
    body = {} if kind == "azure" else request.json
    sent = {
        "deepl": lambda: (body["source_lang"], body["target_lang"]),
        "libretranslate": lambda: (body["source"], body["target"]),
        "google": lambda: (body["sourceLanguageCode"], body["targetLanguageCode"]),
        "azure": lambda: (request.query["from"], request.query["to"]),
    }[kind]()
    assert sent == codes


@services
async def test_a_pair_that_is_not_offered_is_left_to_others(kind: str) -> None:
    async with opened(kind, HANDLERS[kind](None)) as (engine, _):
        unknown = EnginePair(source="en", target="vo", quality=Quality.HIGH)
        with pytest.raises(EngineUnavailable, match="vo"):
            await engine.translate([marked("house")], unknown)


@services
async def test_batches_are_within_the_limits(kind: str) -> None:
    """The servers refuse what is over their limits. Quotes and tags take more characters when written."""
    long = "<i>\"'&</i> house " * (20 if kind == "libretranslate" else 90)
    texts = [*(f"house <b>{number}</b> & \"door\" 'car'" for number in range(1_200)), long]
    async with opened(kind, HANDLERS[kind](lambda text, _: text)) as (engine, _):
        batch = [marked(text) for text in texts]
        answers = await engine.translate(batch, pair_of(engine, "en", "es"))
        assert len(answers) == len(texts)
        assert all(keeps_codes(source, answer) for source, answer in zip(batch, answers, strict=True))


async def test_a_text_over_the_limit_of_an_installation_is_left_to_others() -> None:
    async with opened("libretranslate", libretranslate(limit=100)) as (engine, server):
        answers = await engine.translate(
            [marked("house"), marked("house " * 30), marked("door")], pair_of(engine, "en", "es")
        )
        assert [bool(answer) for answer in answers] == [True, False, True]
        assert len(server.of("/translate")) == 1


async def test_deepl_is_told_formality_and_context() -> None:
    guidance = Guidance(
        context="About beds.", formality=Formality.INFORMAL, hints=(Hints(before="Before.", after="After."),)
    )
    async with opened("deepl", deepl(), model="quality_optimized") as (engine, server):
        assert engine.traits.uses == {HintKind.CONTEXT}
        assert engine.traits.follows == {StyleRule.FORMALITY}
        assert engine.version == "v2 quality_optimized"
        await engine.translate([marked("bed")], pair_of(engine, "en", "de"), guidance)
        (request,) = server.of("/v2/translate")
    assert request.json["formality"] == "prefer_less"
    assert request.json["context"] == "About beds.\nBefore.\nAfter."
    assert request.json["model_type"] == "quality_optimized"


async def test_placeholders_are_shown_to_services_and_left_alone() -> None:
    async with opened("deepl", deepl()) as (engine, server):
        await engine.translate([marked("Hi {name}, a<br>b & <b>c</b>")], pair_of(engine, "en", "de"))
        (request,) = server.of("/v2/translate")
    assert request.json["text"] == ['Hi <k id="1">{name}</k>, a<x id="2"/>b &amp; <g id="3">c</g>']
    async with opened("azure", HANDLERS["azure"](None)) as (engine, server):
        await engine.translate([marked("Hi {name}, a<br>b & <b>c</b>")], pair_of(engine, "en", "de"))
        (request,) = server.of("/translate")
    assert request.json == [
        {
            "Text": 'Hi <span class="notranslate" translate="no" id="1">{name}</span>, a<img id="2">b &amp; '
            '<span id="3">c</span>'
        }
    ]


@pytest.mark.parametrize("kind", ["deepl", "azure"])
async def test_words_that_went_into_a_placeholder_are_not_lost(kind: str) -> None:
    """The answer is not used, and the text is translated in another way."""
    by = {"deepl": by_xml, "azure": by_html}[kind]

    def swallow(text: str, target: str) -> str:
        return by()(text, target).replace("{name}", "{name} casa")

    async with opened(kind, HANDLERS[kind](swallow)) as (engine, _):
        assert await engine.translate([marked("house of {name}")], pair_of(engine, "en", "es")) == [()]


@services
async def test_a_service_that_escapes_more_or_less_is_read(kind: str) -> None:
    """Quotes as references, a bare ampersand, a literal sign."""

    def answer(text: str, target: str) -> str:
        return "&quot;a&#39;s&quot; & b &lt; c &#x41; &copy d"

    async with opened(kind, HANDLERS[kind](answer)) as (engine, _):
        (found,) = await engine.translate([marked("house")], pair_of(engine, "en", "es"))
        assert render(found) == '"a\'s" & b < c A &copy d'


class Budget:
    """So many characters, and what was given back."""

    def __init__(self, characters: int) -> None:
        self.left = characters

    async def reserve(self, characters: int) -> None:
        if characters > self.left:
            raise BudgetSpent("used up")
        self.left -= characters

    async def give_back(self, characters: int) -> None:
        self.left += characters


async def test_a_budget_is_for_whole_batches_and_given_back() -> None:
    budget = Budget(100)
    async with opened("deepl", deepl(), spending=budget) as (engine, server):
        pair = pair_of(engine, "en", "es")
        await engine.translate([marked("x" * 60)], pair)
        assert budget.left == 40
        with pytest.raises(BudgetSpent):
            await engine.translate([marked("y" * 30), marked("z" * 30)], pair)
        assert budget.left == 40
        assert len(server.of("/v2/translate")) == 1
        server.handler = lambda _: Reply(status=400)
        with pytest.raises(ServiceFailed):
            await engine.translate([marked("y" * 30)], pair)
        assert budget.left == 40


async def test_a_second_try_of_a_model_is_paid_too_or_left_out() -> None:
    text = "Please write to the customer before the end of the month."
    model = as_asked(lambda one: germanized(one["source"]) if "problem" in one else "Ja")
    for left, calls in ((10_000, 2), (len(text) + 5, 1)):
        budget = Budget(left)
        async with opened("chat", chat_server(model), spending=budget) as (engine, server):
            (answer,) = await engine.translate([marked(text)], pair_of(engine, "en", "de"))
            assert bool(answer) is (calls == 2)
            assert len(server.requests) == calls
            assert budget.left == left - calls * len(text)


async def test_accounts_share_the_calls_at_once() -> None:
    """One account's thousand texts do not keep another's one text waiting for all of them."""
    order: list[str] = []
    gate = asyncio.Event()
    answer = deepl()

    async def handle(request: Request) -> Reply:
        if request.path == "/v2/translate":
            order.append(request.json["text"][0][:3])
            await gate.wait()
        found = answer(request)
        assert isinstance(found, Reply)
        return found

    async with opened("deepl", handle, concurrency=1) as (engine, _):
        pair = pair_of(engine, "en", "es")

        async def translate(account: int, text: str, count: int) -> None:
            with working_for(requests_of(account)):
                await engine.translate([marked(f"{text} {n}") for n in range(count)], pair)

        large = asyncio.create_task(translate(1, "big", 500))
        await until(lambda: order)
        small = asyncio.create_task(translate(2, "one", 1))
        await asyncio.sleep(0.05)
        gate.set()
        await asyncio.gather(large, small)
    assert order.index("one") <= 2


@services
async def test_a_check_says_what_works(kind: str) -> None:
    async with opened(kind, HANDLERS[kind](None), load=False) as (engine, _):
        report = await check_service(engine)
    assert report.problem == ""
    assert report.pairs > 50
    assert report.pair is not None
    assert (report.pair.source, report.pair.target) == ("en", "de")
    assert report.sentence == "The red house is on the other side of the street."
    assert report.translation
    assert report.keeps_tags


async def test_a_check_says_what_is_wrong_and_no_secret() -> None:
    key = "wrong-key-9876543210"
    async with opened("chat", chat_server(as_asked(lambda _: ""), key="another"), secret=key) as (engine, _):
        report = await check_service(engine, secret=key)
        assert "Check the secret" in report.problem
        assert key not in f"{report}"
    async with opened("chat", chat_server(as_asked(lambda _: "")), model="none") as (engine, _):
        report = await check_service(engine)
        assert "no such model" in report.problem
        assert "model_not_found" in report.advice
    page = Reply(body=b"<html>", content_type="text/html")
    async with opened("libretranslate", lambda _: page, load=False) as (engine, _):
        report = await check_service(engine)
        assert "a web page (HTML)" in report.problem
    async with opened("chat", chat_server(as_asked(lambda _: "")), model=MODEL) as (engine, _):
        report = await check_service(engine)
        assert "no translation" in report.problem
