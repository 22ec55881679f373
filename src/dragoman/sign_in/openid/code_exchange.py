"""The two requests to a provider: a code for tokens, and more about the person where it is needed."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from dragoman.access.issuer_documents import UnexpectedStatus, fetch_object, provider_faults, read_address
from dragoman.errors import Misconfigured, Unavailable
from dragoman.settings import IssuerSignIn
from dragoman.sign_in.openid.model import OpenidSignInRefused, OpenidState
from dragoman.telemetry import log

if TYPE_CHECKING:
    import httpx2

_ERROR: Final = re.compile(r"[a-z_]{1,40}\Z", re.ASCII)
_BASIC: Final = "client_secret_basic"
_POST: Final = "client_secret_post"


async def exchange_code(
    client: httpx2.AsyncClient,
    document: Mapping[str, Any],
    *,
    sign_in: IssuerSignIn,
    code: str,
    state: OpenidState,
) -> Mapping[str, Any]:
    """The provider's tokens for a code.

    Raises `OpenidSignInRefused` when it refuses the code, `Unavailable` when it does not answer as it should,
    and `Misconfigured` when the file of the client's secret cannot be read.
    """
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": state.redirect_uri,
        "code_verifier": state.code_verifier,
    }
    headers = _authenticate(form, document, sign_in)
    try:
        address = read_address(document, "token_endpoint")
        return await fetch_object(client, address, form=form, headers=headers)
    except UnexpectedStatus as error:
        log().warning(
            "openid.code_refused", key=sign_in.key, status=error.status, error=clean_error(error.body)
        )
        if error.status >= 500:
            raise _unreachable(sign_in) from None
        raise OpenidSignInRefused(f"{sign_in.name} did not confirm the sign-in. Try again.") from None
    except provider_faults() as error:
        log().warning("openid.unreachable", key=sign_in.key, reason=type(error).__name__)
        raise _unreachable(sign_in) from None


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonClaims:
    """What a provider says of a person, in the ID token and at its UserInfo endpoint."""

    claims: Mapping[str, Any]
    is_complete: bool  # False: the UserInfo endpoint should have been asked, and gave no answer


async def complete_claims(
    client: httpx2.AsyncClient,
    document: Mapping[str, Any],
    *,
    sign_in: IssuerSignIn,
    claims: Mapping[str, Any],
    tokens: Mapping[str, Any],
) -> PersonClaims:
    """The claims of an ID token, with those of the UserInfo endpoint where address or groups are missing.

    Some providers put only the subject into ID tokens. What cannot be had is left out.
    """
    access_token = tokens.get("access_token")
    wanted = {sign_in.email_claim} | ({sign_in.roles_claim} if sign_in.roles else set())
    if wanted <= claims.keys() or "userinfo_endpoint" not in document:
        return PersonClaims(claims=claims, is_complete=True)
    unanswered = PersonClaims(claims=claims, is_complete=False)
    if not isinstance(access_token, str):
        return unanswered
    try:
        address = read_address(document, "userinfo_endpoint")
        more = await fetch_object(client, address, headers={"Authorization": f"Bearer {access_token}"})
    except provider_faults() as error:
        log().warning("openid.userinfo_failed", key=sign_in.key, reason=type(error).__name__)
        return unanswered
    if more.get("sub") != claims["sub"]:  # OpenID Connect Core 5.3.2
        log().warning("openid.userinfo_of_another", key=sign_in.key)
        return unanswered
    return PersonClaims(claims={**more, **claims}, is_complete=True)


def clean_error(values: Mapping[str, Any]) -> str:
    """The `error` of an answer, if it has the form of one (RFC 6749)."""
    error = values.get("error")
    return error if isinstance(error, str) and _ERROR.match(error) else "unknown"


def _authenticate(
    form: dict[str, str], document: Mapping[str, Any], sign_in: IssuerSignIn
) -> Mapping[str, str]:
    """Add the client's credentials to the form, or give the header with them (RFC 6749 2.3.1)."""
    secret = _read_secret(sign_in)
    methods = document.get("token_endpoint_auth_methods_supported", [_BASIC])
    if secret is not None and (_BASIC in methods or _POST not in methods):
        pair = f"{quote(sign_in.client_id, safe='')}:{quote(secret, safe='')}"
        return {"Authorization": f"Basic {base64.b64encode(pair.encode()).decode()}"}
    form["client_id"] = sign_in.client_id
    if secret is not None:
        form["client_secret"] = secret
    return {}


def _read_secret(sign_in: IssuerSignIn) -> str | None:
    if sign_in.client_secret_file is None:
        return None if sign_in.client_secret is None else sign_in.client_secret.get_secret_value()
    return _read_file(sign_in.client_secret_file)


def _read_file(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise Misconfigured(f"issuers: client_secret_file {path} cannot be read: {error}.") from None


def _unreachable(sign_in: IssuerSignIn) -> Unavailable:
    return Unavailable(f"{sign_in.name} cannot be reached. Try again, or sign in another way.", retry_after=5)
