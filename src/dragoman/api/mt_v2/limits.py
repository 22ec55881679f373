"""`GET /v2/limits`: what one request may hold (T2, D2), so that clients can split what is longer."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import Field

from dragoman.http.auth import TranslateCaller
from dragoman.http.dependencies import OpenRuntime
from dragoman.http.models import ResponseModel
from dragoman.http.responses import PROTECTED

router = APIRouter(prefix="/v2", tags=["Text"], responses=PROTECTED)


class LimitsReply(ResponseModel):
    """The limits of this service. Lengths are code points, sizes bytes."""

    segments: int = Field(examples=[100], description="Segments of a text request")
    segment_characters: int = Field(examples=[10_000], description="Code points of one segment")
    characters: int = Field(
        examples=[100_000], description="Code points of all segments of a request, for each target"
    )
    targets: int = Field(examples=[20], description="Targets of a text request")
    body_bytes: int = Field(examples=[2_097_152], description="Size of a JSON body")
    document_bytes: int = Field(examples=[20_971_520], description="Size of a document")
    document_words: int = Field(examples=[50_000], description="Words to translate in a document")


@router.get("/limits")
async def get_limits(_: TranslateCaller, runtime: OpenRuntime) -> LimitsReply:
    """Get what one request may hold.

    Split a longer text into sentences, and many texts into several requests.
    """
    settings = runtime.settings
    return LimitsReply(
        segments=settings.max_segments,
        segment_characters=settings.max_segment_characters,
        characters=settings.max_request_characters,
        targets=settings.max_targets,
        body_bytes=settings.max_json_bytes,
        document_bytes=settings.max_document_bytes,
        document_words=settings.max_document_words,
    )
