"""What LibreTranslate's clients ask before they translate: `/languages`, `/frontend/settings`, `/health`."""

from __future__ import annotations

from typing import Any, Final

from babel import Locale
from fastapi import APIRouter

from dragoman.api.compat.languages import list_targets
from dragoman.api.compat.libretranslate.interface import CODES, PREFIX
from dragoman.formats import FORMATS
from dragoman.http.dependencies import OpenRuntime
from dragoman.http.route_policy import route_policy
from dragoman.language_names import find_name
from dragoman.translation.requests import possible_routes

_ENGLISH: Final = Locale("en")
_TYPING_PAUSE: Final = 500  # milliseconds after the last key, as LibreTranslate has it

router = APIRouter(prefix=PREFIX, include_in_schema=False)


@router.get("/languages")
@route_policy(is_public=True)
async def list_libre_languages(runtime: OpenRuntime) -> list[dict[str, Any]]:
    """The languages that can be translated, and into which."""
    routes = await possible_routes(runtime.text_resources())
    languages: dict[str, dict[str, Any]] = {}
    for code, targets in (await list_targets(routes)).items():
        written = CODES.write(code)
        known = languages.get(written, {"targets": []})["targets"]
        all_targets = sorted({*known, *CODES.spell_all(targets)})
        languages[written] = {"code": written, "name": _name(code), "targets": all_targets}
    return list(languages.values())


@router.get("/frontend/settings")
@route_policy(is_public=True)
async def show_libre_settings(runtime: OpenRuntime) -> dict[str, Any]:
    """What LibreTranslate's page, and clients with a page of their own, show of the service."""
    suffixes = sorted({suffix for one in FORMATS for suffix in one.media_types})
    return {
        "apiKeys": True,
        "charLimit": runtime.settings.max_request_characters,
        "filesTranslation": True,
        "frontendTimeout": _TYPING_PAUSE,
        "keyRequired": True,
        "language": {
            "source": {"code": "auto", "name": "Auto Detect"},
            "target": {"code": "en", "name": _name("en")},
        },
        "suggestions": False,
        "supportedFilesFormat": [f".{suffix}" for suffix in suffixes],
    }


@router.get("/health")
@route_policy(is_public=True)
async def check_libre_health(_: OpenRuntime) -> dict[str, str]:
    """Say that the service translates."""
    return {"status": "ok"}


def _name(code: str) -> str:
    return find_name(code, _ENGLISH) or code
