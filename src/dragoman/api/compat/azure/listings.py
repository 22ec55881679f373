"""`/languages` of the Azure dialect, which needs no key."""

from __future__ import annotations

from typing import Annotated, Any, Final

from babel import Locale
from fastapi import APIRouter, Header, Query, Request, Response

from dragoman.api.compat.azure.calls import CheckedVersion, is_dated
from dragoman.api.compat.azure.interface import CODES, PREFIX, SCOPE_INVALID, AzureRefused
from dragoman.http.dependencies import OpenRuntime
from dragoman.http.errors import answer
from dragoman.http.route_policy import route_policy
from dragoman.language_names import find_locale, find_name
from dragoman.languages import is_rtl
from dragoman.translation.requests import possible_routes

_SCOPES: Final = ("translation", "transliteration", "dictionary")
_MODEL: Final = "general"
_ENGLISH: Final = Locale("en")

router = APIRouter(prefix=PREFIX, include_in_schema=False, dependencies=[CheckedVersion])


@router.get("/languages")
@route_policy(is_public=True)
async def list_azure_languages(
    request: Request,
    runtime: OpenRuntime,
    scope: Annotated[str, Query()] = "",
    accept_language: Annotated[str, Header()] = "",
) -> Response:
    """List the languages of each scope: for transliteration and dictionaries none."""
    wanted = [one.strip().lower() for one in scope.split(",") if one.strip()] or _SCOPES
    if not set(wanted) <= set(_SCOPES):
        raise AzureRefused(SCOPE_INVALID, "The scope parameter is not valid.")
    locale = find_locale(accept_language.partition(",")[0].partition(";")[0].strip()) or _ENGLISH
    routes = await possible_routes(runtime.text_resources())
    spelled = CODES.spell_all(routes.languages)
    translated: dict[str, dict[str, Any]] = {code: _describe(own, locale) for code, own in spelled.items()}
    found: dict[str, Any] = {one: {} for one in _SCOPES if one in wanted}
    if "translation" in found:
        found["translation"] = translated
    if is_dated(request):
        found = {**found, "models": [_MODEL]}
        translated.update({code: {**one, "models": [_MODEL]} for code, one in translated.items()})
    return answer(200, found)


def _describe(code: str, locale: Locale) -> dict[str, Any]:
    name = find_name(code, locale) or find_name(code, _ENGLISH) or code
    own_locale = find_locale(code)
    native = find_name(code, own_locale) if own_locale is not None else None
    return {"name": name, "nativeName": native or name, "dir": "rtl" if is_rtl(code) else "ltr"}
