"""DeepL's interface as one of ours: its prefix, its key, and how its errors are answered (X1)."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from typing import Any, Final

from starlette.responses import Response

from dragoman.access.model import AccessScope, Bucket, ClientCredentials
from dragoman.api.compat.errors import Refusal, RefusalKind, describe_error
from dragoman.api.compat.keys import read_key_header
from dragoman.http.errors import answer
from dragoman.http.route_policy import ErrorStyle, Interface

PREFIX: Final = "/compat/deepl"
_SCHEME: Final = "DeepL-Auth-Key"
_NO_KEY: Final = (
    "Authorization failed. Send an application's credentials: Authorization: DeepL-Auth-Key CLIENT_ID:SECRET."
)

# DeepL has no 401: its clients take 403 for any key that is refused. They retry 429 and all from 500 on.
_STATUSES: Final[Mapping[RefusalKind, int]] = {
    RefusalKind.UNAUTHENTICATED: 403,
    RefusalKind.FORBIDDEN: 403,
    RefusalKind.NOT_FOUND: 404,
    RefusalKind.WRONG_METHOD: 405,
    RefusalKind.CONFLICT: 400,
    RefusalKind.MALFORMED: 400,
    RefusalKind.TOO_LARGE: 413,
    RefusalKind.RULE_BROKEN: 400,
    RefusalKind.TOO_MANY_CALLS: 429,
    RefusalKind.UNAVAILABLE: 503,
    RefusalKind.TIMED_OUT: 504,
    RefusalKind.FAILED: 500,
}


def _read_key(scope: Mapping[str, Any]) -> ClientCredentials:
    return read_key_header(scope, "Authorization", scheme=_SCHEME)


async def _answer_error(error: Exception, _: MutableMapping[str, Any], request_id: str) -> Response:
    """The body `{"message"}`, which clients show."""
    refusal = describe_error(error, request_id=request_id, no_credentials=_NO_KEY)
    return answer(_STATUSES[refusal.kind], {"message": _write(refusal)}, headers=refusal.headers)


def _write(refusal: Refusal) -> str:
    if refusal.kind is RefusalKind.MALFORMED and refusal.location:
        return f"Bad request. Reason: {refusal.message}"
    return refusal.message


INTERFACE: Final = Interface(
    prefix=PREFIX,
    scope=AccessScope.TRANSLATE,
    bucket=Bucket.TRANSLATE,
    errors=ErrorStyle.TEXT,
    answer_error=_answer_error,
    read_credentials=_read_key,
)
