"""What every engine in the table owes its callers, run over all of them that this machine can open."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from dragoman.engines import OPENERS, open_engines
from dragoman.engines.engine import Engine, EnginePair, Quality
from dragoman.languages import canonical, is_well_formed
from dragoman.segments import Segment, Text, keeps_codes, plain_text
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from dragoman.translation.protection.markup import parse
from dragoman.translation.protection.placeholders import protect

# Preferred of each engine's pairs, so that the suite warms few pipelines.
_PAIRS = (("en", "es"), ("es", "ca"))
_TEXTS = (
    "house",
    "The red house is big.",
    "The <b>red</b> house of {name} is <i>very <u>big</u></i>.",
    "a < b [ ] { } ^ $ / \\ @ ~ * # + _ %",
    "<b></b>house<br>",
    "one\ttwo\nthree  four",
    "don't say “no”: it's 10 km; see https://a.example/?b=c&amp;d",
    "日本語 العربية हिन्दी русский 👩‍👩‍👧",
    "word " * 400,
    ".",
)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def engines() -> AsyncIterator[tuple[Engine, ...]]:
    async with open_engines(Settings(), metrics=Metrics()) as opened:
        yield opened


@pytest.fixture(params=range(len(OPENERS)), ids=[opener.__module__.rpartition(".")[2] for opener in OPENERS])
def engine(request: pytest.FixtureRequest, engines: tuple[Engine, ...]) -> Engine:
    name = OPENERS[request.param].__module__.split(".")[2]
    for engine in engines:
        if engine.name == name:
            return engine
    pytest.skip(f"this machine lacks what the {name} engine needs")


def chosen(engine: Engine) -> EnginePair:
    pairs = {(pair.source, pair.target): pair for pair in engine.pairs()}
    return next((pairs[wanted] for wanted in _PAIRS if wanted in pairs), next(iter(pairs.values())))


def segments() -> list[Segment]:
    return [protect(parse(text)) for text in _TEXTS]


async def test_it_has_a_name_and_a_version_for_people(engine: Engine) -> None:
    """T6: "name version" is what `explain` shows."""
    assert engine.name.isidentifier()
    assert engine.name.islower()
    assert engine.version.strip() == engine.version != ""


async def test_its_pairs_are_canonical_different_and_listed_once(engine: Engine) -> None:
    """T3, T7."""
    pairs = engine.pairs()
    assert pairs
    for pair in pairs:
        assert is_well_formed(pair.source)
        assert is_well_formed(pair.target)
        assert (canonical(pair.source), canonical(pair.target)) == (pair.source, pair.target)
        assert pair.source != pair.target
        assert isinstance(pair.quality, Quality)
    assert len({(pair.source, pair.target) for pair in pairs}) == len(pairs)


async def test_a_batch_comes_back_whole_in_order_and_with_text(engine: Engine) -> None:
    """T1: one translation for each segment."""
    pair = chosen(engine)
    batch = segments()
    together = await engine.translate(batch, pair)
    assert len(together) == len(batch)
    alone = [(await engine.translate([segment], pair))[0] for segment in batch]
    assert together == alone
    for source, target in zip(batch, together, strict=True):
        assert not any(isinstance(part, Text) and not part.text for part in target)
        assert plain_text(target).strip() or not plain_text(source).strip()


async def test_an_empty_batch_is_an_empty_answer(engine: Engine) -> None:
    assert await engine.translate([], chosen(engine)) == []


async def test_codes_come_back_with_their_segment(engine: Engine) -> None:
    """T4: both engines of the table place codes themselves, so none may be lost."""
    batch = segments()
    for source, target in zip(batch, await engine.translate(batch, chosen(engine)), strict=True):
        assert keeps_codes(source, target)


async def test_it_translates_the_same_after_and_beside_anything(engine: Engine) -> None:
    pair = chosen(engine)
    batch = segments()
    first = await engine.translate(batch, pair)
    again = await asyncio.gather(*(engine.translate(batch[::-1], pair) for _ in range(4)))
    assert all(answer[::-1] == first for answer in again)


async def test_a_cancelled_call_harms_no_other(engine: Engine) -> None:
    pair = chosen(engine)
    batch = segments()
    expected = await engine.translate(batch, pair)
    given_up = asyncio.create_task(engine.translate(batch * 5, pair))
    other = asyncio.create_task(engine.translate(batch, pair))
    await asyncio.sleep(0)
    given_up.cancel()
    assert await other == expected
    await asyncio.gather(given_up, return_exceptions=True)
    assert await engine.translate(batch, pair) == expected
