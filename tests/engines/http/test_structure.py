"""Generated texts through each service, on servers that move words and break codes: structure is kept."""

from __future__ import annotations

import pytest

from dragoman.segments import Segment
from dragoman.segments.word_borders import part_words
from scripts.structure.laws import FAITHFUL, LIAR, Rules
from scripts.structure.moving import move
from scripts.structure.translating import route_by
from scripts.structure.words import style_of
from scripts.structure.wrong import WrongEngine
from tests.engines.http.model_server import chat_server, moving_model
from tests.engines.http.opened import opened
from tests.engines.http.server import Handler
from tests.engines.http.services import HANDLERS, MARKUPS, Moves, move_words
from tests.structure.drawing import draw_different
from tests.structure.generated import marked_texts
from tests.structure.translated import violations

_SLICE = 40
_CAMPAIGN = 2_500  # of each way and direction: 10,000 texts through each service
_AT_ONCE = 100
_LANGUAGES = (("en", "es"), ("ja", "he"))


def break_codes(segment: Segment, target: str) -> Segment:
    """Words are written apart first: what a code alone separated would be one word of the engine's own."""
    wrong = WrongEngine()
    return wrong._harm(segment, part_words(segment, move(segment, style_of(target.lower()))))


ways = pytest.mark.parametrize(
    ("moves", "rules"), [(move_words, FAITHFUL), (break_codes, LIAR)], ids=["moving", "wrong"]
)
services = pytest.mark.parametrize("kind", [*HANDLERS, "chat"])
directions = pytest.mark.parametrize(("source", "target"), _LANGUAGES)


def _server(kind: str, moves: Moves, target: str) -> Handler:
    if kind == "chat":
        return chat_server(moving_model(moves, target))
    return HANDLERS[kind](MARKUPS[kind](moves))


async def _check(kind: str, moves: Moves, rules: Rules, direction: tuple[str, str], number: int) -> None:
    source, target = direction
    texts = draw_different(marked_texts(source), number)
    async with opened(kind, _server(kind, moves, target)) as (engine, _):
        route = route_by(engine, source, target)
        found = [
            broken
            for start in range(0, len(texts), _AT_ONCE)
            for broken in await violations(texts[start : start + _AT_ONCE], route, rules)
        ]
    assert not found, f"{len(found)} violations:\n" + "\n".join(found[:20])


@pytest.mark.slow
@services
@ways
@directions
async def test_generated_texts_keep_their_structure(
    kind: str, moves: Moves, rules: Rules, source: str, target: str
) -> None:
    """T10."""
    await _check(kind, moves, rules, (source, target), _SLICE)


@pytest.mark.campaign
@pytest.mark.timeout(0)
@services
@ways
@directions
async def test_campaign_of_10_000_texts_through_each_service(
    kind: str, moves: Moves, rules: Rules, source: str, target: str
) -> None:
    await _check(kind, moves, rules, (source, target), _CAMPAIGN)
