"""`POST /v2/translate` (T1, T2, T6, T11). `text_bodies` has its models."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from dragoman.api.mt_v2.text_bodies import (
    TranslateBody,
    TranslateReply,
    write_bare,
    write_explained,
    write_targets,
)
from dragoman.http.auth import TranslateCaller
from dragoman.http.dependencies import OpenRuntime
from dragoman.http.request_body import JsonRoute
from dragoman.http.responses import PROTECTED
from dragoman.http.route_policy import JsonLimit, route_policy
from dragoman.settings import Settings
from dragoman.translation.assets import AssetChoice
from dragoman.translation.requests import TextRequest, check_number
from dragoman.translation.text_calls import answer_text_request


class _TextRoute(JsonRoute):
    """A route that counts the segments before it validates each (T2)."""

    def check_size(self, parsed: object, settings: Settings) -> None:
        segments = parsed.get("segments") if isinstance(parsed, dict) else None
        if isinstance(segments, list):
            check_number(len(segments), settings)
        super().check_size(parsed, settings)


router = APIRouter(prefix="/v2", tags=["Text"], responses=PROTECTED, route_class=_TextRoute)


@router.post("/translate", response_model_exclude_unset=True)
@route_policy(body=JsonLimit(advice="Send fewer or shorter segments"))
async def translate_text(
    body: TranslateBody,
    caller: TranslateCaller,
    runtime: OpenRuntime,
    explain: Annotated[bool, Query(description="Return where each translation comes from")] = False,
) -> TranslateReply:
    """Translate up to 100 segments. Tags and placeholders come back exactly as they were sent."""
    request = _read(body, caller)
    answer = await answer_text_request(
        request, runtime.text_resources(), runtime.usage, caller=caller, explain=explain
    )
    result = answer.result
    translations = {
        target: write_explained(answer, target, style_id=body.style_id)
        if explain
        else write_bare(result, target)
        for target in request.targets
    }
    shown = {"detected_source": result.source} if request.source is None else {}
    if body.targets is not None:
        return TranslateReply(translations=write_targets(translations, explain=explain), **shown)
    return TranslateReply(translations=[*translations[request.targets[0]]], **shown)


def _read(body: TranslateBody, caller: TranslateCaller) -> TextRequest:
    context = body.context or ""
    return TextRequest(
        source=body.asked_source,
        targets=tuple(body.asked_targets),
        texts=tuple(segment.text for segment in body.segments),
        account_id=caller.account_id,
        sandbox=caller.is_sandbox,
        placeholders=tuple(body.placeholders),
        choice=AssetChoice(
            threshold=body.memory_threshold,
            term_base_ids=None if body.term_base_ids is None else tuple(body.term_base_ids),
            memory_id=body.translation_memory_id,
            style_id=body.style_id,
            around=context,
        ),
        context=context,
    )
