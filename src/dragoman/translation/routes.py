"""Routes: the engines that translate a language pair directly, or through one pivot language.

`dragoman.translation.translate` translates along a route.
"""

from __future__ import annotations

import operator
import threading
from collections import OrderedDict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from dragoman import languages
from dragoman.engine_registry.model import DEFAULT_POLICY, EnginePolicy, PairPreference
from dragoman.engines.engine import Engine, EnginePair, Quality
from dragoman.errors import LanguagePairUnsupported
from dragoman.translation.pair_index import EngineChoice, PairIndex, RouteStep, build_index

_TIERS: Final = tuple(Quality)  # best first
_LOWER: Final = {Quality.HIGH: Quality.MEDIUM, Quality.MEDIUM: Quality.GIST}


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


class Routes:
    """All directions that are available at one time by a policy. Each is found when it is asked for."""

    def __init__(self, index: PairIndex, policy: EnginePolicy, *, pivots: Sequence[str]) -> None:
        """`index`: what engines offer; `pivots`: preferred languages, the first one first."""
        self._index = index
        self._policy = policy
        self._preferences = {(one.source, one.target): one for one in policy.preferences}
        self._order = _order(pivots)
        self._steps: dict[tuple[str, str], RouteStep | None] = {}
        self._routes: dict[tuple[str, str], Route | None] = {}

    @cached_property
    def sources(self) -> frozenset[str]:
        """The languages that can be translated."""
        offered = self._index.targets.items()
        return frozenset(
            source for source, reached in offered if any(self._step(source, to) for to in reached)
        )

    @property
    def languages(self) -> frozenset[str]:
        """The languages that can be translated, or translated into."""
        return self.sources | self.targets

    @cached_property
    def targets(self) -> frozenset[str]:
        """The languages that can be translated into."""
        offered = self._index.sources.items()
        return frozenset(to for to, reaching in offered if any(self._step(source, to) for source in reaching))

    def get(self, source: str, target: str) -> Route | None:
        """The route between two languages as engines offer them, if there is one."""
        pair = source, target
        try:
            return self._routes[pair]
        except KeyError:
            if len(self._routes) >= _MOST_KEPT:
                self._routes.clear()
            found = self._routes[pair] = self._find(source, target)
            return found

    def find_all(self) -> Iterator[Route]:
        """Every route, sorted by source and target. Slow: `list_routes` remembers them."""
        targets = sorted(self.targets)
        for source in sorted(self.sources):
            for target in targets:
                route = self._find(source, target)
                if route is not None:
                    yield route

    def _find(self, source: str, target: str) -> Route | None:
        if source == target:
            return None
        direct = self._step(source, target)
        steps = (direct,) if direct is not None else self._pivot(source, target)
        return Route(source=source, target=target, steps=steps) if steps else None

    def _step(self, source: str, target: str) -> RouteStep | None:
        """The engines for a pair, without those that the policy leaves out."""
        pair = source, target
        try:
            return self._steps[pair]
        except KeyError:
            if len(self._steps) >= _MOST_KEPT:
                self._steps.clear()
            allowed = [
                choice
                for choice in self._index.choices.get(pair, ())
                if not choice.engine.traits.remote or choice.engine.name in self._policy.remote
            ]
            ordered = _in_order(allowed, self._preference(*pair)) if allowed else ()
            step = self._steps[pair] = RouteStep(choices=ordered) if ordered else None
            return step

    def _preference(self, source: str, target: str) -> PairPreference | None:
        """The account's choice for an engine's pair: of its languages, or of what these are varieties of."""
        if self._preferences:
            for to in languages.candidates(target):
                for from_ in languages.candidates(source):
                    if (from_, to) in self._preferences:
                        return self._preferences[from_, to]
        return None

    def _pivot(self, source: str, target: str) -> tuple[RouteStep, ...]:
        middles = self._index.targets.get(source, _NONE) & self._index.sources.get(target, _NONE)
        ways = [
            (first, second)
            for middle in middles
            if len({languages.primary(code) for code in (source, middle, target)}) == 3
            and (first := self._step(source, middle)) is not None
            and (second := self._step(middle, target)) is not None
        ]
        return _best(ways, self._order) if ways else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Built:
    """An index with the routes by some policies, and what it was built from."""

    engines: tuple[Engine, ...]
    offers: tuple[tuple[EnginePair, ...], ...]
    sandbox: bool
    index: PairIndex
    routes: OrderedDict[tuple[tuple[str, ...], EnginePolicy], Routes]  # the newest last


