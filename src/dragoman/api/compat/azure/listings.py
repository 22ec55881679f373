"""`/languages` of the Azure dialect, which needs no key."""

from __future__ import annotations

from typing import Annotated, Final

from babel import Locale
from fastapi import APIRouter, Header, Query, Response

from dragoman.api.compat.azure.calls import CheckedVersion
from dragoman.api.compat.azure.interface import CODES, PREFIX, SCOPE_INVALID, AzureRefused
from dragoman.http.dependencies import OpenRuntime
from dragoman.http.errors import answer
from dragoman.http.route_policy import route_policy
from dragoman.language_names import find_locale, find_name
from dragoman.languages import is_rtl
from dragoman.translation.requests import possible_routes

_SCOPES: Final = ("translation", "transliteration", "dictionary")
_ENGLISH: Final = Locale("en")

router = APIRouter(prefix=PREFIX, include_in_schema=False, dependencies=[CheckedVersion])


@router.get("/languages")
@route_policy(is_public=True)
async def list_azure_languages(
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
    translated = {code: _describe(own, locale) for code, own in spelled.items()}
    found = {one: translated if one == "translation" else {} for one in _SCOPES if one in wanted}
    return answer(200, found)


def _describe(code: str, locale: Locale) -> dict[str, str]:
    name = find_name(code, locale) or find_name(code, _ENGLISH) or code
    own_locale = find_locale(code)
    native = find_name(code, own_locale) if own_locale is not None else None
    return {"name": name, "nativeName": native or name, "dir": "rtl" if is_rtl(code) else "ltr"}
