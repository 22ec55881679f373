"""`/v2/languages` of the DeepL dialect."""

from __future__ import annotations

from typing import Any, Final

from babel import Locale
from fastapi import APIRouter, Request, Response

from dragoman.api.compat.bodies import read_fields
from dragoman.api.compat.deepl.codes import unsupported, write_source, write_targets
from dragoman.api.compat.deepl.interface import PREFIX
from dragoman.api.compat.languages import find_routes, follows_formality
from dragoman.http.auth import TranslateCaller
from dragoman.http.dependencies import OpenRuntime
from dragoman.http.errors import answer
from dragoman.language_names import find_name
from dragoman.languages import canonical
from dragoman.translation.routes import Routes

router = APIRouter(prefix=f"{PREFIX}/v2", include_in_schema=False)

_KINDS: Final = ("source", "target")
_ENGLISH: Final = Locale("en")
# As DeepL calls them.
_NAMES: Final = {
    "EN-GB": "English (British)",
    "EN-US": "English (American)",
    "PT-PT": "Portuguese (European)",
    "PT-BR": "Portuguese (Brazilian)",
    "ZH": "Chinese (simplified)",
    "ZH-HANS": "Chinese (simplified)",
    "ZH-HANT": "Chinese (traditional)",
}


@router.get("/languages")
@router.post("/languages", name="post_languages")
async def list_languages(request: Request, caller: TranslateCaller, runtime: OpenRuntime) -> Response:
    """List the languages that can be translated from, or into with `type=target`.

    The Python client sends `type` in the body of a GET request.
    """
    fields = {**await read_fields(request), **request.query_params}
    kind = fields.get("type") or "source"
    if kind not in _KINDS:
        raise unsupported("type")
    routes = await find_routes(runtime, caller)
    if kind == "source":
        codes = sorted({write_source(code) for code in routes.sources})
        return answer(200, [{"language": code, "name": _name(code)} for code in codes])
    return answer(200, [_target(code, routes) for code in write_targets(routes.targets)])


def _target(code: str, routes: Routes) -> dict[str, Any]:
    name = _NAMES.get(code) or _name(code)
    return {"language": code, "name": name, "supports_formality": follows_formality(routes, code)}


def _name(code: str) -> str:
    return find_name(canonical(code), _ENGLISH) or code
