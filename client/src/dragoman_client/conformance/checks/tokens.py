"""A1 to A9: tokens, scopes, secrets."""

from __future__ import annotations

import base64
import time

from dragoman_client.conformance.expectations import (
    expect,
    expect_detail,
    expect_equal,
    expect_fields,
    expect_header,
    expect_json,
    expect_status,
    expect_unauthorized,
    fail,
)
from dragoman_client.conformance.model import AppCredentials, Need
from dragoman_client.conformance.registry import check
from dragoman_client.conformance.server import CheckedServer
from dragoman_client.conformance.signatures import is_signed_by, read_token
from dragoman_client.conformance.wire import TOKEN, WRONG, WireClient, token_form

PAIRS = "/v2/languages/text-translation"
ALIAS = "/protocol/openid-connect/token"
_METADATA = ("/.well-known/oauth-authorization-server", "/.well-known/openid-configuration")


@check("A1")
def form_credentials(server: CheckedServer) -> None:
    """Form-encoded client credentials give a token that opens /v2."""
    token = expect_json(server.customer.request_token())["access_token"]
    answer = server.public.get(PAIRS, headers={"Authorization": f"Bearer {token}"})
    expect_status(answer, 200)


@check("A1")
def alias(server: CheckedServer) -> None:
    """The address /protocol/openid-connect/token gives tokens too."""
    answer = server.public.post(ALIAS, data=token_form(_own(server)))
    expect_fields(answer, expect_json(answer), ("access_token",))


@check("A1")
def basic_credentials(server: CheckedServer) -> None:
    """Client authentication by HTTP Basic gives a token."""
    own = _own(server)
    pair = base64.b64encode(f"{own.client_id}:{own.client_secret}".encode()).decode()
    answer = server.public.post(
        TOKEN, data={"grant_type": "client_credentials"}, headers={"Authorization": f"Basic {pair}"}
    )
    expect_fields(answer, expect_json(answer), ("access_token",))


@check("A1", "A3")
def json_refused(server: CheckedServer) -> None:
    """A token request in JSON is 400 invalid_request."""
    answer = server.public.post(TOKEN, json=token_form(_own(server)))
    body = expect_json(answer, 400)
    expect_fields(answer, body, ("error", "error_description"))
    expect_equal(answer, "error", body["error"], "invalid_request")


@check("A1", "A7")
def narrower_scope(server: CheckedServer) -> None:
    """A token for a narrower scope has that scope alone."""
    answer = server.customer.request_token(scope="reference")
    issued = expect_json(answer)
    expect_equal(answer, "scope", issued["scope"], "reference")
    bearer = {"Authorization": f"Bearer {issued['access_token']}"}
    expect_status(server.public.get("/project/v1/languages", headers=bearer), 200)
    refused = server.public.get(PAIRS, headers=bearer)
    expect_detail(refused, 403)
    expect_header(refused, "WWW-Authenticate", r'Bearer\b.*error="insufficient_scope"')


@check("A2")
def reply_fields(server: CheckedServer) -> None:
    """The reply has access_token, expires_in, refresh_expires_in, token_type, scope."""
    answer = server.customer.request_token()
    issued = expect_json(answer)
    lifetime, policy = issued["expires_in"], issued["not-before-policy"]
    expect(answer, isinstance(lifetime, int) and lifetime > 0, "expires_in: seconds over 0", lifetime)
    expect(answer, isinstance(policy, int), "not-before-policy: a number", policy)
    expect_equal(answer, "refresh_expires_in", issued["refresh_expires_in"], 0)
    expect_equal(answer, "token_type", issued["token_type"], "Bearer")
    expect(answer, isinstance(issued["scope"], str), "scope: a text", issued["scope"])


@check("A2")
def reply_not_stored(server: CheckedServer) -> None:
    """A token reply is not to be stored: Cache-Control: no-store."""
    expect_header(server.customer.request_token(), "Cache-Control", r".*\bno-store\b")


@check("A3")
def unknown_and_wrong_alike(server: CheckedServer) -> None:
    """An unknown id and a wrong secret give the same 401 invalid_client."""
    wrong = server.customer.request_token(client_secret=WRONG)
    unknown = server.customer.request_token(client_id="conformance-check-unknown")
    for answer in (wrong, unknown):
        body = expect_json(answer, 401)
        expect_fields(answer, body, ("error", "error_description"))
        expect_equal(answer, "error", body["error"], "invalid_client")
        expect_header(answer, "WWW-Authenticate", "Basic")
    expect_equal(unknown, "the body for a wrong secret", unknown.json(), wrong.json())


