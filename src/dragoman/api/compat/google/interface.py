"""Google Cloud Translation v2 as one of our interfaces: its prefix, its keys, and its errors (X3)."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import parse_qs

from starlette.responses import Response

from dragoman.access.model import AccessScope, Bucket, ClientCredentials, SentToken
from dragoman.api.compat.errors import Refusal, RefusalKind, describe_error
from dragoman.api.compat.keys import find_header, parse_key
from dragoman.api.compat.language_codes import ServiceCodes
from dragoman.errors import LanguagePairUnsupported, RuleBroken
from dragoman.http.auth import NoCredentials
from dragoman.http.errors import answer
from dragoman.http.route_policy import ErrorStyle, Interface
from dragoman.translation.mixed_texts import TargetUnsupported

PREFIX: Final = "/compat/google"
KEY: Final = "key"
CODES: Final = ServiceCodes(
    meanings={"zh": "zh-Hans", "tl": "fil"},
    spellings={
        "fil": "tl",
        "he": "iw",
        "jv": "jw",
        "nb": "no",
        "zh": "zh-CN",
        "zh-Hans": "zh-CN",
        "zh-Hant": "zh-TW",
    },
    others={"iw": "he", "jw": "jv", "tl": "fil", "zh-CN": "zh"},
)

_NO_KEY: Final = (
    "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or "
    "other form of API consumer identity to call this API: key is CLIENT_ID:SECRET of an application."
)
_WRONG_KEY: Final = "API key not valid. Please pass a valid API key."
_WRONG_TOKEN: Final = "Request had invalid authentication credentials."  # noqa: S105 - a message


@dataclass(frozen=True, slots=True, kw_only=True)
class GoogleStatus:
    """A status of Google's: of HTTP, its name in gRPC, and the reason that the first error gives."""

    code: int
    name: str
    reason: str


_INVALID: Final = GoogleStatus(code=400, name="INVALID_ARGUMENT", reason="invalid")
_STATUSES: Final[Mapping[RefusalKind, GoogleStatus]] = {
    RefusalKind.UNAUTHENTICATED: GoogleStatus(code=400, name="INVALID_ARGUMENT", reason="badRequest"),
    RefusalKind.FORBIDDEN: GoogleStatus(code=403, name="PERMISSION_DENIED", reason="forbidden"),
    RefusalKind.NOT_FOUND: GoogleStatus(code=404, name="NOT_FOUND", reason="notFound"),
    RefusalKind.WRONG_METHOD: GoogleStatus(code=405, name="INVALID_ARGUMENT", reason="httpMethodNotAllowed"),
    RefusalKind.CONFLICT: _INVALID,
    RefusalKind.MALFORMED: _INVALID,
    RefusalKind.TOO_LARGE: GoogleStatus(code=400, name="INVALID_ARGUMENT", reason="badRequest"),
    RefusalKind.RULE_BROKEN: _INVALID,
    RefusalKind.TOO_MANY_CALLS: GoogleStatus(code=429, name="RESOURCE_EXHAUSTED", reason="rateLimitExceeded"),
    RefusalKind.UNAVAILABLE: GoogleStatus(code=503, name="UNAVAILABLE", reason="backendError"),
    RefusalKind.TIMED_OUT: GoogleStatus(code=504, name="DEADLINE_EXCEEDED", reason="backendError"),
    RefusalKind.FAILED: GoogleStatus(code=500, name="INTERNAL", reason="backendError"),
}
_REQUIRED: Final = GoogleStatus(code=400, name="INVALID_ARGUMENT", reason="required")
_TOKEN_REFUSED: Final = GoogleStatus(code=401, name="UNAUTHENTICATED", reason="authError")
_KEY_DETAILS: Final = [
    {
        "@type": "type.googleapis.com/google.rpc.ErrorInfo",
        "reason": "API_KEY_INVALID",
        "domain": "googleapis.com",
        "metadata": {"service": "translate.googleapis.com"},
    }
]


class ParameterMissing(RuleBroken):
    """A parameter that every call needs is not there."""


def _read_key(scope: Mapping[str, Any]) -> ClientCredentials | SentToken | None:
    """A key in the query or in a header, or an access token. None: the key is in the body, if anywhere."""
    keys = parse_qs(scope["query_string"].decode("latin-1")).get(KEY)
    key = keys[0] if keys else find_header(scope, "X-Goog-Api-Key")
    if key:
        return parse_key(key)
    scheme, _, token = (find_header(scope, "Authorization") or "").partition(" ")
    return SentToken(text=token.strip()) if scheme.lower() == "bearer" else None


async def _answer_error(error: Exception, scope: MutableMapping[str, Any], request_id: str) -> Response:
    """The body of Google's APIs: an error with its status, and a list that repeats it."""
    refusal = describe_error(error, request_id=request_id, no_credentials=_NO_KEY)
    status, message = _choose(error, refusal, scope)
    body: dict[str, Any] = {
        "code": status.code,
        "message": message,
        "errors": [{"message": message, "domain": "global", "reason": status.reason}],
        "status": status.name,
    }
    if message.startswith(_WRONG_KEY):
        body["details"] = _KEY_DETAILS
    return answer(status.code, {"error": body}, headers=refusal.headers)


def _choose(error: Exception, refusal: Refusal, scope: Mapping[str, Any]) -> tuple[GoogleStatus, str]:
    status, prefix = _STATUSES[refusal.kind], ""
    if isinstance(error, NoCredentials):
        status = _STATUSES[RefusalKind.FORBIDDEN]
    elif isinstance(error, ParameterMissing):
        status = _REQUIRED
    elif isinstance(error, TargetUnsupported):
        prefix = "Invalid Value: target. "
    elif isinstance(error, LanguagePairUnsupported):
        prefix = "Bad language pair: "
    elif refusal.kind is RefusalKind.UNAUTHENTICATED:
        has_token = any(name == b"authorization" for name, _ in scope["headers"])
        status, prefix = (_TOKEN_REFUSED, f"{_WRONG_TOKEN} ") if has_token else (status, f"{_WRONG_KEY} ")
    return status, f"{prefix}{refusal.message}"


INTERFACE: Final = Interface(
    prefix=PREFIX,
    scope=AccessScope.TRANSLATE,
    bucket=Bucket.TRANSLATE,
    errors=ErrorStyle.TEXT,
    answer_error=_answer_error,
    read_credentials=_read_key,
)
