"""Route policies: what a route declares for the middlewares and for error answers.

A route has the scope, rate limit and error style of its interface, found by the prefix of its path. The
caller in its signature, such as `auth.ReferenceCaller`, may admit other scopes as well.
`@route_policy(body=…)` sets its body limit. `route_matching` finds the policy of a request, and checks the
declarations when the application starts.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, Final, TypeAlias, TypeVar

from starlette.responses import Response

from dragoman.access.model import AccessScope, Bucket, ClientCredentials, SentToken
from dragoman.settings import Settings

POLICY: Final = "policy"  # in the state of an ASGI scope: the policy of the request
REQUEST_ID: Final = "request_id"  # in the same state: the id that the answer carries
_DECLARED: Final = "declared_policy"  # attribute of an endpoint
_FORM_BYTES: Final = 1024 * 1024  # of a form around its file

_Endpoint = TypeVar("_Endpoint", bound=Callable[..., Any])


# Writes the answer for an exception, the ASGI scope and the id of its request.
ErrorAnswer: TypeAlias = Callable[[Exception, MutableMapping[str, Any], str], Awaitable[Response]]

# Finds an application's credentials, or an access token, in an ASGI scope. None: its route finds them, in the
# body. Raises `Unauthenticated` without any.
CredentialReader: TypeAlias = Callable[[Mapping[str, Any]], ClientCredentials | SentToken | None]


class ErrorStyle(Enum):
    """How a broken rule and a conflict are answered, in JSON."""

    TEXT = auto()  # a broken rule: 422 and one text (E1)
    PROJECT = auto()  # a broken rule: 400 and a list of problems (E4)
    PROVIDER = auto()  # as PROJECT; a conflict has its code beside the text


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """Any one of the scopes that a call needs, and the rate limit that counts it; None: it is not counted."""

    scopes: tuple[AccessScope, ...]
    bucket: Bucket | None
    read_credentials: CredentialReader | None = None  # None: calls have an access token
    resource_metadata: str | None = None  # path of its metadata, which a refusal then names (RFC 9728)


@dataclass(frozen=True, slots=True, kw_only=True)
class Interface:
    """Routes below one prefix. All of them need a token, also requests that match no route."""

    prefix: str
    scope: AccessScope | None  # admits to every route; None: pages, which need no token but a session
    bucket: Bucket | None
    errors: ErrorStyle
    answer_error: ErrorAnswer | None = None  # None: JSON, in the style
    read_credentials: CredentialReader | None = None  # None: calls have an access token
    resource_metadata: str | None = None  # as of `Access`

    def has(self, path: str) -> bool:
        """Whether a path is below the prefix."""
        return path == self.prefix or path.startswith(f"{self.prefix}/")


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyBounds:
    """Bounds of a body, taken from the settings."""

    size: int  # bytes
    seconds: float
    refusal: str  # the message for a larger body


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonLimit:
    """Body limit of a route that accepts no file."""

    advice: str = "Send less"

    most_bytes: int | None = None  # where it is less than the setting

    def bounds(self, settings: Settings) -> BodyBounds:
        """The bounds under these settings."""
        size = min(settings.max_json_bytes, self.most_bytes or settings.max_json_bytes)
        return BodyBounds(
            size=size,
            seconds=settings.body_timeout_seconds,
            refusal=f"The body is larger than {size} bytes. {self.advice} in each request.",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class UploadLimit:
    """Body limit of a route that accepts a file, in a form or as the body itself."""

    file_bytes: Callable[[Settings], int]
    kind: str = "File"
    advice: str = "Split it."

    def bounds(self, settings: Settings) -> BodyBounds:
        """The bounds under these settings."""
        size = self.file_bytes(settings)
        return BodyBounds(
            size=size + _FORM_BYTES,
            seconds=settings.upload_timeout_seconds,
            refusal=f"{self.kind} too large: at most {size} bytes are accepted. {self.advice}".rstrip(),
        )


BodyLimit = JsonLimit | UploadLimit

DOCUMENT_LIMIT: Final = UploadLimit(file_bytes=lambda settings: settings.max_document_bytes, kind="Document")


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutePolicy:
    """How a request is treated before its route reads it, and how its errors are answered."""

    route: str | None = None  # its path, such as `/v2/documents/{jobId}`; None: the request matches no route
    access: Access | None = None  # None: public
    errors: ErrorStyle = ErrorStyle.TEXT
    answer_error: ErrorAnswer | None = None
    body: BodyLimit = field(default_factory=JsonLimit)
    is_health_check: bool = False  # answered also on connections beyond the limits


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclaredPolicy:
    """What an endpoint declares with `route_policy`."""

    body: BodyLimit | None = None
    is_health_check: bool = False
    is_public: bool = False  # needs no credentials, though its interface does


def route_policy(
    *, body: BodyLimit | None = None, is_health_check: bool = False, is_public: bool = False
) -> Callable[[_Endpoint], _Endpoint]:
    """Declare the policy of every route with this endpoint. Goes below the decorator of the router."""
    declared = DeclaredPolicy(body=body, is_health_check=is_health_check, is_public=is_public)

    def declare(endpoint: _Endpoint) -> _Endpoint:
        setattr(endpoint, _DECLARED, declared)
        return endpoint

    return declare


def declared_policy(endpoint: Callable[..., Any]) -> DeclaredPolicy:
    """What an endpoint declares."""
    declared: DeclaredPolicy = getattr(endpoint, _DECLARED, DeclaredPolicy())
    return declared


def policy_of(scope: Mapping[str, Any]) -> RoutePolicy:
    """The policy of the request of an ASGI scope, which `route_matching.MatchRoute` has stored there."""
    policy: RoutePolicy = scope["state"][POLICY]
    return policy
