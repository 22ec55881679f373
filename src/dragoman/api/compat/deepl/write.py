"""`/v2/write` of the DeepL dialect: refused, as DeepL does for a subscription without it."""

from __future__ import annotations

from fastapi import APIRouter, Response

from dragoman.api.compat.deepl.interface import PREFIX
from dragoman.errors import Forbidden
from dragoman.http.auth import TranslateCaller

router = APIRouter(prefix=f"{PREFIX}/v2/write", include_in_schema=False)


@router.post("/rephrase", name="rephrase")
@router.post("/correct", name="correct")
async def refuse(_: TranslateCaller) -> Response:
    """Refuse to improve texts."""
    raise Forbidden("Write is not available: this service translates texts and does not rewrite them.")
