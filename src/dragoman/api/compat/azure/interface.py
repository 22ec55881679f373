"""Azure Translator v3 as one of our interfaces: its prefix, its keys, and its errors (X3)."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
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

PREFIX: Final = "/compat/azure"
CODES: Final = ServiceCodes(
    meanings={"ku": "ckb", "kmr": "ku", "zh-chs": "zh-Hans", "zh-cht": "zh-Hant"},
    spellings={
        "ckb": "ku",
        "fa-AF": "prs",
        "ku": "kmr",
        "lg": "lug",
        "mn": "mn-Cyrl",
        "no": "nb",
        "ny": "nya",
        "rn": "run",
        "sr": "sr-Cyrl",
        "zh": "zh-Hans",
    },
    has_small_regions=True,
)

_UNAUTHORIZED: Final = "The request is not authorized because credentials are missing or invalid."
_NO_KEY: Final = (
    f"{_UNAUTHORIZED} Send CLIENT_ID:SECRET of an application in the header Ocp-Apim-Subscription-Key."
)

# Azure's codes: the status of HTTP, and three digits.
INVALID: Final = 400000
SCOPE_INVALID: Final = 400001
TEXT_INVALID: Final = 400005
VERSION_INVALID: Final = 400021
PAIR_INVALID: Final = 400023
SOURCE_INVALID: Final = 400035
TARGET_INVALID: Final = 400036
OPTION_INVALID: Final = 400042
TEXT_TYPE_INVALID: Final = 400071
TOO_MANY_TEXTS: Final = 400072
JSON_INVALID: Final = 400074
TOO_LARGE: Final = 400077
NO_SUCH_SYSTEM: Final = 400079
NO_TRANSLITERATION: Final = 400080

_CODES: Final[Mapping[RefusalKind, int]] = {
    RefusalKind.UNAUTHENTICATED: 401000,
    RefusalKind.FORBIDDEN: 403000,
    RefusalKind.NOT_FOUND: 404000,
    RefusalKind.WRONG_METHOD: 405000,
    RefusalKind.CONFLICT: INVALID,
    RefusalKind.MALFORMED: INVALID,
    RefusalKind.TOO_LARGE: TOO_LARGE,
    RefusalKind.RULE_BROKEN: INVALID,
    RefusalKind.TOO_MANY_CALLS: 429000,
    RefusalKind.UNAVAILABLE: 503000,
    RefusalKind.TIMED_OUT: 504000,
    RefusalKind.FAILED: 500000,
}


class AzureRefused(RuleBroken):
    """A call breaks a rule that has a number at Azure."""

    def __init__(self, number: int, message: str) -> None:
        super().__init__(message)
        self.number = number


def read_key(scope: Mapping[str, Any]) -> ClientCredentials | SentToken:
    """A key in its header or in the query, or else an access token. Raises `Unauthenticated`."""
    key = find_header(scope, "Ocp-Apim-Subscription-Key")
    if not key:
        keys = parse_qs(scope["query_string"].decode("latin-1")).get("Subscription-Key")
        key = keys[0] if keys else None
    if key:
        return parse_key(key)
    scheme, _, token = (find_header(scope, "Authorization") or "").partition(" ")
    if scheme.lower() != "bearer":
        raise NoCredentials(_NO_KEY)
    return SentToken(text=token.strip())


async def _answer_error(error: Exception, _: MutableMapping[str, Any], request_id: str) -> Response:
    """The body `{"error": {"code", "message"}}`, whose code begins with the status."""
    refusal = describe_error(error, request_id=request_id, no_credentials=_NO_KEY)
    code, message = _choose(error, refusal)
    headers = {**refusal.headers, "X-RequestId": request_id}
    return answer(code // 1000, {"error": {"code": code, "message": message}}, headers=headers)


def _choose(error: Exception, refusal: Refusal) -> tuple[int, str]:
    if isinstance(error, AzureRefused):
        return error.number, refusal.message
    if isinstance(error, TargetUnsupported):
        return TARGET_INVALID, f"The target language is not valid. {refusal.message}"
    if isinstance(error, LanguagePairUnsupported):
        return PAIR_INVALID, refusal.message
    if refusal.kind is RefusalKind.UNAUTHENTICATED and not isinstance(error, NoCredentials):
        return _CODES[refusal.kind], f"{_UNAUTHORIZED} {refusal.message}"
    return _CODES[refusal.kind], refusal.message


INTERFACE: Final = Interface(
    prefix=PREFIX,
    scope=AccessScope.TRANSLATE,
    bucket=Bucket.TRANSLATE,
    errors=ErrorStyle.TEXT,
    answer_error=_answer_error,
    read_credentials=read_key,
)
