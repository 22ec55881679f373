"""ID tokens: verified with the issuer's keys, and what they claim (OpenID Connect Core 3.1.3.7)."""

from __future__ import annotations

import hmac
from collections.abc import Mapping, Sequence
from typing import Any, Final

from dragoman.access.issuers import IssuerKeys
from dragoman.access.tokens import (
    check_times,
    is_text,
    parse_token,
    read_audiences,
    refuse,
    verify_signature,
)
from dragoman.accounts.model import check_email, check_part_of_name
from dragoman.errors import RuleBroken
from dragoman.settings import ExternalIssuer, IssuerSignIn
from dragoman.sign_in.openid.model import OpenidPerson, OpenidState
from dragoman.telemetry import log

_OLDEST_SECONDS: Final = 600.0  # an ID token is made while the code is exchanged
_MOST_GROUPS: Final = 1000
_YES: Final = (True, "true", "1", 1)


async def verify_id_token(
    text: str, *, entry: ExternalIssuer, keys: IssuerKeys, state: OpenidState, now: float
) -> Mapping[str, Any]:
    """The claims of an ID token that answers this sign-in.

    Raises `Unauthenticated`, whose message is for the log, and `Unavailable` while there are no keys.
    """
    token = parse_token(text)
    if token.header.get("alg") not in entry.algorithms or ("kid" in token.header and token.key_id is None):
        refuse("The ID token's header is not acceptable.")
    key = await keys.find(token.key_id)
    if key is None:
        refuse("The ID token is signed by an unknown key.")
    verify_signature(token, key=key, algorithms=entry.algorithms)
    claims = token.payload
    if claims.get("iss") != entry.issuer:
        refuse("The ID token is another issuer's.")
    assert entry.sign_in is not None
    _check_audience(claims, client_id=entry.sign_in.client_id)
    check_times(claims, now=now)
    if not isinstance(claims.get("iat"), int | float) or claims["iat"] < now - _OLDEST_SECONDS:
        refuse("The ID token is old.")
    nonce = claims.get("nonce")
    if not isinstance(nonce, str) or not hmac.compare_digest(nonce.encode(), state.nonce.encode()):
        refuse("The ID token answers another sign-in.")
    if not is_text(claims.get("sub")):
        refuse("The ID token names no person.")
    return claims


def read_person(
    claims: Mapping[str, Any], *, issuer: str, sign_in: IssuerSignIn, is_complete: bool
) -> OpenidPerson:
    """What the claims say. An address that the provider did not verify, or of another domain, is left out.

    Without the claim of the groups a person has none, unless the provider has it elsewhere.
    """
    first, last = (_read_name(claims.get(name)) for name in ("given_name", "family_name"))
    return OpenidPerson(
        issuer=issuer,
        subject=claims["sub"],
        email=_read_email(claims, sign_in),
        first_name=first,
        last_name=last if first or last else _read_name(claims.get("name")),
        groups=_read_groups(claims, sign_in, is_complete=is_complete),
    )


def _check_audience(claims: Mapping[str, Any], *, client_id: str) -> None:
    audiences = read_audiences(claims)
    if client_id not in audiences:
        refuse("The ID token is meant for another client.")
    if claims.get("azp", client_id) != client_id or (len(audiences) > 1 and "azp" not in claims):
        refuse("The ID token was made for another client.")


def _read_email(claims: Mapping[str, Any], sign_in: IssuerSignIn) -> str | None:
    address = claims.get(sign_in.email_claim)
    if not isinstance(address, str) or claims.get(sign_in.email_verified_claim) not in _YES:
        return None
    try:
        email = check_email(address)
    except RuleBroken:
        return None
    domains = {domain.lower().lstrip("@") for domain in sign_in.email_domains}
    return email if not domains or email.rpartition("@")[2] in domains else None


def _read_name(value: object) -> str:
    try:
        return check_part_of_name(value) if isinstance(value, str) else ""
    except RuleBroken:
        return ""


def _read_groups(
    claims: Mapping[str, Any], sign_in: IssuerSignIn, *, is_complete: bool
) -> Sequence[str] | None:
    value = claims.get(sign_in.roles_claim)
    if value is None and sign_in.roles:
        elsewhere = claims.get("_claim_names")  # of Entra ID, for people of more than 200 groups
        if not is_complete or (isinstance(elsewhere, dict) and sign_in.roles_claim in elsewhere):
            log().warning("openid.groups_unknown", key=sign_in.key)
            return None
    values = value if isinstance(value, list) else [value]
    return [one for one in values[:_MOST_GROUPS] if isinstance(one, str)]
