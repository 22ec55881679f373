"""`/v2/translate` of the DeepL dialect (X1, T4). `text_fields` has its fields."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from fastapi import APIRouter, Request, Response

from dragoman.access.model import Caller
from dragoman.api.compat.bodies import FORM, media_type, read_fields, validate
from dragoman.api.compat.deepl.assets import choose_assets, choose_style
from dragoman.api.compat.deepl.codes import read_language, unsupported, write_source
from dragoman.api.compat.deepl.interface import PREFIX
from dragoman.api.compat.deepl.markup import check_xml, markup_rules
from dragoman.api.compat.deepl.text_fields import (
    MOST_TEXTS,
    ModelType,
    TagHandling,
    TextFields,
    with_list_of_texts,
)
from dragoman.api.compat.languages import find_routes
from dragoman.errors import RuleBroken
from dragoman.http.auth import TranslateCaller
from dragoman.http.dependencies import OpenRuntime
from dragoman.http.errors import answer
from dragoman.http.route_policy import JsonLimit, route_policy
from dragoman.http.runtime import Runtime
from dragoman.languages import candidates
from dragoman.translation.mixed_texts import MixedRequest, answer_mixed_request, is_same_language
from dragoman.translation.routes import Routes, has_route

_MOST_BYTES: Final = 128 * 1024  # of a request, as DeepL takes them
_LONGEST_CONTEXT: Final = 10_000  # characters: what is further away says little

router = APIRouter(prefix=f"{PREFIX}/v2", include_in_schema=False)


@router.post("/translate")
@route_policy(body=JsonLimit(most_bytes=_MOST_BYTES, advice="Send fewer or shorter texts"))
async def translate(request: Request, caller: TranslateCaller, runtime: OpenRuntime) -> Response:
    """Translate up to 50 texts, sent as JSON or as a form."""
    sent = await read_fields(request)
    fields = validate(TextFields, with_list_of_texts(sent, is_form=media_type(request) == FORM))
    routes = await find_routes(runtime, caller)
    wanted = await _read(fields, routes, runtime, caller)
    made = await answer_mixed_request(
        wanted, runtime.text_resources(), runtime.usage, caller=caller, available=routes
    )
    rows = zip(wanted.texts, made.sources, made.by_target[wanted.targets[0]], strict=True)
    written = [_write(text, source.code, translation, fields) for text, source, translation in rows]
    return answer(200, {"translations": written})


async def _read(fields: TextFields, routes: Routes, runtime: Runtime, caller: Caller) -> MixedRequest:
    if not fields.text:
        raise RuleBroken("Parameter 'text' not specified.")
    if len(fields.text) > MOST_TEXTS:
        raise RuleBroken(
            f"Too many texts: a request has at most {MOST_TEXTS}; this one has {len(fields.text)}."
        )
    if fields.target_lang is None:
        raise RuleBroken("Parameter 'target_lang' not specified.")
    target = read_language(fields.target_lang, parameter="target_lang")
    source = fields.source_lang and read_language(fields.source_lang, parameter="source_lang")
    check_languages(source, target, routes)
    if fields.tag_handling is TagHandling.XML:
        check_xml(fields.text)
    choice = await choose_assets(fields, runtime, caller=caller)
    return MixedRequest(
        source=source,
        targets=(target,),
        texts=tuple(fields.text),
        choice=replace(choice, style=choose_style(fields, routes)),
        context=(fields.context or "")[:_LONGEST_CONTEXT],
        markup=markup_rules(fields),
        longest=_MOST_BYTES,
    )


def check_languages(source: str | None, target: str, routes: Routes) -> None:
    """Refuse languages that no pair has, in DeepL's words. Raises `RuleBroken`."""
    if routes.targets.isdisjoint(candidates(target)):
        raise unsupported("target_lang")
    if source is None:
        return
    if routes.sources.isdisjoint(candidates(source)):
        raise unsupported("source_lang")
    if is_same_language(source, target) and not has_route(routes, source, target):
        raise RuleBroken("Source and target language are equal.")


def _write(text: str, source: str, translation: str, fields: TextFields) -> dict[str, Any]:
    written: dict[str, Any] = {"detected_source_language": write_source(source), "text": translation}
    if fields.show_billed_characters:
        written["billed_characters"] = len(text)
    if fields.model_type is not None:
        is_quick = fields.model_type is ModelType.LATENCY
        written["model_type_used"] = ModelType.LATENCY if is_quick else ModelType.QUALITY
    return written
