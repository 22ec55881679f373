"""The machine translation interface, `/v2`: text, languages and detection (T1–T8)."""

from __future__ import annotations

from fastapi import APIRouter

from dragoman.api.intake import JsonRoute
from dragoman.api.mt_v2 import languages, text
from dragoman.api.responses import PROTECTED

router = APIRouter(prefix="/v2", responses=PROTECTED, route_class=JsonRoute)
router.include_router(text.router)
router.include_router(languages.router)
