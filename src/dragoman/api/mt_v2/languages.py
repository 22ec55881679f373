"""`GET /v2/languages/…-translation` (T7, D9) and `POST /v2/languages/detect` (T8)."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import ConfigDict, Field

from dragoman import language_detection
from dragoman.http.auth import TranslateCaller
from dragoman.http.dependencies import OpenRuntime
from dragoman.http.fields import CustomerText
from dragoman.http.models import RequestModel, ResponseModel
from dragoman.http.request_body import JsonRoute
from dragoman.http.responses import PROTECTED
from dragoman.translation.requests import available_routes
from dragoman.translation.routes import Route

router = APIRouter(prefix="/v2/languages", tags=["Languages"], responses=PROTECTED, route_class=JsonRoute)


class PairBody(ResponseModel):
    """One direction that works now; the last three only with `details=true`."""

    source: str = Field(examples=["en"])
    target: str = Field(examples=["es"])
    engine: str = Field(default="", description="Name and version of each engine on the path")
    path: list[str] = Field(default=[], description="Languages on the way, both ends included")
    quality: str = Field(default="", description="`high`, `medium`, `gist` or `test`")


class DetectBody(RequestModel):
    """A text whose language is wanted."""

    model_config = ConfigDict(strict=True)

    text: CustomerText


class DetectReply(ResponseModel):
    """The language of the text, or null when unsure."""

    code: str | None = Field(examples=["en"])


@router.get("/text-translation", response_model_exclude_unset=True)
async def list_text_pairs(
    caller: TranslateCaller,
    runtime: OpenRuntime,
    details: Annotated[bool, Query(description="Return engine, path and quality of each pair")] = False,
) -> list[PairBody]:
    """List the directions that text can be translated in now."""
    routes = await available_routes(
        runtime.text_resources(), account_id=caller.account_id, sandbox=caller.is_sandbox
    )
    return [
        _detailed(route) if details else PairBody(source=route.source, target=route.target)
        for route in routes
    ]


@router.get("/document-translation", response_model_exclude_unset=True)
async def list_document_pairs(
    caller: TranslateCaller,
    runtime: OpenRuntime,
    details: Annotated[bool, Query(description="Return engine, path and quality of each pair")] = False,
) -> list[PairBody]:
    """List the directions that documents can be translated in now: those of text."""
    return await list_text_pairs(caller, runtime, details=details)


@router.post("/detect")
async def detect_language(body: DetectBody, _: TranslateCaller) -> DetectReply:
    """Detect the language of a text; null when unsure."""
    return DetectReply(code=await asyncio.to_thread(language_detection.detect_language, body.text))


def _detailed(route: Route) -> PairBody:
    return PairBody(
        source=route.source,
        target=route.target,
        engine=route.engine,
        path=list(route.path),
        quality=route.quality,
    )
