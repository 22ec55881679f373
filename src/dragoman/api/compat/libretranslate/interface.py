"""LibreTranslate's interface as one of ours: its prefix, its key, and how its errors are answered (X2)."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from typing import Any, Final
from urllib.parse import parse_qs

from starlette.responses import Response

from dragoman.access.model import AccessScope, Bucket, ClientCredentials, SentToken
from dragoman.api.compat.errors import RefusalKind, describe_error
from dragoman.api.compat.keys import find_header, parse_key
from dragoman.api.compat.language_codes import ServiceCodes
from dragoman.http.auth import NoCredentials
from dragoman.http.errors import answer
from dragoman.http.route_policy import ErrorStyle, Interface

PREFIX: Final = "/compat/libretranslate"
KEY: Final = "api_key"
CODES: Final = ServiceCodes(
    meanings={"zt": "zh-Hant", "pb": "pt-BR", "tl": "fil"},
    spellings={"zh": "zh-Hans", "fil": "tl", "no": "nb"},
)

_NO_KEY: Final = (
    "Please contact the server operator to get an API key: api_key is CLIENT_ID:SECRET of an application"
)
_WRONG_KEY: Final = "Invalid API key"
_SLOW_DOWN: Final = "Slowdown: "

# LibreTranslate has no other statuses; its clients show the message of any.
_STATUSES: Final[Mapping[RefusalKind, int]] = {
    RefusalKind.UNAUTHENTICATED: 403,
    RefusalKind.FORBIDDEN: 403,
    RefusalKind.NOT_FOUND: 404,
    RefusalKind.WRONG_METHOD: 405,
    RefusalKind.CONFLICT: 400,
    RefusalKind.MALFORMED: 400,
    RefusalKind.TOO_LARGE: 400,
    RefusalKind.RULE_BROKEN: 400,
    RefusalKind.TOO_MANY_CALLS: 429,
    RefusalKind.UNAVAILABLE: 503,
    RefusalKind.TIMED_OUT: 504,
    RefusalKind.FAILED: 500,
}


def _read_key(scope: Mapping[str, Any]) -> ClientCredentials | SentToken | None:
    """A key in a header or in the query. None: it is in the body, if anywhere."""
    key = find_header(scope, "X-API-Key")
    if key:
        return parse_key(key)
    scheme, _, value = (find_header(scope, "Authorization") or "").partition(" ")
    if scheme.lower() == "bearer":
        return parse_key(value) if ":" in value else SentToken(text=value.strip())
    query = parse_qs(scope["query_string"].decode("latin-1"))
    keys = query.get(KEY)
    return parse_key(keys[0]) if keys else None


async def _answer_error(error: Exception, _: MutableMapping[str, Any], request_id: str) -> Response:
    """The body `{"error"}`. Like LibreTranslate: 400 without a key, 403 for a wrong one."""
    refusal = describe_error(error, request_id=request_id, no_credentials=_NO_KEY)
    status, message = _STATUSES[refusal.kind], refusal.message
    if isinstance(error, NoCredentials):
        status = 400
    elif refusal.kind is RefusalKind.UNAUTHENTICATED:
        message = f"{_WRONG_KEY}: {message}"
    elif refusal.kind is RefusalKind.TOO_MANY_CALLS:
        message = f"{_SLOW_DOWN}{message}"
    return answer(status, {"error": message}, headers=refusal.headers)


INTERFACE: Final = Interface(
    prefix=PREFIX,
    scope=AccessScope.TRANSLATE,
    bucket=Bucket.TRANSLATE,
    errors=ErrorStyle.TEXT,
    answer_error=_answer_error,
    read_credentials=_read_key,
)
