"""`/translate` of the Azure dialect: of version 3.0 here, of later ones in `inputs`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from fastapi import APIRouter, Request, Response
from starlette.datastructures import QueryParams

from dragoman.api.compat.azure.calls import CheckedVersion, is_dated, read_json, read_language, read_texts
from dragoman.api.compat.azure.dictionary import apply_dictionary
from dragoman.api.compat.azure.inputs import translate_inputs
from dragoman.api.compat.azure.interface import (
    CODES,
    NO_TRANSLITERATION,
    PREFIX,
    SOURCE_INVALID,
    TARGET_INVALID,
    TEXT_TYPE_INVALID,
    AzureRefused,
)
from dragoman.api.compat.azure.options import check_profanity, check_system, write_guess
from dragoman.api.compat.azure.sentence_lengths import SplitSentences, splitter_of
from dragoman.http.auth import TranslateCaller
from dragoman.http.dependencies import OpenRuntime
from dragoman.http.errors import answer
from dragoman.http.route_policy import JsonLimit, route_policy
from dragoman.languages import script
from dragoman.translation.mixed_texts import MixedAnswer, MixedRequest, answer_mixed_request

_ENGLISH: Final = "en"

router = APIRouter(prefix=PREFIX, include_in_schema=False, dependencies=[CheckedVersion])


@dataclass(frozen=True, slots=True, kw_only=True)
class AzureOptions:
    """What the query of a call asks for."""

    source: str | None
    targets: Mapping[str, str]  # as the client wrote them → our codes
    is_html: bool
    sentence_lengths: bool
    usual: str  # the language of texts that show none


def _read_options(request: Request) -> AzureOptions:
    """Read the query by hand: FastAPI takes as long for its ten parameters as for the rest of the call."""
    query = request.query_params
    text_type = query.get("textType", "plain").lower()
    if text_type not in {"plain", "html"}:
        raise AzureRefused(TEXT_TYPE_INVALID, "The value of textType is not plain or html.")
    written = [code.strip() for value in query.getlist("to") for code in value.split(",") if code.strip()]
    if not written:
        raise AzureRefused(TARGET_INVALID, "The target language (to) is missing.")
    source = query.get("from")
    no_target, no_source = (
        "The target language (to) is not valid.",
        "The source language (from) is not valid.",
    )
    options = AzureOptions(
        source=read_language(source, number=SOURCE_INVALID, message=no_source) if source else None,
        targets={code: read_language(code, number=TARGET_INVALID, message=no_target) for code in written},
        is_html=text_type == "html",
        sentence_lengths=query.get("includeSentenceLength", "false").lower() == "true",
        usual=CODES.read(query.get("suggestedFrom", _ENGLISH)) or _ENGLISH,
    )
    _check_offered(query, options)
    return options


def _check_offered(query: QueryParams, options: AzureOptions) -> None:
    """Refuse what would change the result and is not there."""
    may_fall_back = query.get("allowFallback", "true").lower() != "false"
    check_system(query.get("category", ""), may_fall_back=may_fall_back, name="category")
    check_profanity(query.get("profanityAction", ""))
    wanted = {one.lower() for one in query.getlist("toScript")}
    if wanted and not wanted <= {script(code).lower() for code in options.targets.values()}:
        raise AzureRefused(NO_TRANSLITERATION, "Transliteration is not supported.")


@router.post("/translate")
@route_policy(body=JsonLimit(advice="Send fewer or shorter texts"))
async def translate_azure(sent: Request, caller: TranslateCaller, runtime: OpenRuntime) -> Response:
    """Translate texts into one or several languages."""
    if is_dated(sent):
        return await translate_inputs(await read_json(sent), caller, runtime)
    texts, options = await read_texts(sent), _read_options(sent)
    request = MixedRequest(
        source=options.source,
        targets=tuple(dict.fromkeys(options.targets.values())),
        texts=texts,
        usual=options.usual,
        longest=runtime.settings.max_request_characters,
    )
    made = await answer_mixed_request(request, runtime.text_resources(), runtime.usage, caller=caller)
    split = splitter_of(runtime.translator) if options.sentence_lengths else None
    body = [_write(number, made, request, options, split) for number in range(len(texts))]
    return answer(200, body, headers={"X-Metered-Usage": str(made.characters)})


def _write(
    number: int,
    answered: MixedAnswer,
    request: MixedRequest,
    options: AzureOptions,
    split: SplitSentences | None,
) -> dict[str, Any]:
    guess = answered.sources[number]
    translations = []
    for written, target in options.targets.items():
        text = apply_dictionary(answered.by_target[target][number], is_html=options.is_html)
        made: dict[str, Any] = {"text": text, "to": written}
        if split is not None:
            lengths = split.compare(request.texts[number], guess.code, text, target)
            made["sentLen"] = {"srcSentLen": lengths[0], "transSentLen": lengths[1]}
        translations.append(made)
    detected = {} if options.source is not None else {"detectedLanguage": write_guess(guess)}
    return {**detected, "translations": translations}
