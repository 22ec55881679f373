"""Routes: the engines that translate a language pair directly, or through one pivot language.

`dragoman.translation.translate` translates along a route.
"""

from __future__ import annotations

import operator
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from dragoman import languages
from dragoman.engine_registry.model import DEFAULT_POLICY, EnginePolicy, PairPreference
from dragoman.engines.engine import Engine, EnginePair, Quality
from dragoman.errors import LanguagePairUnsupported

_TIERS: Final = tuple(Quality)  # best first
_LOWER: Final = {Quality.HIGH: Quality.MEDIUM, Quality.MEDIUM: Quality.GIST}


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineChoice:
    """An engine that can translate a step, and the engine's own pair for it."""

    engine: Engine
    pair: EnginePair


@dataclass(frozen=True, slots=True, kw_only=True)
class RouteStep:
    """One language to another: alternatives, never empty, the first is preferred."""

    choices: tuple[EngineChoice, ...]

    @property
    def source(self) -> str:
        """Canonical code of the language it starts from."""
        return self.choices[0].pair.source

    @property
    def target(self) -> str:
        """Canonical code of the language it ends in."""
        return self.choices[0].pair.target

    @property
    def quality(self) -> Quality:
        """What to expect of the preferred engine."""
        return self.choices[0].pair.quality


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """An available direction: one step, or two through a pivot."""

    source: str  # canonical BCP 47, as the engines offer it
    target: str
    steps: tuple[RouteStep, ...]

    @property
    def path(self) -> tuple[str, ...]:
        """The languages on the way, both ends included."""
        return (self.source, *(step.target for step in self.steps))

    @property
    def quality(self) -> Quality:
        """What to expect: of a pivot one tier less than of its worse step, as errors add up."""
        worst = max((step.quality for step in self.steps), key=_TIERS.index)
        return worst if len(self.steps) == 1 else _LOWER.get(worst, worst)

    @property
    def engine(self) -> str:
        """Name and version of the preferred engine of each step; an engine used twice is named once."""
        choices = (step.choices[0].engine for step in self.steps)
        return ", ".join(dict.fromkeys(f"{engine.name} {engine.version}" for engine in choices))


@dataclass(frozen=True, slots=True, kw_only=True)
class Routes:
    """All directions that are available at one time, sorted by source and target."""

    by_pair: Mapping[tuple[str, str], Route]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Built:
    """Routes, and what they were built from."""

    engines: tuple[Engine, ...]
    offers: tuple[tuple[EnginePair, ...], ...]
    pivots: tuple[str, ...]
    sandbox: bool
    policy: EnginePolicy
    routes: Routes


# Every request needs the routes, and engines change them rarely. Newest first. Most accounts have the policy
# by default; some of the others are there as well, as far as they take little room.
_recent: Final[deque[_Built]] = deque(maxlen=32)
_MOST_ROUTES: Final = 200_000  # of all together but the newest: about 100 MB


def build_routes(
    engines: Iterable[Engine],
    *,
    pivots: Sequence[str],
    sandbox: bool,
    policy: EnginePolicy = DEFAULT_POLICY,
) -> Routes:
    """Build the routes from the engines' pairs; while these stay the same, return the same value.

    Engines whose pairs are all of `Quality.TEST` make the sandbox's routes, all others the normal routes.
    Of several engines for a pair, local ones come before remote ones, better ones before others, unless the
    policy has another order; remote ones that it does not allow are left out.
    Pairs without a direct engine go through the one language that makes the worse of the two steps best;
    among equals the first in `pivots` wins, then the alphabet. A regional or other variant is a pivot
    only where its base language is none, and nothing pivots between variants of one language.
    """
    chosen = tuple(engines)
    known = recall_routes(chosen, pivots=pivots, sandbox=sandbox, policy=policy)
    if known is not None:
        return known
    offers = tuple(tuple(engine.pairs()) for engine in chosen)
    wanted = tuple(pivots)
    direct = _direct_steps(zip(chosen, offers, strict=True), sandbox=sandbox, policy=policy)
    routes = Routes(by_pair=_all_routes(direct, _order(wanted)))
    _recent.appendleft(
        _Built(engines=chosen, offers=offers, pivots=wanted, sandbox=sandbox, policy=policy, routes=routes)
    )
    while len(_recent) > 1 and sum(len(built.routes.by_pair) for built in _recent) > _MOST_ROUTES:
        _recent.pop()
    return routes


