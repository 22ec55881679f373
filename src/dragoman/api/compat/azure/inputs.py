"""`/translate` as versions since 2025 have it: each input with its own language and targets.

`{"inputs": [{"text": "…", "language": "en", "targets": [{"language": "es"}]}]}` is answered with
`{"value": [{"translations": [{"language": "es", "text": "…"}]}]}`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from fastapi import Response

from dragoman.access.model import Caller
from dragoman.api.compat.azure.calls import check_count, read_element, read_language
from dragoman.api.compat.azure.dictionary import apply_dictionary
from dragoman.api.compat.azure.interface import (
    INVALID,
    NO_TRANSLITERATION,
    OPTION_INVALID,
    SOURCE_INVALID,
    TARGET_INVALID,
    TEXT_TYPE_INVALID,
    TOO_LARGE,
    AzureRefused,
)
from dragoman.api.compat.azure.options import check_profanity, check_system, write_guess
from dragoman.api.compat.languages import find_routes
from dragoman.http.errors import answer
from dragoman.http.runtime import Runtime
from dragoman.languages import candidates, script
from dragoman.styles import Formality, Style
from dragoman.translation.assets import AssetChoice
from dragoman.translation.mixed_texts import MixedRequest, answer_mixed_request, is_same_language
from dragoman.translation.routes import Routes, find_route
from dragoman.translation.source_guesses import SourceGuess

_TONES: Final = {"": None, "neutral": None, "formal": Formality.FORMAL, "informal": Formality.INFORMAL}
_NOT_HERE: Final = ("adaptiveDatasetId", "referenceTextPairs")


@dataclass(frozen=True, slots=True)
class _Target:
    written: str  # as the client spelled it
    code: str
    formality: Formality | None


@dataclass(frozen=True, slots=True)
class _Input:
    text: str
    source: str | None
    targets: tuple[_Target, ...]
    is_html: bool


@dataclass(frozen=True, slots=True)
class _Made:
    text: str
    source: SourceGuess


async def translate_inputs(body: object, caller: Caller, runtime: Runtime) -> Response:
    """Translate the inputs of a body. Raises `AzureRefused`, and what `answer_mixed_request` raises."""
    inputs = _read_inputs(body)
    _check_size(inputs, most=runtime.settings.max_request_characters)
    routes = await find_routes(runtime, caller)
    _check_languages(inputs, routes)
    made: dict[tuple[int, _Target], _Made] = {}
    characters = 0
    for (source, targets), numbers in _parts(inputs).items():
        request = MixedRequest(
            source=source,
            targets=tuple(dict.fromkeys(target.code for target in targets)),
            texts=tuple(inputs[number].text for number in numbers),
            choice=AssetChoice(style=_style(targets[0])),
            longest=runtime.settings.max_request_characters,
        )
        answered = await answer_mixed_request(
            request, runtime.text_resources(), runtime.usage, caller=caller, available=routes
        )
        characters += answered.characters
        for place, number in enumerate(numbers):
            for target in targets:
                text = answered.by_target[target.code][place]
                made[number, target] = _Made(text, answered.sources[place])
    value = [_write(number, one, made) for number, one in enumerate(inputs)]
    return answer(200, {"value": value}, headers={"X-Metered-Usage": str(characters)})


def _check_size(inputs: Sequence[_Input], *, most: int) -> None:
    size = sum(len(one.text) * len(one.targets) for one in inputs)
    if size > most:
        counted = f"at most {most} characters, counted once for each target; these have {size}"
        raise AzureRefused(TOO_LARGE, f"All texts together have {counted}.")


def _check_languages(inputs: Sequence[_Input], routes: Routes) -> None:
    """Refuse languages before anything is translated, and counted."""
    for number, one in enumerate(inputs):
        for target in one.targets:
            if routes.targets.isdisjoint(candidates(target.code)):
                message = f"The target language {target.written} of input {number} is not valid."
                raise AzureRefused(TARGET_INVALID, message)
            if one.source is not None and not is_same_language(one.source, target.code):
                find_route(routes, one.source, target.code)


def _parts(inputs: Sequence[_Input]) -> dict[tuple[str | None, tuple[_Target, ...]], list[int]]:
    """The numbers of the inputs that one request may have: one source, and targets of one formality."""
    found: dict[tuple[str | None, tuple[_Target, ...]], list[int]] = {}
    for number, one in enumerate(inputs):
        for formality in dict.fromkeys(target.formality for target in one.targets):
            targets = tuple(target for target in one.targets if target.formality == formality)
            found.setdefault((one.source, targets), []).append(number)
    return found


def _style(target: _Target) -> Style | None:
    return None if target.formality is None else Style(formality=target.formality)


def _write(number: int, one: _Input, made: Mapping[tuple[int, _Target], _Made]) -> dict[str, Any]:
    translations = [
        {
            "language": target.written,
            "sourceCharacters": len(one.text),
            "text": apply_dictionary(made[number, target].text, is_html=one.is_html),
        }
        for target in one.targets
    ]
    if one.source is not None:
        return {"translations": translations}
    return {
        "detectedLanguage": write_guess(made[number, one.targets[0]].source),
        "translations": translations,
    }


def _read_inputs(body: object) -> tuple[_Input, ...]:
    inputs = body.get("inputs") if isinstance(body, Mapping) else None
    if not isinstance(inputs, list) or not inputs:
        example = '{"inputs": [{"text": "Hello", "targets": [{"language": "es"}]}]}'
        raise AzureRefused(INVALID, f"The body has no list of inputs, such as {example}.")
    check_count(len(inputs))
    return tuple(_read_input(one, number) for number, one in enumerate(inputs))


def _read_input(element: object, number: int) -> _Input:
    text = read_element(element, number)
    assert isinstance(element, Mapping)
    text_type = _word(element, "textType").lower()
    if text_type not in {"", "plain", "html"}:
        raise AzureRefused(TEXT_TYPE_INVALID, f"The textType of input {number} is not Plain or Html.")
    targets = element.get("targets")
    if not isinstance(targets, list) or not targets:
        raise AzureRefused(TARGET_INVALID, f"Input {number} has no targets.")
    source = _word(element, "language")
    message = f"The language of input {number} is not valid."
    return _Input(
        text=text,
        source=read_language(source, number=SOURCE_INVALID, message=message) if source else None,
        targets=tuple(dict.fromkeys(_read_target(one, number) for one in targets)),
        is_html=text_type == "html",
    )


def _read_target(element: object, number: int) -> _Target:
    """A target, without what would change its translation and is not there: that is refused."""
    if not isinstance(element, Mapping) or not _word(element, "language"):
        raise AzureRefused(TARGET_INVALID, f"A target of input {number} has no language.")
    written = _word(element, "language")
    message = f"The target language {written} of input {number} is not valid."
    code = read_language(written, number=TARGET_INVALID, message=message)
    may_fall_back = element.get("allowFallback") is not False
    check_system(_word(element, "deploymentName"), may_fall_back=may_fall_back, name="deploymentName")
    check_profanity(_word(element, "profanityAction"))
    tone = _word(element, "tone").lower()
    if tone not in _TONES:
        raise AzureRefused(OPTION_INVALID, f"The tone of input {number} is not formal, informal or neutral.")
    if _word(element, "gender").lower() not in {"", "neutral"}:
        raise AzureRefused(OPTION_INVALID, "The only gender here is neutral.")
    for name in _NOT_HERE:
        if element.get(name):
            raise AzureRefused(
                OPTION_INVALID, f"There is no {name} here: give the account a translation memory instead."
            )
    wanted = _word(element, "script").lower()
    if wanted and wanted != script(code).lower():
        raise AzureRefused(NO_TRANSLITERATION, "Transliteration is not supported.")
    return _Target(written, code, _TONES[tone])


def _word(element: Mapping[str, Any], name: str) -> str:
    """The value of an option, "" where it is missing. Raises `AzureRefused` where it is no text."""
    value = element.get(name)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise AzureRefused(INVALID, f"The value of {name} is not a text.")
    return value.strip()