@check("A3")
def wrong_grant_type(server: CheckedServer) -> None:
    """Another grant type is 400 unsupported_grant_type, a missing one invalid_request."""
    answer = server.customer.request_token(grant_type="password")
    expect_equal(answer, "error", expect_json(answer, 400)["error"], "unsupported_grant_type")
    form = {name: value for name, value in token_form(_own(server)).items() if name != "grant_type"}
    missing = server.public.post(TOKEN, data=form)
    expect_equal(missing, "error", expect_json(missing, 400)["error"], "invalid_request")


@check("A4")
def key_verifies_token(server: CheckedServer) -> None:
    """A published key verifies an access token's signature."""
    issued = server.customer.request_token()
    token = expect_json(issued)["access_token"]
    answer = server.public.get("/oauth2/jwks")
    keys = expect_json(answer)["keys"]
    private = {"d", "p", "q", "dp", "dq", "qi", "k"}
    expect(answer, not any(private & set(key) for key in keys), "public keys alone", "a private key")
    expect(answer, is_signed_by(token, keys), "a key that signed the token (RS256)", "none")
    expect(answer, not is_signed_by(_altered(token), keys), "a signature over the claims", "none")


@check("A4")
def token_claims(server: CheckedServer) -> None:
    """An access token has type at+jwt and iss aud sub client_id exp iat jti scope."""
    answer = server.customer.request_token()
    issued = expect_json(answer)
    header, claims = read_token(issued["access_token"])
    expect_equal(answer, "typ", header["typ"], "at+jwt")
    missing = {"iss", "aud", "sub", "client_id", "exp", "iat", "jti", "scope"} - set(claims)
    expect(answer, not missing, "all claims of RFC 9068", f"without {', '.join(sorted(missing))}")
    expect_equal(answer, "client_id", claims["client_id"], _own(server).client_id)
    lifetime = claims["exp"] - claims["iat"]
    expect_equal(answer, "exp - iat (expires_in)", lifetime, issued["expires_in"])


@check("A4")
def metadata(server: CheckedServer) -> None:
    """Both metadata documents name issuer, token endpoint and keys."""
    _, claims = read_token(expect_json(server.customer.request_token())["access_token"])
    for path in _METADATA:
        answer = server.public.get(path)
        found = expect_json(answer)
        expect_equal(answer, "issuer", found["issuer"], claims["iss"])
        expect_equal(answer, "token_endpoint", found["token_endpoint"], f"{found['issuer']}{TOKEN}")
        expect_equal(answer, "jwks_uri", found["jwks_uri"], f"{found['issuer']}/oauth2/jwks")


@check("A6")
def header_in_any_case(server: CheckedServer) -> None:
    """Header name and scheme match in any case."""
    token = server.customer.token()
    for name, scheme in (
        ("authorization", "bearer"),
        ("AUTHORIZATION", "Bearer"),
        ("Authorization", "BEARER"),
    ):
        expect_status(server.public.get(PAIRS, headers={name: f"{scheme} {token}"}), 200)


@check("A6", needs=())
def missing_credentials(server: CheckedServer) -> None:
    """Without credentials: 401 with detail and WWW-Authenticate: Bearer."""
    for path in (PAIRS, "/project/v1/project", "/provider/v1/projects"):
        expect_unauthorized(server.public.get(path))


@check("A6")
def malformed_tokens(server: CheckedServer) -> None:
    """What is not a token, or is altered, is 401."""
    for token in ("x", "a.b.c", "e30.e30.e30", _altered(server.customer.token())):
        expect_unauthorized(server.public.get(PAIRS, headers={"Authorization": f"Bearer {token}"}))


@check("A6")
def other_schemes(server: CheckedServer) -> None:
    """Another scheme than Bearer is 401."""
    for value in (f"Token {server.customer.token()}", "Basic eDp5", "Bearer"):
        expect_unauthorized(server.public.get(PAIRS, headers={"Authorization": value}))


