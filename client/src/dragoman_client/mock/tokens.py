"""Tokens (A): issued, checked, expired."""

from __future__ import annotations

import base64
import hmac
import json
import time
from typing import Any
from urllib.parse import parse_qsl, unquote_plus

from dragoman_client.mock.ed25519 import SigningKey
from dragoman_client.mock.messages import NO_STORE, MockAnswer, RecordedRequest, json_answer
from dragoman_client.mock.refusals import MockRefusal, detail
from dragoman_client.mock.state import MockApplication, State, Token, new_id

SCOPES = ("translate", "projects", "reference", "provider")
GRANT_TYPES = ("client_credentials", "urn:ietf:params:oauth:grant-type:device_code")
ISSUED = {**NO_STORE, "Pragma": "no-cache"}


def read_form(request: RecordedRequest) -> dict[str, str]:
    """The fields of a form; a refusal of anything else."""
    if request.content_type != "application/x-www-form-urlencoded":
        raise oauth_error(
            "invalid_request",
            "Send form fields, with Content-Type: application/x-www-form-urlencoded; "
            "neither JSON nor anything else is read.",
        )
    return dict(parse_qsl(request.body.decode("utf-8", "replace"), keep_blank_values=True))


def issue_token(state: State, request: RecordedRequest, form: dict[str, str]) -> MockAnswer:
    """Answer `POST /oauth2/token` for client credentials (A1 to A3)."""
    if not form.get("grant_type"):
        raise oauth_error(
            "invalid_request", "The field grant_type is missing. Its value is client_credentials."
        )
    if form["grant_type"] != "client_credentials":
        raise oauth_error("unsupported_grant_type", f"There are the grant types {' and '.join(GRANT_TYPES)}.")
    application = _authenticate(state, request, form)
    scopes = _choose_scopes(application, form.get("scope", ""))
    return json_answer(token_reply(state, application, scopes), headers=ISSUED)


def create_token(state: State, application: MockApplication, scopes: tuple[str, ...]) -> str:
    """Make and remember a signed token (a JWT as in RFC 9068)."""
    now = time.time()
    claims = {
        "iss": state.url,
        "aud": "dragoman",
        "sub": application.client_id,
        "client_id": application.client_id,
        "iat": int(now),
        "exp": int(now) + state.settings.token_seconds,
        "jti": new_id(),
        "scope": " ".join(scopes),
    }
    signed = f"{_encode({'alg': 'EdDSA', 'typ': 'at+jwt', 'kid': 'tokens'})}.{_encode(claims)}"
    token = f"{signed}.{_base64url(state.token_key.sign(signed.encode()))}"
    state.tokens[token] = Token(
        application=application.id,
        scopes=scopes,
        issued_at=now,
        expires_at=now + state.settings.token_seconds,
    )
    return token


def check_token(state: State, request: RecordedRequest) -> tuple[MockApplication, Token]:
    """The application of a request's token; a refusal with 401 otherwise (A6)."""
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not value.strip():
        text = "Send an access token: Authorization: Bearer <ACCESS_TOKEN>."
        raise detail(401, text, {"WWW-Authenticate": 'Bearer realm="dragoman"'})
    token = state.tokens.get(value.strip())
    if token is None:
        raise _invalid_token("The access token is malformed.")
    if token.expires_at <= time.time():
        raise _invalid_token("The access token has expired. Get a new one.")
    application = state.applications[token.application]
    record = state.table("applications").rows[application.id]
    if record["disabled"] or state.table("accounts").rows[application.account]["disabled"]:
        raise _invalid_token("The application of this access token is disabled.")
    return application, token


def require_scope(token: Token, scopes: tuple[str, ...]) -> None:
    """Refuse a token that has none of the scopes with 403."""
    if scopes and not set(scopes) & set(token.scopes):
        header = f'Bearer realm="dragoman", error="insufficient_scope", scope="{scopes[0]}"'
        raise detail(403, f"The access token lacks the scope {scopes[0]}.", {"WWW-Authenticate": header})


def expire_tokens(state: State) -> None:
    """Let every token that was issued so far be expired."""
    for token in state.tokens.values():
        token.expires_at = 0.0
    state.changed.notify_all()


