"""The source language of a request that does not name one, among those that its targets can be reached from.

`source_detection` detects; here are the languages that count.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from dragoman.errors import LanguagePairUnsupported
from dragoman.languages import read_code
from dragoman.translation.routes import Routes, find_route, has_route
from dragoman.translation.source_detection import ADVICE, AUTO, SourceUnsure, detect_source


async def detect_request_source(
    routes: Routes,
    texts: Sequence[str],
    *,
    targets: Sequence[str],
    context: str = "",
    advice: str = ADVICE,
) -> str:
    """The language of all texts together, which can be translated into all targets.

    Raises `SourceUnsure`, or `LanguagePairUnsupported`.
    """
    sources = list_request_sources(routes, targets)
    try:
        found = await asyncio.to_thread(
            detect_source,
            texts,
            context=context,
            is_source=lambda code: _is_source(routes, code, targets),
            sources=sources,
            advice=advice,
        )
    except SourceUnsure:
        if sources:
            raise
        raise _no_source(targets) from None
    for target in targets:
        find_route(routes, found, read_code(target))
    return found


def list_request_sources(routes: Routes, targets: Sequence[str]) -> set[str]:
    """The languages that can be translated into all of the targets, as clients wrote them."""
    return {source for source in routes.sources if _is_source(routes, source, targets)}


def require_request_source(routes: Routes, targets: Sequence[str]) -> None:
    """Raise `LanguagePairUnsupported` if nothing can be translated into all of the targets."""
    if not list_request_sources(routes, targets):
        raise _no_source(targets)


def _is_source(routes: Routes, code: str, targets: Sequence[str]) -> bool:
    return all(has_route(routes, code, read_code(target)) for target in targets)


def _no_source(targets: Sequence[str]) -> LanguagePairUnsupported:
    return LanguagePairUnsupported(f"Language pair ({AUTO} -> {', '.join(targets)}) is not supported")
