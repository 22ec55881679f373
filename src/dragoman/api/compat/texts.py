"""Texts of dialects: each in its own language, which is guessed where the client does not name it.

The services whose dialects these are refuse no text because its language is unsure. `translation.requests`
translates texts of one language, and refuses where that is unsure.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from dragoman.access.model import Caller
from dragoman.errors import LanguagePairUnsupported
from dragoman.http.runtime import Runtime
from dragoman.languages import candidates, canonical, primary, read_code
from dragoman.translation.requests import TextRequest, load_routes
from dragoman.translation.routes import find_route, list_routes
from dragoman.translation.source_detection import guess_sources
from dragoman.translation.text_calls import answer_text_request

_LONGEST_CONTEXT: Final = 10_000  # characters: what is further away says little
_USUAL_SOURCE: Final = "en"  # of texts that show no language, such as numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class DialectTranslation:
    """A text's translation into the one target of a call."""

    text: str
    source: str  # as the client wrote it, else canonical, as it was guessed


async def translate_each(
    request: TextRequest, runtime: Runtime, *, caller: Caller
) -> list[DialectTranslation]:
    """Translate texts into the one target of a request; without a source, each from its own language.

    A text that is in the target language already stays unchanged, where that was guessed. Raises what
    `answer_text_request` raises, but never `SourceUnsure`.
    """
    request = replace(request, context=request.context[:_LONGEST_CONTEXT])
    if request.source is not None:
        return await _translate_from(request, request.source, request.texts, runtime, caller)
    sources = await guess_languages(request, runtime)
    done: dict[str, list[DialectTranslation]] = {}
    for source in dict.fromkeys(sources):
        texts = tuple(text for text, known in zip(request.texts, sources, strict=True) if known == source)
        done[source] = await _translate_from(request, source, texts, runtime, caller)
    waiting = {source: iter(translations) for source, translations in done.items()}
    return [next(waiting[source]) for source in sources]


async def guess_languages(request: TextRequest, runtime: Runtime) -> list[str]:
    """The likeliest canonical language of each text of a request. Raises `Unavailable`."""
    target = read_code(request.targets[0])
    routes = await load_routes(
        runtime.text_resources(), account_id=request.account_id, sandbox=request.sandbox
    )

    def is_source(code: str) -> bool:
        if is_same_language(code, target):
            return True
        try:
            return find_route(routes, code, target) is not None
        except LanguagePairUnsupported:
            return False

    guessed = await asyncio.to_thread(
        guess_sources, request.texts, context=request.context, is_source=is_source
    )
    if None not in guessed:
        return [code for code in guessed if code is not None]
    usual = [_USUAL_SOURCE, *(route.source for route in list_routes(routes))]
    otherwise = next(filter(is_source, usual), _USUAL_SOURCE)
    return [code or otherwise for code in guessed]


async def _translate_from(
    request: TextRequest, source: str, texts: Sequence[str], runtime: Runtime, caller: Caller
) -> list[DialectTranslation]:
    if request.source is None and is_same_language(source, read_code(request.targets[0])):
        return [DialectTranslation(text=text, source=source) for text in texts]
    answer = await answer_text_request(
        replace(request, source=source, texts=tuple(texts)),
        runtime.text_resources(),
        runtime.usage,
        caller=caller,
        explain=False,
    )
    made = answer.result.by_target[request.targets[0]]
    return [DialectTranslation(text=one.text, source=source) for one in made]


def is_same_language(source: str, target: str) -> bool:
    """Whether a text is in the target language already; two scripts of one language are two languages."""
    known = canonical(source)
    return known in candidates(target) or (primary(known) == known and known == primary(target))
