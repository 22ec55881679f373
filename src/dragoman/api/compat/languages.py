"""Languages of dialects: which can be translated from and into."""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.access.model import Caller
from dragoman.http.runtime import Runtime
from dragoman.translation.requests import available_routes


async def list_pairs(runtime: Runtime, caller: Caller) -> Sequence[tuple[str, str]]:
    """The pairs that can be translated now, in canonical codes."""
    routes = await available_routes(
        runtime.text_resources(), account_id=caller.account_id, sandbox=caller.is_sandbox
    )
    return [(route.source, route.target) for route in routes]
