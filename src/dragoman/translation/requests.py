"""One text request: its limits, its language, its routes, and its translations (T2, T3, T7, T11)."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from dragoman import quality
from dragoman.counting import NOTHING, Count, count_characters, count_segment
from dragoman.cpu_work import run
from dragoman.database.connections import Database
from dragoman.engine_registry.model import EnginePolicy
from dragoman.engine_registry.policies import policy_for
from dragoman.engines.engine import Engine
from dragoman.errors import LimitExceeded
from dragoman.fair_semaphore import requests_of, working_for
from dragoman.languages import canonical, read_code
from dragoman.memories.usage import count_usage
from dragoman.messages.placeholder_grammars import check_names
from dragoman.settings import Settings
from dragoman.styles import Style
from dragoman.termbases.glossary_cache import GlossaryCache
from dragoman.translation.assets import DEFAULT_CHOICE, AssetChoice, check_choice, load_assets
from dragoman.translation.model import Origin
from dragoman.translation.protection.markup import HTML_RULES, MarkupRules, parse
from dragoman.translation.protection.placeholders import protect
from dragoman.translation.request_sources import detect_request_source
from dragoman.translation.routes import Route, Routes, build_routes, find_route, list_routes, recall_routes
from dragoman.translation.text import TextTranslation, translate_texts
from dragoman.translation.translator import Translator

_ADVICE = "Split the text into sentences and send them in batches of up to {} segments."
_PAIR_WEIGHT = 10  # characters that take as long as a pair of languages in a route
_LISTING_WEIGHT = 50  # characters that take as long as a pair that may have to be looked for
_TARGETS_AT_ONCE = 4  # of one request; another request's wait no longer for it than for four


@dataclass(frozen=True, slots=True, kw_only=True)
class TextRequest:
    """A client's request to translate texts."""

    source: str | None  # well formed, as the client wrote it; None: to be detected
    targets: tuple[str, ...]  # likewise, at least one
    texts: tuple[str, ...]
    account_id: int  # whose memories and term bases are used
    sandbox: bool  # pseudo-translation only
    placeholders: tuple[str, ...] = ()  # names of grammars; empty: the default
    choice: AssetChoice = DEFAULT_CHOICE
    context: str = ""  # text around the segments, which is not translated
    markup: MarkupRules = HTML_RULES
    longest: int | None = None  # characters of a text; None: the setting for segments


@dataclass(frozen=True, slots=True, kw_only=True)
class TextResult:
    """The translations of a request."""

    source: str  # the request's, else what was detected
    by_target: Mapping[str, Sequence[TextTranslation]]  # for each target as the client wrote it, in order
    # What the request's style guide asks of each target; a target that it is not for is left out.
    styles: Mapping[str, Style] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class TextResources:
    """The resources that text translation needs."""

    settings: Settings
    engines: tuple[Engine, ...]
    translator: Translator
    database: Database
    glossary_cache: GlossaryCache


async def translate_request(
    request: TextRequest, resources: TextResources, *, available: Routes | None = None
) -> TextResult:
    """Translate every text of a request into every target, with the account's memories and term bases (T5).

    `available` are the account's routes, where they have been loaded already. Raises `LimitExceeded`,
    `RuleBroken`, `LanguagePairUnsupported`, `SourceUnsure`, `Unavailable` and `TimedOut`.
    """
    check_limits(request, resources.settings)
    placeholders = check_names(request.placeholders)
    if available is None:
        available = await load_routes(resources, account_id=request.account_id, sandbox=request.sandbox)
    source = request.source or await detect_request_source(
        available, request.texts, targets=request.targets, context=request.context
    )
    routes = {target: find_route(available, source, read_code(target)) for target in request.targets}
    await check_choice(
        resources.database, request.choice, account_id=request.account_id, targets=request.targets
    )
    free = asyncio.Semaphore(_TARGETS_AT_ONCE)

    styles: dict[str, Style] = {}

    async def translate_into(target: str) -> list[TextTranslation]:
        async with free:
            assets = await load_assets(
                resources.database,
                resources.glossary_cache,
                account_id=request.account_id,
                source=source,
                target=read_code(target),
                choice=request.choice,
            )
            if assets.style is not None:
                styles[target] = assets.style
            return await translate_texts(
                resources.translator,
                request.texts,
                route=routes[target],
                assets=assets,
                placeholders=placeholders,
                markup=request.markup,
            )

    with working_for(requests_of(request.account_id)):
        tasks = [asyncio.create_task(translate_into(target)) for target in request.targets]
    try:
        made = await asyncio.gather(*tasks)
    finally:
        for task in tasks:  # when one has failed, the results of the others are not needed
            task.cancel()
    used = [unit.unit_id for results in made for one in results for unit in one.translation.units]
    await count_usage(resources.database, used, account_id=request.account_id)
    return TextResult(source=source, by_target=dict(zip(request.targets, made, strict=True)), styles=styles)


async def check_results(request: TextRequest, result: TextResult, target: str) -> list[list[quality.Finding]]:
    """Findings of the quality checks for each translation into a target.

    Pseudo-translations are left out: they are wrong on purpose.
    """
    return await run(sum(map(len, request.texts)), lambda: _check(request, result, target))