# Every request needs the routes, and engines change them rarely. Newest first: those of the sandbox and the
# others, and the ones before, which requests on their way still use.
_recent: Final[deque[_Built]] = deque(maxlen=4)
_MOST_POLICIES: Final = 200  # with their routes
_MOST_KEPT: Final = 2_000  # pairs of one policy
_NONE: Final[frozenset[str]] = frozenset()
_LOCK: Final = threading.Lock()  # routes are asked for in the event loop and in threads


def build_routes(
    engines: Iterable[Engine],
    *,
    pivots: Sequence[str],
    sandbox: bool,
    policy: EnginePolicy = DEFAULT_POLICY,
) -> Routes:
    """The routes from the engines' pairs; while these stay the same, the same value for the same policy.

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
    index = build_index(zip(chosen, offers, strict=True), sandbox=sandbox)
    built = _Built(engines=chosen, offers=offers, sandbox=sandbox, index=index, routes=OrderedDict())
    _recent.appendleft(built)
    return _routes_of(built, tuple(pivots), policy)


def recall_routes(
    engines: Iterable[Engine],
    *,
    pivots: Sequence[str],
    sandbox: bool,
    policy: EnginePolicy = DEFAULT_POLICY,
) -> Routes | None:
    """The routes, if the engines' pairs are known; None: `build_routes` has to go through all of them."""
    chosen = tuple(engines)
    offers = tuple(tuple(engine.pairs()) for engine in chosen)
    for built in tuple(_recent):
        same = len(built.engines) == len(chosen) and all(map(operator.is_, built.engines, chosen))
        if same and (built.sandbox, built.offers) == (sandbox, offers):
            return _routes_of(built, tuple(pivots), policy)
    return None


def _routes_of(built: _Built, pivots: tuple[str, ...], policy: EnginePolicy) -> Routes:
    key = pivots, policy
    with _LOCK:
        routes = built.routes.get(key)
        if routes is None:
            routes = built.routes[key] = Routes(built.index, policy, pivots=pivots)
            if len(built.routes) > _MOST_POLICIES:
                built.routes.popitem(last=False)
        else:
            built.routes.move_to_end(key)
        return routes


def find_route(routes: Routes, source: str, target: str) -> Route:
    """The route for the codes of a request (T3): the target's most specific form first, then the source's.

    Raises `LanguagePairUnsupported`, also where both codes come to the same language.
    """
    for to in languages.candidates(target):
        for from_ in languages.candidates(source):
            route = routes.get(from_, to)
            if route is not None:
                return route
    raise LanguagePairUnsupported(
        f"Language pair ({source} -> {target}) is not supported",
        hints="The list of language pairs for text translation shows what works now.",
    )


def has_route(routes: Routes, source: str, target: str) -> bool:
    """Whether there is a route for the codes of a request."""
    try:
        find_route(routes, source, target)
    except LanguagePairUnsupported:
        return False
    return True


@lru_cache(maxsize=4)  # there may be 100,000 of them
def list_routes(routes: Routes) -> tuple[Route, ...]:
    """Every route, sorted by source and target."""
    return tuple(routes.find_all())


def _in_order(found: list[EngineChoice], preference: PairPreference | None) -> tuple[EngineChoice, ...]:
    """The engines of a pair, best first: the preferred ones, then local ones, then the best ones."""
    places = {name: place for place, name in enumerate(preference.engines if preference else ())}
    if preference is not None and preference.exclusive:
        found = [choice for choice in found if choice.engine.name in places]

    def rank(choice: EngineChoice) -> tuple[int, bool, int]:
        place = places.get(choice.engine.name, len(places))
        return place, choice.engine.traits.remote, _TIERS.index(choice.pair.quality)

    return tuple(sorted(found, key=rank))


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
