"""Calls to translate texts that may be in several languages, as clients of other services send them.

What such services accept and `/v2` does not: a language of its own for each text, more texts than one request
may have, and texts that are in the target's language already. `text_calls` answers the other calls.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from dragoman import languages
from dragoman.access.model import Caller
from dragoman.counting import NOTHING
from dragoman.errors import LanguagePairUnsupported, LimitExceeded
from dragoman.translation.assets import DEFAULT_CHOICE, AssetChoice
from dragoman.translation.protection.markup import HTML_RULES, MarkupRules
from dragoman.translation.requests import (
    TextRequest,
    TextResources,
    count_request,
    load_routes,
    translate_request,
)
from dragoman.translation.routes import Routes, has_route
from dragoman.translation.source_detection import AUTO
from dragoman.translation.source_guesses import SourceGuess, guess_sources
from dragoman.translation.text_calls import record_use
from dragoman.usage.recorder import UsageRecorder

_USUAL: Final = "en"  # of texts that show no language


class TargetUnsupported(LanguagePairUnsupported):
    """No language can be translated into the targets, so that none can be guessed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MixedRequest:
    """A client's request to translate texts, each from a language of its own where none is given."""

    source: str | None  # well formed, of all texts; None: each text's is guessed
    targets: tuple[str, ...]  # well formed, at least one
    texts: tuple[str, ...]
    usual: str = _USUAL  # the language of texts that show none
    choice: AssetChoice = DEFAULT_CHOICE
    context: str = ""  # text around the texts, which is not translated
    markup: MarkupRules = HTML_RULES
    longest: int | None = None  # characters of a text, and of all; None: the settings


@dataclass(frozen=True, slots=True, kw_only=True)
class MixedAnswer:
    """The translations of a request, in the order of its texts."""

    sources: Sequence[SourceGuess]  # of each text; where the request has one, that one
    by_target: Mapping[str, Sequence[str]]
    characters: int  # translated, counted once for each target


async def answer_mixed_request(
    request: MixedRequest,
    resources: TextResources,
    usage: UsageRecorder,
    *,
    caller: Caller,
    available: Routes | None = None,
) -> MixedAnswer:
    """Translate texts, and record the use before they are answered. A text in the target's language stays.

    `available` are the account's routes, where they have been loaded already. Raises what
    `answer_text_request` raises but for `SourceUnsure`.
    """
    usage.require_free_slot()
    _check_size(request, resources)
    routes = available
    if routes is None:
        routes = await load_routes(resources, account_id=caller.account_id, sandbox=caller.is_sandbox)
    sources = await find_sources(request, routes)
    translated = {target: list(request.texts) for target in request.targets}
    count = known = NOTHING
    for source, targets, numbers in _parts(request, sources, routes, most=resources.settings.max_segments):
        part = TextRequest(
            source=source,
            targets=targets,
            texts=tuple(request.texts[number] for number in numbers),
            account_id=caller.account_id,
            sandbox=caller.is_sandbox,
            choice=request.choice,
            context=request.context,
            markup=request.markup,
            longest=request.longest,
        )
        result = await translate_request(part, resources, available=routes)
        for target in targets:
            for number, made in zip(numbers, result.by_target[target], strict=True):
                translated[target][number] = made.text
        part_count, part_known = await count_request(part, result)
        count, known = count + part_count, known + part_known
    if count.segments:
        await record_use(usage, caller, count, known)
    return MixedAnswer(sources=sources, by_target=translated, characters=count.characters)


async def find_sources(request: MixedRequest, routes: Routes) -> Sequence[SourceGuess]:
    """The language of each text: the request's, else a guess among those that can be translated.

    Raises `TargetUnsupported` where there is none.
    """
    if request.source is not None:
        return [SourceGuess(code=request.source, likelihood=1.0)] * len(request.texts)

    def is_usable(code: str) -> bool:
        return all(
            is_same_language(code, target) or has_route(routes, code, languages.read_code(target))
            for target in request.targets
        )

    usual = request.usual
    if not is_usable(usual):
        usual = next(filter(is_usable, sorted(routes.sources)), usual)
    found = await asyncio.to_thread(guess_sources, request.texts, is_usable=is_usable, usual=usual)
    if found is None:
        targets = ", ".join(request.targets)
        raise TargetUnsupported(f"Language pair ({AUTO} -> {targets}) is not supported")
    return found


def _parts(
    request: MixedRequest, sources: Sequence[SourceGuess], routes: Routes, *, most: int
) -> Iterator[tuple[str, tuple[str, ...], Sequence[int]]]:
    """Parts that one request may have: a source, its targets, and the numbers of the texts.

    Raises `LanguagePairUnsupported`.
    """
    by_source: dict[str, list[int]] = {}
    for number, guess in enumerate(sources):
        by_source.setdefault(guess.code, []).append(number)
    for source, numbers in by_source.items():
        targets = tuple(
            target
            for target in request.targets
            if not is_same_language(source, target) or has_route(routes, source, languages.read_code(target))
        )
        if targets:
            for start in range(0, len(numbers), most):
                yield source, targets, numbers[start : start + most]


def _check_size(request: MixedRequest, resources: TextResources) -> None:
    """Refuse what is more than one request may have, whose parts would not be. Raises `LimitExceeded`."""
    size = sum(map(len, request.texts)) * len(request.targets)
    most = max(request.longest or 0, resources.settings.max_request_characters)
    if size > most:
        raise LimitExceeded(
            f"All texts together have at most {most} characters, counted once for each target; these have "
            f"{size}. Send less in each request."
        )


def is_same_language(source: str, target: str) -> bool:
    """Whether two well-formed codes are of one language in one script."""
    return languages.primary(source) == languages.primary(target) and languages.script(
        source
    ) == languages.script(target)
