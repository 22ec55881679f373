"""`/translate`, `/detect` and `/suggest` of the LibreTranslate dialect."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import Any, Final

from fastapi import APIRouter, Response

from dragoman.api.compat.languages import find_routes
from dragoman.api.compat.libretranslate.calls import AdmittedCall, LibreCall, read_language
from dragoman.api.compat.libretranslate.interface import CODES, PREFIX
from dragoman.api.compat.sent_texts import one_of, read_text, read_texts
from dragoman.errors import Forbidden, RuleBroken
from dragoman.http.dependencies import OpenRuntime
from dragoman.http.errors import answer
from dragoman.http.route_policy import JsonLimit, route_policy
from dragoman.languages import lookup
from dragoman.translation.mixed_texts import MixedAnswer, MixedRequest, answer_mixed_request
from dragoman.translation.source_detection import AUTO
from dragoman.translation.source_guesses import SourceGuess, rank_guesses

_FORMATS: Final = (None, "", "text", "html")
_MOST_TEXTS: Final = 1_000
_MOST_DETECTED: Final = 3
_UNKNOWN: Final = {"confidence": 0.0, "language": "en"}  # LibreTranslate's answer for a text without letters

router = APIRouter(prefix=PREFIX, include_in_schema=False)


@router.post("/translate")
@route_policy(body=JsonLimit(advice="Send fewer or shorter texts"))
async def translate_libre(call: AdmittedCall, runtime: OpenRuntime) -> Response:
    """Translate a text, or a list of texts."""
    request = _read_request(call, longest=runtime.settings.max_request_characters)
    made = await answer_mixed_request(request, runtime.text_resources(), runtime.usage, caller=call.caller)
    return answer(200, _write(made, request, call))


def _read_request(call: LibreCall, *, longest: int) -> MixedRequest:
    sent = call.require("q")
    source, target = one_of(call.fields, "source"), one_of(call.fields, "target")
    call.require("source")
    call.require("target")
    if one_of(call.fields, "format") not in _FORMATS:
        raise RuleBroken("Invalid request: the format is text or html")
    texts = sent if isinstance(sent, list) else [sent]
    return MixedRequest(
        source=None if source == AUTO else read_language(source),
        targets=(read_language(target),),
        texts=read_texts(texts, field="q", most=_MOST_TEXTS),
        longest=longest,
    )


def _write(made: MixedAnswer, request: MixedRequest, call: LibreCall) -> dict[str, Any]:
    """The answer in the shape of `q`: a value for a text, a list for a list."""
    is_list = isinstance(call.fields["q"], list)
    columns: dict[str, list[Any]] = {"translatedText": list(made.by_target[request.targets[0]])}
    if request.source is None:
        columns["detectedLanguage"] = [_write_guess(one) for one in made.sources]
    if _number(one_of(call.fields, "alternatives")):
        columns["alternatives"] = [[] for _ in request.texts]  # engines give one translation
    return {name: values if is_list else values[0] for name, values in columns.items()}


def _number(value: object) -> int:
    try:
        return int(value) if isinstance(value, (int, str)) else 0
    except ValueError:
        raise RuleBroken("Invalid request: alternatives is a number") from None


@router.post("/detect")
async def detect_libre(call: AdmittedCall, runtime: OpenRuntime) -> Response:
    """The languages that a text may be in, the likeliest first, among those that can be translated."""
    sent = call.require("q")
    texts = read_texts(sent, field="q", most=_MOST_TEXTS) if isinstance(sent, list) else [sent]
    text = read_text("\n".join(texts) if isinstance(sent, list) else sent, field="q")
    routes = await find_routes(runtime, call.caller)
    return answer(200, await asyncio.to_thread(_detect, text, routes.sources))


def _detect(text: str, sources: Collection[str]) -> list[dict[str, Any]]:
    guesses = rank_guesses(text, is_usable=lambda code: lookup(code, sources) is not None)
    return [_write_guess(one) for one in guesses[:_MOST_DETECTED]] or [_UNKNOWN]


def _write_guess(guess: SourceGuess) -> dict[str, Any]:
    return {"confidence": round(100 * guess.likelihood, 1), "language": CODES.write(guess.code)}


@router.post("/suggest")
@route_policy(is_public=True)
async def suggest_libre() -> None:
    """Refuse a better translation, as LibreTranslate does where suggestions are disabled."""
    raise Forbidden("Suggestions are disabled on this server.")
