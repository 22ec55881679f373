"""`/detect` and `/breaksentence` of the Azure dialect, and what it does not offer."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Response

from dragoman.api.compat.azure.calls import CheckedVersion, SentTexts, read_language
from dragoman.api.compat.azure.interface import (
    NO_TRANSLITERATION,
    PAIR_INVALID,
    PREFIX,
    SOURCE_INVALID,
    AzureRefused,
)
from dragoman.api.compat.azure.options import write_guess
from dragoman.api.compat.azure.sentence_lengths import splitter_of
from dragoman.api.compat.languages import find_routes
from dragoman.http.auth import TranslateCaller
from dragoman.http.dependencies import OpenRuntime
from dragoman.http.errors import answer
from dragoman.languages import lookup
from dragoman.translation.source_guesses import SourceGuess, rank_guesses

_MOST_DETECTED: Final = 3
_UNKNOWN: Final = SourceGuess(code="en", likelihood=0.0)

router = APIRouter(prefix=PREFIX, include_in_schema=False, dependencies=[CheckedVersion])


@router.post("/detect")
async def detect_azure(texts: SentTexts, caller: TranslateCaller, runtime: OpenRuntime) -> Response:
    """Detect the language of each text, with alternatives."""
    routes = await find_routes(runtime, caller)
    ranked = await asyncio.to_thread(_rank, texts, routes.languages)
    return answer(200, [_write_detection(one) for one in ranked])


def _rank(texts: Sequence[str], known: Collection[str]) -> list[list[SourceGuess]]:
    return [rank_guesses(text, is_usable=lambda code: lookup(code, known) is not None) for text in texts]


def _write_detection(guesses: Sequence[SourceGuess]) -> dict[str, Any]:
    best, *others = [_describe(one) for one in guesses[:_MOST_DETECTED]] or [_describe(_UNKNOWN)]
    return {**best, "alternatives": others} if others else best


def _describe(guess: SourceGuess) -> dict[str, Any]:
    return {**write_guess(guess), "isTranslationSupported": True, "isTransliterationSupported": False}


@router.post("/breaksentence")
async def break_azure_sentences(
    texts: SentTexts,
    caller: TranslateCaller,
    runtime: OpenRuntime,
    language: Annotated[str, Query()] = "",
) -> Response:
    """Give the lengths of the sentences of each text, by the rules that translation uses."""
    split = splitter_of(runtime.translator)
    if language:
        message = "The language parameter is not valid."
        code = read_language(language, number=SOURCE_INVALID, message=message)
        return answer(200, [{"sentLen": split.measure(text, code)} for text in texts])
    routes = await find_routes(runtime, caller)
    ranked = await asyncio.to_thread(_rank, texts, routes.languages)
    guesses = [next(iter(one), _UNKNOWN) for one in ranked]
    measured = [
        {"detectedLanguage": write_guess(guess), "sentLen": split.measure(text, guess.code)}
        for text, guess in zip(texts, guesses, strict=True)
    ]
    return answer(200, measured)


@router.post("/transliterate")
async def refuse_transliteration(_: TranslateCaller) -> None:
    """Refuse to write text in another script."""
    raise AzureRefused(NO_TRANSLITERATION, "Transliteration is not supported for the language or script.")


@router.post("/dictionary/lookup")
@router.post("/dictionary/examples")
async def refuse_dictionary(_: TranslateCaller) -> None:
    """Refuse to look a word up."""
    raise AzureRefused(PAIR_INVALID, "There are no dictionaries here for the specified language pair.")
