"""Languages of dialects: which can be translated from and into, and their names in English."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import babel

from dragoman.access.model import Caller
from dragoman.http.runtime import Runtime
from dragoman.translation.requests import available_routes


async def list_pairs(runtime: Runtime, caller: Caller) -> Sequence[tuple[str, str]]:
    """The pairs that can be translated now, in canonical codes."""
    routes = await available_routes(
        runtime.text_resources(), account_id=caller.account_id, sandbox=caller.is_sandbox
    )
    return [(route.source, route.target) for route in routes]


@functools.lru_cache(maxsize=512)
def name_language(code: str) -> str:
    """The English name of a language, with the variety in parentheses; the code where it has none."""
    try:
        name = babel.Locale.parse(code, sep="-").get_display_name("en")
    except (babel.UnknownLocaleError, ValueError):
        return code
    return name or code