@check("A7")
def no_provider_scope(server: CheckedServer) -> None:
    """A customer's token does not open the provider's interface: 403."""
    expect_detail(server.customer.get("/provider/v1/projects"), 403)


@check("A7", needs=(Need.STAFF,))
def no_customer_scope(server: CheckedServer) -> None:
    """A staff token does not open /v2 and /project/v1: 403."""
    for path in (PAIRS, "/project/v1/project"):
        expect_detail(server.staff.get(path), 403)


@check("A8", needs=(Need.CUSTOMER, Need.STAFF))
def regenerated_secret(server: CheckedServer) -> None:
    """A regenerated secret replaces the old one at once; tokens already issued live on."""
    path, client = _new_application(server)
    token = client.token()
    answer = server.staff.post(f"{path}/regenerate-secret")
    expect(answer, answer.status_code in {200, 201}, "the new secret")
    fresh = answer.json()["clientSecret"]
    own = client.credentials
    assert own is not None
    new = server.open(AppCredentials(client_id=own.client_id, client_secret=fresh))
    expect_status(client.request_token(), 401)
    expect_status(new.request_token(), 200)
    expect_status(server.public.get(PAIRS, headers={"Authorization": f"Bearer {token}"}), 200)
    expect(answer, fresh not in server.staff.get(path).text, "the secret shown once", "again in the record")


@check("A6", "A8", needs=(Need.CUSTOMER, Need.STAFF))
def disabled_application(server: CheckedServer) -> None:
    """A disabled application's tokens and credentials are refused."""
    path, client = _new_application(server)
    bearer = {"Authorization": f"Bearer {client.token()}"}
    expect_status(server.staff.patch(path, json={"disabled": True}), 200)
    server.poll(
        lambda: server.public.get(PAIRS, headers=bearer).status_code,
        lambda status: status == 401,
        "401 for a disabled application's token",
        seconds=5,
    )
    expect_unauthorized(server.public.get(PAIRS, headers=bearer))
    refused = client.request_token()
    expect_equal(refused, "error", expect_json(refused, 401)["error"], "invalid_client")


@check("A8", needs=(Need.CUSTOMER, Need.STAFF))
def revoked_tokens(server: CheckedServer) -> None:
    """Revoked tokens are refused, and not-before-policy says since when."""
    path, client = _new_application(server)
    old = {"Authorization": f"Bearer {client.token()}"}
    time.sleep(1.1)  # tokens count whole seconds
    expect(revoked := server.staff.post(f"{path}/revoke-tokens"), revoked.is_success, "a success")
    server.poll(
        lambda: server.public.get(PAIRS, headers=old).status_code,
        lambda status: status == 401,
        "401 for a revoked token",
        seconds=5,
    )
    answer = client.request_token()
    policy = expect_json(answer)["not-before-policy"]
    if not isinstance(policy, int) or policy <= 0:
        raise fail(answer, "not-before-policy: the second of the revocation", policy)


@check("A9")
def account_kind(server: CheckedServer) -> None:
    """The account has a kind: sandbox, trial or production."""
    answer = server.customer.get("/project/v1/account")
    kind = expect_json(answer)["kind"]
    expect(answer, kind in {"sandbox", "trial", "production"}, "kind: sandbox, trial or production", kind)


def _own(server: CheckedServer) -> AppCredentials:
    return server.target.credentials[Need.CUSTOMER]


def _altered(token: str) -> str:
    """The token with another claim, under the same signature."""
    header, claims, signature = token.split(".")
    middle = len(claims) // 2
    return (
        f"{header}.{claims[:middle]}{'A' if claims[middle] != 'A' else 'B'}{claims[middle + 1 :]}.{signature}"
    )


def _new_application(server: CheckedServer) -> tuple[str, WireClient]:
    """An application in the customer's account, disabled after the check: its path, and a client of it."""
    account = expect_json(server.customer.get("/project/v1/account"))["id"]
    body = {"accountId": account, "name": server.name, "scopes": ["translate"], "rateLimit": "off"}
    made = expect_json(server.staff.post("/provider/v1/applications", json=body), 201)
    path = f"/provider/v1/applications/{made['id']}"
    server.defer(lambda: server.staff.patch(path, json={"disabled": True}))
    credentials = AppCredentials(client_id=made["clientId"], client_secret=made["clientSecret"])
    return path, server.open(credentials)
