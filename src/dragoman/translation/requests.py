"""One text request: its limits, its route, and its translation (T2, T3, T7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dragoman import quality
from dragoman.counting import NOTHING, Count, count_characters, count_segment
from dragoman.database.connections import Database
from dragoman.engines.engine import Engine
from dragoman.errors import LimitExceeded
from dragoman.languages import canonical
from dragoman.memories.serving import count_usage
from dragoman.messages.placeholder_grammars import check_names
from dragoman.settings import Settings
from dragoman.termbases.serving import Shelf
from dragoman.translation.assets import load_assets
from dragoman.translation.markup import parse
from dragoman.translation.model import Origin
from dragoman.translation.pacing import run
from dragoman.translation.placeholders import protect
from dragoman.translation.routes import Route, Routes, build_routes, find_route, list_routes
from dragoman.translation.text import TextTranslation, translate_texts
from dragoman.translation.translate import Translator

_ADVICE = "Split the text into sentences and send them in batches of up to {} segments."


@dataclass(frozen=True, slots=True, kw_only=True)
class TextRequest:
    """What a client asked to have translated."""

    source: str  # as the client wrote it, well formed
    target: str
    texts: tuple[str, ...]
    account_id: int  # whose memories and term bases are used
    sandbox: bool  # pseudo-translation only
    placeholders: tuple[str, ...] = ()  # names of grammars; empty: the default
    memory_threshold: int | None = None  # from which score a memory wins; None: as the account says


@dataclass(frozen=True, slots=True, kw_only=True)
class TextResources:
    """What text translation works with."""

    settings: Settings
    engines: tuple[Engine, ...]
    translator: Translator
    database: Database
    shelf: Shelf


async def translate_request(request: TextRequest, resources: TextResources) -> list[TextTranslation]:
    """Translate every text of a request, in order, with the account's memories and term bases (T5).

    Raises `LimitExceeded`, `RuleBroken`, `LanguagePairUnsupported`, `Unavailable` or `TimedOut`.
    """
    check_limits(request.texts, resources.settings)
    placeholders = check_names(request.placeholders)
    route = find_request_route(resources, request.source, request.target, sandbox=request.sandbox)
    assets = await load_assets(
        resources.database,
        resources.shelf,
        account_id=request.account_id,
        source=request.source,
        target=request.target,
        threshold=request.memory_threshold,
    )
    results = await translate_texts(
        resources.translator, request.texts, route=route, assets=assets, placeholders=placeholders
    )
    used = [unit.unit_id for result in results for unit in result.translation.units]
    await count_usage(resources.database, used, account_id=request.account_id)
    return results


async def check_results(
    request: TextRequest, results: Sequence[TextTranslation]
) -> list[list[quality.Finding]]:
    """What the quality checks say of each translation. Pseudo-translation is wrong on purpose: left out."""
    return await run(sum(map(len, request.texts)), lambda: _check(request, results))


def _check(request: TextRequest, results: Sequence[TextTranslation]) -> list[list[quality.Finding]]:
    checked = {Origin.MEMORY} if request.sandbox else {Origin.MEMORY, Origin.ENGINE}
    return [
        quality.check_pair(
            quality.Pair(
                source=protect(parse(text), request.placeholders),
                target=result.translation.segment,
                source_language=canonical(request.source),
                target_language=canonical(request.target),
            )
        )
        if result.translation.origin in checked
        else []
        for text, result in zip(request.texts, results, strict=True)
    ]


async def count_request(request: TextRequest, results: Sequence[TextTranslation]) -> tuple[Count, Count]:
    """How much text a request has, and how much of it is translated by memories alone.

    Tags do not count as words, and as characters like everything else.
    """
    texts = request.texts
    known = [
        text
        for text, result in zip(texts, results, strict=True)
        if result.translation.origin is Origin.MEMORY
    ]

    def count() -> tuple[Count, Count]:
        return _count(texts, request.source), _count(known, request.source)

    return await run(sum(map(len, texts)), count)


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
