"""Generated texts through engines that move words and break codes: structure is always kept."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from dragoman.translation.routes import Route
from scripts.structure.laws import ANY_ENGINE, FAITHFUL, LIAR, Rules
from scripts.structure.moving import MovingEngine
from scripts.structure.translating import route_by
from scripts.structure.wrong import WrongEngine
from tests.structure.apertium import DIRECTIONS, apertium_routes
from tests.structure.drawing import draw_different
from tests.structure.generated import marked_texts
from tests.structure.translated import violations

_LANGUAGES = (
    ("en", "es"),
    ("en", "he"),
    ("en", "ja"),
    ("es", "ca"),
    ("zh", "en"),
    ("ja", "es"),
    ("ar", "en"),
    ("he", "ar"),
)
_SLICE = 40  # texts for each direction, in the suite
_CAMPAIGN = 1_250  # the same in the campaign: 20,000 texts in all, and 3,750 through Apertium
_AT_ONCE = 100
_SHOWN = 20  # violations
engines = pytest.mark.parametrize(
    ("engine", "rules"), [(MovingEngine(), FAITHFUL), (WrongEngine(), LIAR)], ids=["moving", "wrong"]
)
directions = pytest.mark.parametrize(("source", "target"), _LANGUAGES)


async def _check(language: str, number: int, route: Route, rules: Rules) -> None:
    texts = draw_different(marked_texts(language), number)
    found = [
        broken
        for start in range(0, len(texts), _AT_ONCE)
        for broken in await violations(texts[start : start + _AT_ONCE], route, rules)
    ]
    assert not found, f"{len(found)} violations:\n" + "\n".join(found[:_SHOWN])


@pytest.mark.slow
@engines
@directions
async def test_generated_texts_keep_their_structure(
    engine: MovingEngine, rules: Rules, source: str, target: str
) -> None:
    await _check(source, _SLICE, route_by(engine, source, target), rules)


@pytest.mark.campaign
@pytest.mark.timeout(0)
@engines
@directions
async def test_campaign_of_20_000_generated_texts(
    engine: MovingEngine, rules: Rules, source: str, target: str
) -> None:
    await _check(source, _CAMPAIGN, route_by(engine, source, target), rules)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def routes() -> AsyncIterator[dict[tuple[str, str], Route]]:
    async with apertium_routes() as opened:
        yield opened


through_apertium = pytest.mark.parametrize("direction", DIRECTIONS)


@pytest.mark.slow
@through_apertium
async def test_generated_texts_keep_their_structure_through_apertium(
    routes: dict[tuple[str, str], Route], direction: tuple[str, str]
) -> None:
    await _check(direction[0], _SLICE, routes[direction], ANY_ENGINE)


@pytest.mark.campaign
@pytest.mark.timeout(0)
@through_apertium
async def test_campaign_through_apertium(
    routes: dict[tuple[str, str], Route], direction: tuple[str, str]
) -> None:
    await _check(direction[0], _CAMPAIGN, routes[direction], ANY_ENGINE)


async def test_words_of_two_texts_do_not_touch_where_they_are_joined() -> None:
    text = 'Text with <code>words</code> and <b>bold</b><i>slanted</i> <a href="x">link</a><img src="x">.'
    assert await violations([text], route_by(MovingEngine(), "en", "es"), FAITHFUL) == []
