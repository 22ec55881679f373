"""Languages of dialects: which can be translated from and into."""

from __future__ import annotations

from dragoman.access.model import Caller
from dragoman.http.runtime import Runtime
from dragoman.languages import candidates
from dragoman.styles import StyleRule
from dragoman.translation.requests import list_available, load_routes
from dragoman.translation.routes import Routes


async def find_routes(runtime: Runtime, caller: Caller) -> Routes:
    """What can be translated now for a caller."""
    return await load_routes(
        runtime.text_resources(), account_id=caller.account_id, sandbox=caller.is_sandbox
    )


async def list_targets(routes: Routes) -> dict[str, list[str]]:
    """The languages that can be translated, sorted, each with those that it can be translated into."""
    found: dict[str, list[str]] = {}
    for route in await list_available(routes):
        found.setdefault(route.source, []).append(route.target)
    return found


def follows_formality(routes: Routes, target: str) -> bool:
    """Whether an engine that is preferred for some pair into a language is told how readers are addressed."""
    reached = routes.targets.intersection(candidates(target))
    found = (routes.get(source, one) for source in routes.sources for one in reached)
    return any(
        StyleRule.FORMALITY in route.steps[-1].choices[0].engine.traits.follows
        for route in found
        if route is not None
    )