def recall_routes(
    engines: Iterable[Engine],
    *,
    pivots: Sequence[str],
    sandbox: bool,
    policy: EnginePolicy = DEFAULT_POLICY,
) -> Routes | None:
    """The routes, if they were built of the same pairs before; None: `build_routes` has to."""
    chosen = tuple(engines)
    offers = tuple(tuple(engine.pairs()) for engine in chosen)
    wanted = tuple(pivots)
    for built in tuple(_recent):
        same = len(built.engines) == len(chosen) and all(map(operator.is_, built.engines, chosen))
        if same and (built.pivots, built.sandbox, built.policy, built.offers) == (
            wanted,
            sandbox,
            policy,
            offers,
        ):
            return built.routes
    return None


def find_route(routes: Routes, source: str, target: str) -> Route:
    """The route for the codes of a request (T3): the target's most specific form first, then the source's.

    Raises `LanguagePairUnsupported`, also where both codes come to the same language.
    """
    for to in languages.candidates(target):
        for from_ in languages.candidates(source):
            route = routes.by_pair.get((from_, to))
            if route is not None:
                return route
    raise LanguagePairUnsupported(
        f"Language pair ({source} -> {target}) is not supported",
        hints="The list of language pairs for text translation shows what works now.",
    )


def list_routes(routes: Routes) -> tuple[Route, ...]:
    """Every route, sorted by source and target."""
    return tuple(routes.by_pair.values())


def _direct_steps(
    offers: Iterable[tuple[Engine, tuple[EnginePair, ...]]], *, sandbox: bool, policy: EnginePolicy
) -> dict[tuple[str, str], RouteStep]:
    """Pairs that an engine translates directly, each with its engines, the preferred one first."""
    choices: dict[tuple[str, str], list[EngineChoice]] = {}
    for engine, pairs in offers:
        if sandbox is not all(pair.quality is Quality.TEST for pair in pairs):
            continue
        if engine.traits.remote and engine.name not in policy.remote:
            continue
        for pair in pairs:
            if pair.source != pair.target:
                choices.setdefault((pair.source, pair.target), []).append(
                    EngineChoice(engine=engine, pair=pair)
                )
    ordered = ((pair, _in_order(found, policy.preference(*pair))) for pair, found in choices.items())
    return {pair: RouteStep(choices=found) for pair, found in ordered if found}


def _in_order(found: list[EngineChoice], preference: PairPreference | None) -> tuple[EngineChoice, ...]:
    """The engines of a pair, best first: the preferred ones, then local ones, then the best ones."""
    places = {name: place for place, name in enumerate(preference.engines if preference else ())}
    if preference is not None and preference.exclusive:
        found = [choice for choice in found if choice.engine.name in places]

    def rank(choice: EngineChoice) -> tuple[int, bool, int]:
        place = places.get(choice.engine.name, len(places))
        return place, choice.engine.traits.remote, _TIERS.index(choice.pair.quality)

    return tuple(sorted(found, key=rank))


def _all_routes(
    direct: Mapping[tuple[str, str], RouteStep], order: Mapping[str, int]
) -> dict[tuple[str, str], Route]:
    """Direct steps, and every other pair that two of them make."""
    found = {pair: (step,) for pair, step in direct.items()} | _pivots(direct, order)
    return {
        (source, target): Route(source=source, target=target, steps=found[source, target])
        for source, target in sorted(found)
    }


def _pivots(
    direct: Mapping[tuple[str, str], RouteStep], order: Mapping[str, int]
) -> dict[tuple[str, str], tuple[RouteStep, ...]]:
    sources: dict[str, set[str]] = {}
    targets: dict[str, set[str]] = {}
    for source, target in direct:
        targets.setdefault(source, set()).add(target)
        sources.setdefault(target, set()).add(source)
    found: dict[tuple[str, str], tuple[RouteStep, ...]] = {}
    for source, reached in targets.items():
        # Engines of hundreds of languages leave no pair to be looked for.
        for target in sources.keys() - reached:
            ways = [
                (direct[source, middle], direct[middle, target])
                for middle in reached & sources[target]
                if len({languages.primary(code) for code in (source, middle, target)}) == 3
            ]
            if ways:
                found[source, target] = _best(ways, order)
    return found


def _best(
    ways: Sequence[tuple[RouteStep, RouteStep]], order: Mapping[str, int]
) -> tuple[RouteStep, RouteStep]:
    middles = {first.target for first, _ in ways}

    def rank(way: tuple[RouteStep, RouteStep]) -> tuple[bool, int, int, str]:
        middle = way[0].target
        is_variant = not middles.isdisjoint(languages.candidates(middle)[1:])
        worst = max(_TIERS.index(step.quality) for step in way)
        return is_variant, worst, order.get(middle, len(order)), middle

    return min(ways, key=rank)


def _order(pivots: Sequence[str]) -> dict[str, int]:
    """The rank of each preferred pivot; values that are no language codes are ignored."""
    named = (languages.canonical(code) for code in pivots if languages.is_well_formed(code))
    return {code: place for place, code in enumerate(dict.fromkeys(named))}