def _check(request: TextRequest, result: TextResult, target: str) -> list[list[quality.Finding]]:
    checked = {Origin.MEMORY} if request.sandbox else {Origin.MEMORY, Origin.ENGINE}
    return [
        quality.check_pair(
            quality.Pair(
                source=protect(parse(text, request.markup), request.placeholders),
                target=made.translation.segment,
                source_language=canonical(result.source),
                target_language=canonical(read_code(target)),
                style=result.styles.get(target),
            )
        )
        if made.translation.origin in checked
        else []
        for text, made in zip(request.texts, result.by_target[target], strict=True)
    ]


async def count_request(request: TextRequest, result: TextResult) -> tuple[Count, Count]:
    """Count the text that was translated, for each target separately, and the part from memories alone.

    Tags count as characters, but not as words. `context` does not count.
    """
    size = sum(map(len, request.texts))
    return await run(size * len(request.targets), lambda: _count_all(request, result))


def _count_all(request: TextRequest, result: TextResult) -> tuple[Count, Count]:
    counts = [_count(text, result.source, request.markup) for text in request.texts]
    known = [
        count
        for results in result.by_target.values()
        for count, one in zip(counts, results, strict=True)
        if one.translation.origin is Origin.MEMORY
    ]
    return sum(counts * len(request.targets), NOTHING), sum(known, NOTHING)


def _count(text: str, language: str, markup: MarkupRules) -> Count:
    return Count(
        segments=1,
        words=count_segment(parse(text, markup), language=language),
        characters=len(text),
        characters_without_spaces=count_characters(text, spaces=False),
    )


async def find_request_route(
    resources: TextResources, source: str, target: str, *, account_id: int, sandbox: bool
) -> Route:
    """The route for a pair as a client wrote it, by the account's engines.

    Raises `LanguagePairUnsupported` and `Unavailable`.
    """
    return find_route(await load_routes(resources, account_id=account_id, sandbox=sandbox), source, target)


async def available_routes(resources: TextResources, *, account_id: int, sandbox: bool) -> Sequence[Route]:
    """All directions that are available to an account, sorted by source and target."""
    return await list_available(await load_routes(resources, account_id=account_id, sandbox=sandbox))


async def list_available(routes: Routes) -> Sequence[Route]:
    """All directions of these, sorted by source and target."""
    return await run(_LISTING_WEIGHT * len(routes.sources) * len(routes.targets), lambda: list_routes(routes))


async def possible_routes(resources: TextResources) -> Routes:
    """All directions that some account may have, whichever remote engines it allows; none of a sandbox."""
    everything = EnginePolicy(remote=frozenset(engine.name for engine in resources.engines))
    return await _find_routes(resources, sandbox=False, policy=everything)


def check_number(number: int, settings: Settings) -> None:
    """Refuse a request of no segment or of too many (T2). Raises `LimitExceeded`."""
    most = settings.max_segments
    if not number:
        raise LimitExceeded(f"A request has 1 to {most} segments; this one has none.")
    if number > most:
        raise LimitExceeded(
            f"A request has at most {most} segments; this one has {number}. {_ADVICE.format(most)}"
        )


def check_limits(request: TextRequest, settings: Settings) -> None:
    """Refuse a request that is empty or too large (T2); lengths in code points. Raises `LimitExceeded`.

    The characters of all segments count once for each target.
    """
    check_number(len(request.texts), settings)
    advice = _ADVICE.format(settings.max_segments)
    longest = request.longest or settings.max_segment_characters
    for number, text in enumerate(request.texts):
        if len(text) > longest:
            raise LimitExceeded(
                f"A segment has at most {longest} characters; segments[{number}] has {len(text)}. {advice}"
            )
    total, most = sum(map(len, request.texts)), max(longest, settings.max_request_characters)
    if total > most:
        raise LimitExceeded(
            f"All segments together have at most {most} characters; these have {total}. {advice}"
        )
    _check_targets(request, total, most, settings)
    if len(request.context) > settings.max_segment_characters:
        raise LimitExceeded(
            f"`context` has at most {settings.max_segment_characters} characters; this one has "
            f"{len(request.context)}. Send only the text next to the segments."
        )


def _check_targets(request: TextRequest, total: int, most: int, settings: Settings) -> None:
    targets = len(request.targets)
    if targets > settings.max_targets:
        raise LimitExceeded(
            f"A request has at most {settings.max_targets} targets; this one has {targets}. "
            "Send the others in another request."
        )
    if total * targets > most:
        raise LimitExceeded(
            f"All segments together have at most {most} characters for "
            f"each target; these have {total} x {targets} = {total * targets}. Send less in each request."
        )


async def load_routes(resources: TextResources, *, account_id: int, sandbox: bool) -> Routes:
    """All directions that are available to an account now. Raises `Unavailable`."""
    policy = await policy_for(resources.database, account_id=account_id, sandbox=sandbox)
    return await _find_routes(resources, sandbox=sandbox, policy=policy)


async def _find_routes(resources: TextResources, *, sandbox: bool, policy: EnginePolicy) -> Routes:
    engines, pivots = resources.engines, resources.settings.pivots
    known = recall_routes(engines, pivots=pivots, sandbox=sandbox, policy=policy)
    if known is not None:
        return known
    return await run(  # an engine of hundreds of languages has tens of thousands of pairs
        _PAIR_WEIGHT * sum(len(engine.pairs()) for engine in engines),
        lambda: build_routes(engines, pivots=pivots, sandbox=sandbox, policy=policy),
    )
