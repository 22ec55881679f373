"""Authentication and admission of calls, before the body is read (A6, A7, E6).

Every path below the prefix of an interface needs a token, also paths that do not exist. Endpoints declare the
caller they need, such as `TranslateCaller`: its scopes are in the OpenAPI document and in the route's policy.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Annotated, Final

from fastapi import Request, Security
from fastapi.dependencies.models import Dependant
from fastapi.openapi.models import OAuthFlowClientCredentials, OAuthFlows
from fastapi.security import OAuth2, SecurityScopes
from starlette.types import ASGIApp, Receive, Scope, Send

from dragoman.access import model
from dragoman.access.admission import OverLimit, ScopeMissing, admit, admit_client
from dragoman.access.brute_force import TooManyGuesses
from dragoman.access.identity import authenticate
from dragoman.access.key_admission import admit_key
from dragoman.access.model import Admission, Caller, ClientCredentials, SentToken, TokenClaims, format_scopes
from dragoman.errors import Unauthenticated
from dragoman.http.client_address import client_address
from dragoman.http.rate_limit import guess_limit_headers, rate_limit_headers
from dragoman.http.request_records import forget_client, note_client
from dragoman.http.route_policy import Access, policy_of
from dragoman.http.runtime import get_runtime

_CLAIMS: Final = "token_claims"  # in the scope's state
_REALM: Final = 'Bearer realm="dragoman"'


class NoCredentials(Unauthenticated):
    """The call has no bearer token. The challenge then names no error (RFC 6750, 3)."""


class AuthenticationMiddleware:
    """ASGI middleware that admits calls of routes that need a token, and of unknown paths beside them.

    It stores the `Caller` in the scope's state, and the headers for every answer of the call, which
    `RequestContext` adds. That must be outside of it.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Admit or refuse one request; public routes need no token."""
        access = policy_of(scope).access if scope["type"] == "http" else None
        if access is None:
            await self._app(scope, receive, send)
            return
        state = scope["state"]
        if access.read_credentials is not None:
            credentials = access.read_credentials(scope)
            if credentials is not None:
                await admit_credentials(scope, credentials)
            await self._app(scope, receive, send)
            return
        try:
            admission = await _admit(scope, access)
        except (Unauthenticated, ScopeMissing, OverLimit) as error:
            state["answer_headers"] = _refusal_headers(error, _challenge(scope, access))
            raise
        _enter(scope, admission)
        await self._app(scope, receive, send)


def _enter(scope: Scope, admission: Admission) -> None:
    scope["state"]["caller"] = admission.caller
    if admission.rate is not None:
        scope["state"]["answer_headers"] = rate_limit_headers(admission.rate)


async def admit_credentials(scope: Scope, credentials: ClientCredentials | SentToken) -> None:
    """Admit a call of an interface with credentials of its own kind: an application's, or an access token.

    Routes whose credentials are in the body do so before anything else. Raises what `admit_key` raises, and
    for a token what `admit` raises.
    """
    access = policy_of(scope).access
    if access is None:
        return
    try:
        if isinstance(credentials, SentToken):
            admission = await _admit_token(scope, access, credentials.text)
        else:
            admission = await _admit_client(scope, access, credentials)
    except TooManyGuesses as error:
        forget_client(scope)
        scope["state"]["answer_headers"] = guess_limit_headers(error.rate, error.retry_after)
        raise
    except OverLimit as error:
        scope["state"]["answer_headers"] = rate_limit_headers(error.rate)
        raise
    _enter(scope, admission)


async def admit_proved(scope: Scope, client_id: str, *, access: Access) -> Caller:
    """Admit a call of an application that a signed address proves.

    Raises what `admit_client` raises.
    """
    identity = get_runtime(scope).identity
    note_client(scope, client_id)
    try:
        admission = await admit_client(identity, client_id, scopes=access.scopes, bucket=access.bucket)
    except OverLimit as error:
        scope["state"]["answer_headers"] = rate_limit_headers(error.rate)
        raise
    _enter(scope, admission)
    return admission.caller


async def _admit_client(scope: Scope, access: Access, credentials: ClientCredentials) -> Admission:
    identity = get_runtime(scope).identity
    note_client(scope, credentials.id)
    return await admit_key(
        identity,
        credentials,
        address=client_address(scope, identity.settings.trusted_proxies),
        scopes=access.scopes,
        bucket=access.bucket,
    )


async def _admit(scope: Scope, access: Access) -> Admission:
    token = _read_bearer(scope)  # first: it needs nothing, and works while the service is starting
    return await _admit_token(scope, access, token)


async def _admit_token(scope: Scope, access: Access, token: str) -> Admission:
    runtime = get_runtime(scope)
    try:
        claims = await authenticate(runtime.identity, token)
        note_client(scope, claims.client_id)
        scope["state"][_CLAIMS] = claims
        return await admit(runtime.identity, claims, scopes=access.scopes, bucket=access.bucket)
    except Unauthenticated as error:
        note_client(scope, error.client_id)
        runtime.metrics.refusals.labels("token").inc()
        raise


def _read_bearer(scope: Scope) -> str:
    """The one bearer token of the request. Raises `Unauthenticated`."""
    values = [value for name, value in scope["headers"] if name == b"authorization"]
    if len(values) > 1:
        raise Unauthenticated("There is more than one Authorization header.")
    scheme, _, token = (values[0] if values else b"").decode("latin-1").strip(" \t").partition(" ")
    if scheme.lower() != "bearer":
        raise NoCredentials("Send an access token: Authorization: Bearer <ACCESS_TOKEN>.")
    return token.strip(" ")


def _challenge(scope: Scope, access: Access) -> str:
    if access.resource_metadata is None:
        return _REALM
    return f'{_REALM}, resource_metadata="{scope["app"].state.issuer}{access.resource_metadata}"'


def _refusal_headers(error: Unauthenticated | ScopeMissing | OverLimit, challenge: str) -> Mapping[str, str]:
    if isinstance(error, OverLimit):
        return rate_limit_headers(error.rate)
    if isinstance(error, NoCredentials):
        return {"WWW-Authenticate": challenge}
    if isinstance(error, ScopeMissing):
        scopes = format_scopes(error.scopes)
        return {"WWW-Authenticate": f'{challenge}, error="insufficient_scope", scope="{scopes}"'}
    # Our own messages are ASCII without quotes, as the header needs.
    return {
        "WWW-Authenticate": f'{challenge}, error="invalid_token", error_description="{error.message}"',
    }


_SCHEME: Final = OAuth2(
    scheme_name="OAuth2",
    description="Client credentials of an application (`dragoman admin application create`).",
    flows=OAuthFlows(
        clientCredentials=OAuthFlowClientCredentials(
            tokenUrl="/oauth2/token",
            scopes={
                model.AccessScope.TRANSLATE: "Translate text and documents: all of /v2",
                model.AccessScope.PROJECTS: "Projects, their files, and reference data",
                model.AccessScope.REFERENCE: "Read reference data",
                model.AccessScope.PROVIDER: "The provider's own interface",
            },
        )
    ),
    auto_error=False,
)


async def _caller(
    request: Request, needed: SecurityScopes, _: Annotated[str | None, Security(_SCHEME)]
) -> Caller:
    return admitted_caller(request, [model.AccessScope(scope) for scope in needed.scopes])


def declared_scopes(dependant: Dependant) -> tuple[model.AccessScope, ...]:
    """The scopes of the caller that an endpoint, or a dependency of it, declares. Empty without a caller."""
    if dependant.call is _caller:
        return tuple(model.AccessScope(scope) for scope in dependant.own_oauth_scopes or ())
    return next(filter(None, map(declared_scopes, dependant.dependencies)), ())


def admitted_caller(request: Request, needed: Collection[model.AccessScope]) -> Caller:
    """The caller that the middleware admitted, with any one of the scopes that are needed.

    Raises `NoCredentials` outside the protected prefixes, and `ScopeMissing`.
    """
    caller = request.scope.get("state", {}).get("caller")
    if not isinstance(caller, Caller):
        raise NoCredentials("Send an access token: Authorization: Bearer <ACCESS_TOKEN>.")
    if caller.scopes.isdisjoint(needed):  # checked again, though the middleware did
        raise ScopeMissing(needed)
    return caller


def admitted_claims(request: Request) -> TokenClaims:
    """The claims of the token with which the call was admitted. Raises `NoCredentials` without one."""
    claims = request.scope.get("state", {}).get(_CLAIMS)
    if not isinstance(claims, TokenClaims):
        raise NoCredentials("Send an access token: Authorization: Bearer <ACCESS_TOKEN>.")
    return claims


TranslateCaller = Annotated[Caller, Security(_caller, scopes=[model.AccessScope.TRANSLATE])]
AgentCaller = Annotated[
    Caller,
    Security(
        _caller, scopes=[model.AccessScope.TRANSLATE, model.AccessScope.PROJECTS, model.AccessScope.REFERENCE]
    ),
]
ProjectsCaller = Annotated[Caller, Security(_caller, scopes=[model.AccessScope.PROJECTS])]
ReferenceCaller = Annotated[
    Caller, Security(_caller, scopes=[model.AccessScope.PROJECTS, model.AccessScope.REFERENCE])
]
ProviderCaller = Annotated[Caller, Security(_caller, scopes=[model.AccessScope.PROVIDER])]