def write_metadata(state: State) -> dict[str, Any]:
    """The authorization server's metadata (RFC 8414)."""
    return {
        "issuer": state.url,
        "authorization_endpoint": f"{state.url}/oauth2/authorize",
        "token_endpoint": f"{state.url}/oauth2/token",
        "jwks_uri": f"{state.url}/oauth2/jwks",
        "device_authorization_endpoint": f"{state.url}/oauth2/device_authorization",
        "grant_types_supported": list(GRANT_TYPES),
        "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post"],
        "scopes_supported": list(SCOPES),
        "response_types_supported": [],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["EdDSA"],
        "service_documentation": f"{state.url}/docs",
    }


def write_webhook_keys(state: State) -> dict[str, Any]:
    """The key of the signatures `v1a` of webhooks, as a JWK (RFC 8037) and as `whpk_…`."""
    public = base64.b64encode(state.webhook_key.public).decode()
    return {"keys": [_write_jwk(state.webhook_key, "webhooks")], "publicKeys": [f"whpk_{public}"]}


def write_jwks(state: State) -> dict[str, Any]:
    """The key that tokens are signed with (A4)."""
    return {"keys": [_write_jwk(state.token_key, "tokens")]}


def _write_jwk(key: SigningKey, name: str) -> dict[str, str]:
    """A public key as a JWK (RFC 8037)."""
    x = _base64url(key.public)
    return {"kty": "OKP", "crv": "Ed25519", "use": "sig", "alg": "EdDSA", "kid": name, "x": x}


def _authenticate(state: State, request: RecordedRequest, form: dict[str, str]) -> MockApplication:
    identity, secret = form.get("client_id", ""), form.get("client_secret", "")
    scheme, _, encoded = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "basic":
        try:
            decoded = base64.b64decode(encoded, validate=True).decode()
        except ValueError:
            decoded = ""
        identity, _, secret = (unquote_plus(part) for part in decoded.partition(":"))
    if not identity or not secret:
        raise oauth_error(
            "invalid_client", "Send client_id and client_secret, as form fields or by HTTP Basic."
        )
    for one in state.applications.values():
        same = hmac.compare_digest(one.client_secret.encode(), secret.encode())
        if one.client_id == identity and same and not state.table("applications").rows[one.id]["disabled"]:
            return one
    raise oauth_error("invalid_client", "Unknown client, or wrong client secret.")


def _choose_scopes(application: MockApplication, text: str) -> tuple[str, ...]:
    wanted = text.split()
    for scope in wanted:
        if scope not in SCOPES:
            raise oauth_error("invalid_scope", f"There is no scope {scope}. There are: {', '.join(SCOPES)}.")
        if scope not in application.scopes:
            raise oauth_error("invalid_scope", f"The application does not have the scope {scope}.")
    return tuple(one for one in application.scopes if not wanted or one in wanted)


def token_reply(state: State, application: MockApplication, scopes: tuple[str, ...]) -> dict[str, Any]:
    """A new token, as the token endpoint answers."""
    return {
        "access_token": create_token(state, application, scopes),
        "expires_in": state.settings.token_seconds,
        "refresh_expires_in": 0,
        "token_type": "Bearer",
        "not-before-policy": state.table("applications").rows[application.id]["notBefore"],
        "scope": " ".join(scopes),
    }


def oauth_error(code: str, text: str) -> MockRefusal:
    """A refusal of RFC 6749."""
    is_client = code == "invalid_client"
    more = {"WWW-Authenticate": 'Basic realm="dragoman", charset="UTF-8"'} if is_client else {}
    body = {"error": code, "error_description": text}
    return MockRefusal(json_answer(body, status=401 if is_client else 400, headers={**NO_STORE, **more}))


def _invalid_token(text: str) -> MockRefusal:
    header = f'Bearer realm="dragoman", error="invalid_token", error_description="{text}"'
    return detail(401, text, {"WWW-Authenticate": header})


def _encode(value: Any) -> str:
    return _base64url(json.dumps(value, separators=(",", ":")).encode())


def _base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
