"""Access tokens as bytes: parsing them, signing ours, verifying any, and validating our claims.

Ours follow RFC 9068: `typ` at+jwt, RS256, and the claims `iss aud sub client_id iat exp jti scope`, and
`gen`: the generation of the application's tokens, by which all of them are revoked at once.
"""

from __future__ import annotations

import base64
import json
import re
import secrets
import warnings
from collections.abc import Collection, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Any, Final, NoReturn, TypeGuard

from joserfc import jws, jwt
from joserfc.errors import JoseError, SecurityWarning
from joserfc.jwk import ECKey, OKPKey, RSAKey

from dragoman.access.model import AccessScope, TokenClaims, format_scopes
from dragoman.errors import Unauthenticated

ALGORITHM: Final = "RS256"
TYPE: Final = "at+jwt"
# One audience for every interface: scopes tell them apart, and tokens stay good when the address changes.
AUDIENCE: Final = "dragoman"
MAX_CHARACTERS: Final = 8192
FUTURE_SECONDS: Final = 30  # clocks of several machines may differ so much

_SHAPE: Final = re.compile(r"[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\Z", re.ASCII)
_OWN_HEADER: Final = frozenset({"alg", "typ", "kid"})
# Headers that would change what a signature means, or name a key from outside.
_REFUSED_HEADERS: Final = frozenset({"crit", "b64", "zip", "enc", "jku", "jwk", "x5u"})
# Every asymmetric algorithm; those that take a shared secret, and "none", are never accepted.
ALGORITHMS: Final = frozenset(
    {"RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519"}
)

PublicKey = RSAKey | ECKey | OKPKey


class _Registry(jws.JWSRegistry):
    max_header_length = MAX_CHARACTERS
    max_payload_length = MAX_CHARACTERS
    max_signature_length = MAX_CHARACTERS


_OWN_REGISTRY: Final = _Registry(algorithms=[ALGORITHM])


@dataclass(frozen=True, slots=True, kw_only=True)
class UnverifiedToken:
    """A well-formed token whose signature has not been verified."""

    text: str = field(repr=False)
    header: Mapping[str, Any]
    payload: Mapping[str, Any]

    @property
    def key_id(self) -> str | None:
        """The `kid` header, when it is a string."""
        key_id = self.header.get("kid")
        return key_id if isinstance(key_id, str) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant:
    """The claims of a new token."""

    issuer: str
    client_id: str
    scopes: frozenset[AccessScope]
    generation: int
    issued_at: int  # epoch seconds
    lifetime: int  # seconds


def parse_token(text: str) -> UnverifiedToken:
    """Parse a compact JWS strictly. Raises `Unauthenticated`."""
    if len(text) > MAX_CHARACTERS or not _SHAPE.match(text):
        refuse("The access token is malformed.")
    head, body, _ = text.split(".")
    header, payload = _read_object(head), _read_object(body)
    if not _REFUSED_HEADERS.isdisjoint(header):
        refuse("The access token's header is not acceptable.")
    return UnverifiedToken(text=text, header=header, payload=payload)


def sign_token(grant: Grant, *, key: RSAKey, key_id: str) -> str:
    """Make an access token of ours."""
    claims = {
        "iss": grant.issuer,
        "aud": AUDIENCE,
        "sub": grant.client_id,
        "client_id": grant.client_id,
        "iat": grant.issued_at,
        "exp": grant.issued_at + grant.lifetime,
        "jti": secrets.token_urlsafe(16),
        "scope": format_scopes(grant.scopes),
        "gen": grant.generation,
    }
    header = {"alg": ALGORITHM, "typ": TYPE, "kid": key_id}
    return jwt.encode(header, claims, key, registry=_OWN_REGISTRY, default_type=None)


def verify_signature(token: UnverifiedToken, *, key: PublicKey, algorithms: Collection[str]) -> None:
    """Check the signature with one key by one of these algorithms. Raises `Unauthenticated`."""
    algorithm = token.header.get("alg")
    if algorithm not in algorithms or algorithm not in ALGORITHMS:
        refuse("The access token is signed by an algorithm that is not accepted.")
    own = algorithms == (ALGORITHM,)
    registry = _OWN_REGISTRY if own else _Registry(algorithms=algorithms, strict_check_header=False)
    try:
        with nullcontext() if own else warnings.catch_warnings():
            if not own:  # providers still write EdDSA where the library would have them write Ed25519
                warnings.simplefilter("ignore", SecurityWarning)
            jws.deserialize_compact(token.text, key, registry=registry)
    except (JoseError, ValueError, TypeError):
        refuse("The access token's signature is not valid.")


def check_own_header(token: UnverifiedToken) -> None:
    """Ours have exactly the header that `sign_token` writes. Raises `Unauthenticated`."""
    header = token.header
    if header.keys() != _OWN_HEADER or header["typ"] != TYPE or header["alg"] != ALGORITHM:
        refuse("The access token's header is not acceptable.")


def read_own_claims(payload: Mapping[str, Any], *, now: float) -> TokenClaims:
    """Check everything a token of ours claims but its issuer. Raises `Unauthenticated`."""
    check_times(payload, now=now)
    client_id, scope, generation = payload.get("client_id"), payload.get("scope"), payload.get("gen")
    if AUDIENCE not in read_audiences(payload):
        refuse("The access token is meant for another service.")
    if not is_text(client_id) or payload.get("sub") != client_id or not is_text(payload.get("jti")):
        refuse("The access token's claims are not acceptable.")
    if not isinstance(scope, str) or type(generation) is not int or type(payload.get("iat")) is not int:
        refuse("The access token's claims are not acceptable.")
    return TokenClaims(
        client_id=client_id,
        scopes=frozenset(s for s in AccessScope if s in scope.split(" ")),
        generation=generation,
        issued_at=payload["iat"],
        expires_at=payload["exp"],
    )


def check_times(payload: Mapping[str, Any], *, now: float) -> None:
    """`exp` is there and ahead; `nbf` and `iat`, when there, are not. Raises `Unauthenticated`."""
    if not _is_number(payload.get("exp")):
        refuse("The access token does not say when it expires.")
    if payload["exp"] <= now:
        refuse("The access token has expired. Request a new one.")
    for name in ("nbf", "iat"):
        if name in payload and (not _is_number(payload[name]) or payload[name] > now + FUTURE_SECONDS):
            refuse("The access token is not valid yet.")


def read_audiences(payload: Mapping[str, Any]) -> frozenset[str]:
    """The `aud` claim as a set; empty when it is missing or neither a string nor a list of them."""
    audiences = payload.get("aud")
    if isinstance(audiences, str):
        return frozenset({audiences})
    if isinstance(audiences, list) and all(isinstance(audience, str) for audience in audiences):
        return frozenset(audiences)
    return frozenset()


def is_text(value: object) -> TypeGuard[str]:
    """Whether a claim is a string that is not empty and that the database can store."""
    return isinstance(value, str) and 0 < len(value) <= 256 and value.isprintable()


def refuse(message: str) -> NoReturn:
    """Raise `Unauthenticated`."""
    raise Unauthenticated(message)


def _is_number(value: object) -> bool:
    # Bounded, which also leaves out NaN and infinities.
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 1e12


def _read_object(part: str) -> dict[str, Any]:
    try:
        decoded = base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)).decode("utf-8")
        value = json.loads(decoded, object_pairs_hook=_unique, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        refuse("The access token is malformed.")
    if not isinstance(value, dict):
        refuse("The access token is malformed.")
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError("a name occurs twice")
    return value


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")
