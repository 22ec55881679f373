"""Languages of dialects: which can be translated from and into."""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.access.model import Caller
from dragoman.http.runtime import Runtime
from dragoman.languages import candidates
from dragoman.styles import StyleRule
from dragoman.translation.requests import available_routes
from dragoman.translation.routes import Route


async def list_routes(runtime: Runtime, caller: Caller) -> Sequence[Route]:
    """What can be translated now."""
    return await available_routes(
        runtime.text_resources(), account_id=caller.account_id, sandbox=caller.is_sandbox
    )


async def list_pairs(runtime: Runtime, caller: Caller) -> Sequence[tuple[str, str]]:
    """The pairs that can be translated now, in canonical codes."""
    return [(route.source, route.target) for route in await list_routes(runtime, caller)]


def follows_formality(routes: Sequence[Route], target: str) -> bool:
    """Whether an engine that is preferred for some pair into a language is told how readers are addressed."""
    wanted = candidates(target)
    return any(
        route.target in wanted and StyleRule.FORMALITY in route.steps[-1].choices[0].engine.traits.follows
        for route in routes
    )
