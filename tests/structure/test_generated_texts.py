"""Generated texts through engines that move words and break codes: structure is kept, whatever they do."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from dragoman.translation.routes import Route
from scripts.structure.laws import ANY_ENGINE, FAITHFUL, LIAR, Rules
from scripts.structure.moving import MovingEngine
from scripts.structure.translating import route_by
from scripts.structure.wrong import WrongEngine
from tests.structure.apertium import DIRECTIONS, apertium_routes
from tests.structure.generated import marked_texts
from tests.structure.translated import violations

_AT_ONCE = 20
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
_SLICE = 2  # times _AT_ONCE texts for each direction, in the suite
_CAMPAIGN = 63  # the same in the campaign: 20,000 texts through both engines
engines = pytest.mark.parametrize(
    ("engine", "rules"), [(MovingEngine(), FAITHFUL), (WrongEngine(), LIAR)], ids=["moving", "wrong"]
)
directions = pytest.mark.parametrize(("source", "target"), _LANGUAGES)


def generated(examples: int) -> settings:
    """So many examples, the same in every run, each as it was found: texts are short enough to be read."""
    return settings(
        max_examples=examples,
        phases=[Phase.generate],
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )


async def _check(engine: MovingEngine, rules: Rules, languages: tuple[str, str], data: st.DataObject) -> None:
    texts = data.draw(st.lists(marked_texts(languages[0]), min_size=_AT_ONCE, max_size=_AT_ONCE))
    assert await violations(texts, route_by(engine, *languages), rules) == []


@engines
@directions
@generated(_SLICE)
@given(data=st.data())
async def test_generated_texts_keep_their_structure(
    engine: MovingEngine, rules: Rules, source: str, target: str, data: st.DataObject
) -> None:
    await _check(engine, rules, (source, target), data)


@pytest.mark.campaign
@pytest.mark.timeout(0)
@engines
@directions
@generated(_CAMPAIGN)
@given(data=st.data())
async def test_campaign_of_20_000_generated_texts(
    engine: MovingEngine, rules: Rules, source: str, target: str, data: st.DataObject
) -> None:
    await _check(engine, rules, (source, target), data)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def routes() -> AsyncIterator[dict[tuple[str, str], Route]]:
    async with apertium_routes() as opened:
        yield opened


through_apertium = pytest.mark.parametrize("direction", DIRECTIONS)


async def _check_apertium(
    routes: dict[tuple[str, str], Route], direction: tuple[str, str], data: st.DataObject
) -> None:
    texts = data.draw(st.lists(marked_texts(direction[0]), min_size=_AT_ONCE, max_size=_AT_ONCE))
    assert await violations(texts, routes[direction], ANY_ENGINE) == []


@through_apertium
@generated(_SLICE)
@given(data=st.data())
async def test_generated_texts_keep_their_structure_through_apertium(
    routes: dict[tuple[str, str], Route], direction: tuple[str, str], data: st.DataObject
) -> None:
    await _check_apertium(routes, direction, data)


@pytest.mark.campaign
@pytest.mark.timeout(0)
@through_apertium
@generated(_CAMPAIGN)
@given(data=st.data())
async def test_campaign_through_apertium(
    routes: dict[tuple[str, str], Route], direction: tuple[str, str], data: st.DataObject
) -> None:
    await _check_apertium(routes, direction, data)
