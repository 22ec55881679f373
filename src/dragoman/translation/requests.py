"""One text request: its limits, its route, and its translation (T2, T3, T7)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from dragoman.counting import NOTHING, Count, count_characters, count_segment
from dragoman.engines.engine import Engine
from dragoman.errors import LimitExceeded
from dragoman.settings import Settings
from dragoman.translation.markup import parse
from dragoman.translation.routes import Route, Routes, build_routes, find_route, list_routes
from dragoman.translation.text import TextTranslation, translate_texts
from dragoman.translation.translate import Translator

_QUICK = 20_000  # characters that are counted in a few milliseconds
_ADVICE = "Split the text into sentences and send them in batches of up to {} segments."


@dataclass(frozen=True, slots=True, kw_only=True)
class TextRequest:
    """What a client asked to have translated."""

    source: str  # as the client wrote it, well formed
    target: str
    texts: tuple[str, ...]
    sandbox: bool  # pseudo-translation only


@dataclass(frozen=True, slots=True, kw_only=True)
class TextResources:
    """What text translation works with."""

    settings: Settings
    engines: tuple[Engine, ...]
    translator: Translator


async def translate_request(request: TextRequest, resources: TextResources) -> list[TextTranslation]:
    """Translate every text of a request, in order.

    Raises `LimitExceeded`, `LanguagePairUnsupported`, `Unavailable` or `TimedOut`.
    """
    check_limits(request.texts, resources.settings)
    route = find_request_route(resources, request.source, request.target, sandbox=request.sandbox)
    return await translate_texts(resources.translator, request.texts, route=route)


async def count_request(request: TextRequest) -> Count:
    """How much text a request has. Tags do not count as words, and as characters like everything else."""
    texts = request.texts
    if sum(map(len, texts)) <= _QUICK:
        return _count(texts, request.source)
    return await asyncio.to_thread(_count, texts, request.source)


def _count(texts: Sequence[str], language: str) -> Count:
    counts = (
        Count(
            segments=1,
            words=count_segment(parse(text), language=language),
            characters=len(text),
            characters_without_spaces=count_characters(text, spaces=False),
        )
        for text in texts
    )
    return sum(counts, NOTHING)


def find_request_route(resources: TextResources, source: str, target: str, *, sandbox: bool) -> Route:
    """The route for a pair as a client wrote it. Raises `LanguagePairUnsupported`."""
    return find_route(_routes(resources, sandbox=sandbox), source, target)


def available_routes(resources: TextResources, *, sandbox: bool) -> Sequence[Route]:
    """Every direction that works now, sorted by source and target."""
    return list_routes(_routes(resources, sandbox=sandbox))


def check_limits(texts: Sequence[str], settings: Settings) -> None:
    """Refuse a request that is empty or too large (T2); lengths in code points. Raises `LimitExceeded`."""
    advice = _ADVICE.format(settings.max_segments)
    if not texts:
        raise LimitExceeded(f"A request has 1 to {settings.max_segments} segments; this one has none.")
    if len(texts) > settings.max_segments:
        raise LimitExceeded(
            f"A request has at most {settings.max_segments} segments; this one has {len(texts)}. {advice}"
        )
    for number, text in enumerate(texts):
        if len(text) > settings.max_segment_characters:
            raise LimitExceeded(
                f"A segment has at most {settings.max_segment_characters} characters; "
                f"segments[{number}] has {len(text)}. {advice}"
            )
    total = sum(map(len, texts))
    if total > settings.max_request_characters:
        raise LimitExceeded(
            f"All segments together have at most {settings.max_request_characters} characters; "
            f"these have {total}. {advice}"
        )


def _routes(resources: TextResources, *, sandbox: bool) -> Routes:
    return build_routes(resources.engines, pivots=resources.settings.pivots, sandbox=sandbox)
