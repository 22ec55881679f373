"""Signing in by an identity provider: where the browser is sent, and whom its answer is about.

A state is used up in a transaction of its own before the provider is spoken to, so that it stays used
whatever follows; so these verbs get what a process authenticates with, and open their own transactions.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode, urlsplit

from dragoman.access.identity import Identity
from dragoman.access.issuer_documents import read_address
from dragoman.database.connections import ALL_ACCOUNTS, NO_ACCOUNT, Transaction, transaction
from dragoman.errors import NotFound, Unauthenticated, Unavailable
from dragoman.settings import ExternalIssuer, IssuerSignIn, Settings
from dragoman.sign_in.openid import store
from dragoman.sign_in.openid.code_exchange import clean_error, complete_claims, exchange_code
from dragoman.sign_in.openid.id_tokens import read_person, verify_id_token
from dragoman.sign_in.openid.model import (
    STATE_LIFETIME,
    OpenidCallback,
    OpenidChoice,
    OpenidPerson,
    OpenidRequest,
    OpenidSignIn,
    OpenidSignInRefused,
    OpenidState,
)
from dragoman.sign_in.openid.people import find_or_make_user
from dragoman.sign_in.tools import hash_token, new_token
from dragoman.telemetry import log


def list_choices(settings: Settings) -> Sequence[OpenidChoice]:
    """The providers that the sign-in page offers, in the order of the settings."""
    found = (entry.sign_in for entry in settings.issuers)
    return [OpenidChoice(key=one.key, name=one.name) for one in found if one is not None]


async def begin_sign_in(identity: Identity, *, key: str, redirect_uri: str) -> OpenidRequest:
    """Begin to sign in by the provider of this key; it sends the browser back to `redirect_uri`.

    Raises `NotFound` for another key, and `Unavailable` while the provider cannot be reached.
    """
    entry, sign_in = _find_entry(identity.settings, key)
    document = await identity.external.find_keys(entry.issuer).discover()
    state, browser_token = new_token(), new_token()
    begun = OpenidState(
        issuer=entry.issuer,
        redirect_uri=redirect_uri,
        nonce=secrets.token_urlsafe(32),
        code_verifier=secrets.token_urlsafe(48),
    )
    url = _authorization_url(document, sign_in, begun, state)
    async with transaction(identity.database, account=NO_ACCOUNT) as tx:
        values = {
            "state_hash": hash_token(state),
            "browser_hash": hash_token(browser_token),
            "issuer": begun.issuer,
            "redirect_uri": begun.redirect_uri,
            "nonce": begun.nonce,
            "code_verifier": begun.code_verifier,
            "expires": tx.now + STATE_LIFETIME,
        }
        await store.insert_state(tx, values)
    return OpenidRequest(url=url, browser_token=browser_token)


async def finish_sign_in(identity: Identity, *, callback: OpenidCallback, browser_token: str) -> OpenidSignIn:
    """Find out who came back from the provider. The caller opens the session.

    Raises `NotFound` for a key that no provider has, `OpenidSignInRefused` with what to do, and `Unavailable`
    while the provider cannot be reached.
    """
    entry, sign_in = _find_entry(identity.settings, callback.key)
    async with transaction(identity.database, account=NO_ACCOUNT) as tx:
        state = await store.take_state(
            tx,
            state_hash=hash_token(callback.state),
            browser_hash=hash_token(browser_token),
        )
    if state is None or state.issuer != entry.issuer:
        raise OpenidSignInRefused("This sign-in took too long, or was begun in another window. Try again.")
    keys = identity.external.find_keys(entry.issuer)
    document = await keys.discover()
    code = _check_callback(callback, document, entry)
    client = identity.external.client
    tokens = await exchange_code(client, document, sign_in=sign_in, code=code, state=state)
    try:
        text = tokens.get("id_token")
        claims = await verify_id_token(
            text if isinstance(text, str) else "", entry=entry, keys=keys, state=state, now=identity.clock()
        )
    except Unauthenticated as error:
        log().warning("openid.token_refused", key=sign_in.key, reason=error.message)
        raise OpenidSignInRefused(f"The answer of {sign_in.name} cannot be trusted. Try again.") from None
    found = await complete_claims(client, document, sign_in=sign_in, claims=claims, tokens=tokens)
    person = read_person(found.claims, issuer=entry.issuer, sign_in=sign_in, is_complete=found.is_complete)
    return await _sign_in(identity, person, sign_in)


async def forget_identities(tx: Transaction, *, user_id: int) -> int:
    """Forget who a user is at any provider, so that their address decides again; how many there were."""
    return await store.delete_identities(tx, user_id)


async def find_role_sources(tx: Transaction, settings: Settings, *, user_id: int) -> Sequence[str]:
    """The names of the providers that a user signs in by and that decide their roles at each sign-in."""
    issuers = await store.list_issuers(tx, user_id)
    return [
        entry.sign_in.name
        for entry in settings.issuers
        if entry.issuer in issuers and entry.sign_in is not None and entry.sign_in.roles
    ]


async def _sign_in(identity: Identity, person: OpenidPerson, sign_in: IssuerSignIn) -> OpenidSignIn:
    async with transaction(identity.database, account=ALL_ACCOUNTS) as tx:
        user_id = await find_or_make_user(tx, person, sign_in=sign_in)
    return OpenidSignIn(user_id=user_id, issuer=person.issuer)


def _find_entry(settings: Settings, key: str) -> tuple[ExternalIssuer, IssuerSignIn]:
    for entry in settings.issuers:
        if entry.sign_in is not None and entry.sign_in.key == key:
            return entry, entry.sign_in
    raise NotFound("There is no such identity provider here.")


def _authorization_url(
    document: Mapping[str, Any], sign_in: IssuerSignIn, begun: OpenidState, state: str
) -> str:
    """The provider's page with our question. Raises `Unavailable` when it names no acceptable one."""
    try:
        address = read_address(document, "authorization_endpoint")
    except ValueError as error:
        log().warning("openid.unreachable", key=sign_in.key, reason=str(error))
        raise Unavailable(f"{sign_in.name} cannot be used at the moment. Sign in another way.") from None
    digest = hashlib.sha256(begun.code_verifier.encode("ascii")).digest()
    query = {
        "response_type": "code",
        "client_id": sign_in.client_id,
        "redirect_uri": begun.redirect_uri,
        "scope": " ".join(sign_in.scopes),
        "state": state,
        "nonce": begun.nonce,
        "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode("ascii"),
        "code_challenge_method": "S256",
    }
    return address + ("&" if urlsplit(address).query else "?") + urlencode(query)


def _check_callback(callback: OpenidCallback, document: Mapping[str, Any], entry: ExternalIssuer) -> str:
    """The code of an answer from the provider that was asked (RFC 9207). Raises `OpenidSignInRefused`."""
    assert entry.sign_in is not None
    promised = document.get("authorization_response_iss_parameter_supported") is True
    if callback.issuer != entry.issuer and (promised or callback.issuer is not None):
        log().warning("openid.mixed_up", key=entry.sign_in.key)
        raise OpenidSignInRefused("The answer came from another identity provider. Try again.")
    if callback.code is None or callback.error is not None:
        error = clean_error({"error": callback.error})
        log().info("openid.declined", key=entry.sign_in.key, error=error)
        raise OpenidSignInRefused(f"{entry.sign_in.name} did not sign you in ({error}).")
    return callback.code
