"""`/language/translate/v2` of the Google dialect: translate, detect, list languages.

Each can be called by GET, or by POST with a form or JSON; `X-HTTP-Method-Override: GET` changes nothing, so.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final

from babel import Locale
from fastapi import APIRouter, Depends, Request, Response

from dragoman.access.model import Caller
from dragoman.api.compat.bodies import read_fields
from dragoman.api.compat.calls import admit_by_field
from dragoman.api.compat.google.interface import CODES, KEY, PREFIX, ParameterMissing
from dragoman.api.compat.language_codes import is_same_code
from dragoman.api.compat.languages import find_routes
from dragoman.api.compat.sent_texts import one_of, read_texts
from dragoman.errors import LanguagePairUnsupported, RuleBroken
from dragoman.http.dependencies import OpenRuntime
from dragoman.http.errors import answer
from dragoman.http.route_policy import JsonLimit, route_policy
from dragoman.language_names import find_locale, find_name
from dragoman.languages import lookup
from dragoman.translation.mixed_texts import MixedAnswer, MixedRequest, answer_mixed_request
from dragoman.translation.source_guesses import SourceGuess, guess_language

_MOST_TEXTS: Final = 128
_FORMATS: Final = (None, "", "text", "html")
_ENGLISH: Final = Locale("en")

router = APIRouter(prefix=f"{PREFIX}/language/translate/v2", include_in_schema=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class GoogleCall:
    """A call that was admitted, with the parameters of its query and its body."""

    fields: Mapping[str, Any]
    caller: Caller

    def texts(self) -> tuple[str, ...]:
        """The texts of `q`, one or several. Raises `ParameterMissing`, and what `read_texts` raises."""
        sent = self.fields.get("q")
        if sent in (None, []):
            raise ParameterMissing("Required Text")
        return read_texts(sent if isinstance(sent, list) else [sent], field="q", most=_MOST_TEXTS)

    def language(self, name: str) -> str | None:
        """Our code for a language that a parameter names. Raises `RuleBroken` for an invalid code."""
        value = one_of(self.fields, name)
        if not value:
            return None
        code = CODES.read(value) if isinstance(value, str) else None
        if code is None:
            raise RuleBroken(f"Invalid Value: {name} is no language code.")
        return code


async def _read_call(request: Request) -> GoogleCall:
    fields: dict[str, Any] = {}
    for name in request.query_params:
        values = request.query_params.getlist(name)
        fields[name] = values if name == "q" else values[0]
    if request.method == "POST":
        fields.update(await read_fields(request))
    return GoogleCall(fields=fields, caller=await admit_by_field(request, fields, KEY))


AdmittedCall = Annotated[GoogleCall, Depends(_read_call)]


@router.get("")
@router.post("")
@router.get("/")  # as Weblate writes it
@router.post("/")
@route_policy(body=JsonLimit(advice="Send fewer or shorter texts"))
async def translate_google(call: AdmittedCall, runtime: OpenRuntime) -> Response:
    """Translate up to 128 texts."""
    request = _read_request(call, longest=runtime.settings.max_request_characters)
    made = await answer_mixed_request(request, runtime.text_resources(), runtime.usage, caller=call.caller)
    return _answer(translations=_write(made, request, call))


def _read_request(call: GoogleCall, *, longest: int) -> MixedRequest:
    texts, target, source = call.texts(), call.language("target"), call.language("source")
    if target is None:
        raise ParameterMissing("Required parameter: target")
    if one_of(call.fields, "format") not in _FORMATS:
        raise RuleBroken("Invalid Value: format is text or html.")
    if source is not None and is_same_code(source, target):
        raise LanguagePairUnsupported(f"Language pair ({source} -> {target}) is not supported.")
    return MixedRequest(source=source, targets=(target,), texts=texts, longest=longest)


def _write(made: MixedAnswer, request: MixedRequest, call: GoogleCall) -> list[dict[str, Any]]:
    model = one_of(call.fields, "model")
    added = {"model": "nmt"} if model else {}
    translated = made.by_target[request.targets[0]]
    if request.source is not None:
        return [{"translatedText": text, **added} for text in translated]
    return [
        {"translatedText": text, "detectedSourceLanguage": CODES.write(guess.code), **added}
        for text, guess in zip(translated, made.sources, strict=True)
    ]


@router.get("/detect")
@router.post("/detect")
async def detect_google(call: AdmittedCall, runtime: OpenRuntime) -> Response:
    """Detect the language of each text; `und` where it shows none."""
    texts = call.texts()
    routes = await find_routes(runtime, call.caller)
    guesses = await asyncio.to_thread(_guess, texts, routes.languages)
    return _answer(detections=[[_write_guess(one)] for one in guesses])


def _guess(texts: Sequence[str], languages: Collection[str]) -> list[SourceGuess | None]:
    return [
        guess_language(text, is_usable=lambda code: lookup(code, languages) is not None) for text in texts
    ]


def _write_guess(guess: SourceGuess | None) -> dict[str, Any]:
    code, likelihood = ("und", 0.0) if guess is None else (CODES.write(guess.code), guess.likelihood)
    return {"language": code, "confidence": round(likelihood, 4), "isReliable": False}


@router.get("/languages")
@router.post("/languages")
async def list_google_languages(call: AdmittedCall, runtime: OpenRuntime) -> Response:
    """List the languages, with their names in the language of `target` if there is one."""
    target = call.language("target")
    routes = await find_routes(runtime, call.caller)
    spelled = CODES.spell_all(routes.languages)
    if target is None:
        return _answer(languages=[{"language": code} for code in spelled])
    locale = find_locale(target)
    if locale is None:
        raise RuleBroken("Invalid Value: there are no names of languages in the language of target.")
    return _answer(
        languages=[{"language": code, "name": _name(own, locale)} for code, own in spelled.items()]
    )


def _name(code: str, locale: Locale) -> str:
    return find_name(code, locale) or find_name(code, _ENGLISH) or code


def _answer(**data: object) -> Response:
    return answer(200, {"data": data})
