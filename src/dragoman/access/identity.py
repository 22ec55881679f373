"""What a process needs to authenticate callers: opened once, refreshed in the background."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final

from dragoman.access import key_store
from dragoman.access.issuers import ExternalIssuers, open_external_issuers
from dragoman.access.keyring import Keyring, create_keyring
from dragoman.access.model import TokenClaims
from dragoman.access.signing_keys import OwnIssuers, SigningKey, maintain_keys
from dragoman.access.tokens import (
    ALGORITHM,
    UnverifiedToken,
    check_own_header,
    parse_token,
    read_own_claims,
    refuse,
    verify_signature,
)
from dragoman.cancellation import end_task
from dragoman.database.connections import NO_ACCOUNT, Database, Transaction, transaction
from dragoman.errors import Unauthenticated, Unavailable
from dragoman.settings import Settings
from dragoman.telemetry import Metrics, log

_REFRESH_SECONDS: Final = 20.0  # a revoked key may be accepted for this long
_MOST_SIGNED: Final = 1024  # tokens, of about a kilobyte each
_MAINTAIN_EVERY: Final = 30  # refreshes
_FORGET_ISSUERS_AFTER: Final = timedelta(days=2)  # longer than any token lives


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedToken:
    """A token of one of our own issuers, with the key that verified its signature."""

    token: UnverifiedToken
    key: SigningKey


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """Keys and issuers of one serving process."""

    settings: Settings
    database: Database
    issuer: str  # the address this process issues tokens under, without a slash at the end
    keyring: Keyring
    own: OwnIssuers
    external: ExternalIssuers
    metrics: Metrics
    clock: Callable[[], float]  # epoch seconds: the time of tokens
    # One token is used for many calls: its signature is verified at the first. By the token's text.
    signed: dict[str, SignedToken] = field(default_factory=dict, repr=False)


@asynccontextmanager
async def open_identity(
    settings: Settings,
    database: Database,
    *,
    issuer: str,
    metrics: Metrics,
    clock: Callable[[], float] = time.time,
) -> AsyncIterator[Identity]:
    """Open the master keys, make the first token key where there is none, and keep everything fresh.

    Raises `Misconfigured` when the master key file cannot be used or does not belong to the database, and
    `Unavailable` when the database cannot be reached.
    """
    async with open_external_issuers(settings.issuers, own_issuer=issuer) as external:
        keyring = await prepare(settings, database, issuer=issuer)
        own = OwnIssuers(database, keyring)
        await own.read()
        identity = Identity(
            settings=settings,
            database=database,
            issuer=issuer,
            keyring=keyring,
            own=own,
            external=external,
            metrics=metrics,
            clock=clock,
        )
        refreshing = asyncio.create_task(_keep_fresh(identity))
        try:
            yield identity
        finally:
            await end_task(refreshing)


async def open_keyring(tx: Transaction, settings: Settings) -> Keyring:
    """Read the master key file; make it at an installation's very first start, never beside existing secrets.

    Raises `Misconfigured`.
    """
    path = settings.master_key_path()
    await key_store.lock_signing_keys(tx)
    if not path.exists() and not await key_store.list_signing_keys(tx):
        log().info("master_key.created", path=str(path))
        return await asyncio.to_thread(create_keyring, path)
    return Keyring(path)


async def prepare(settings: Settings, database: Database, *, issuer: str) -> Keyring:
    """Create missing master and token keys, retire expired ones, and register the issuer."""
    async with transaction(database, account=NO_ACCOUNT) as tx:
        keyring = await open_keyring(tx, settings)
        await maintain_keys(tx, keyring, lifetime=timedelta(days=settings.signing_key_days))
        await key_store.register_issuer(tx, issuer, forget_after=_FORGET_ISSUERS_AFTER)
    return keyring


async def authenticate(identity: Identity, bearer_token: str) -> TokenClaims:
    """The claims of a valid access token, of ours or of an external issuer.

    Raises `Unauthenticated` for anything else, and `Unavailable` when its issuer's keys cannot be had.
    """
    now = identity.clock()
    signed = identity.signed.get(bearer_token)
    if signed is not None and identity.own.has_key(signed.key):
        return _read_claims(signed.token, now=now)
    token = parse_token(bearer_token)
    claims = await identity.external.verify(token, now=now)
    return claims if claims is not None else await _verify_own(identity, token, now=now)


async def _verify_own(identity: Identity, token: UnverifiedToken, *, now: float) -> TokenClaims:
    check_own_header(token)
    issuer, key_id = token.payload.get("iss"), token.key_id
    if not isinstance(issuer, str) or not await identity.own.knows(issuer):
        refuse("The access token is of an issuer that is not accepted.")
    key = await identity.own.find_key(key_id) if key_id is not None else None
    if key is None:
        refuse("The access token is signed by an unknown key.")
    verify_signature(token, key=key.key, algorithms=(ALGORITHM,))
    claims = _read_claims(token, now=now)
    if len(identity.signed) >= _MOST_SIGNED:
        identity.signed.pop(next(iter(identity.signed)))  # the oldest
    identity.signed[token.text] = SignedToken(token=token, key=key)
    return claims


def _read_claims(token: UnverifiedToken, *, now: float) -> TokenClaims:
    """The claims of a token whose signature was verified. The error of an expired one names its client."""
    try:
        return read_own_claims(token.payload, now=now)
    except Unauthenticated as error:
        client_id = token.payload.get("client_id")
        error.client_id = client_id if isinstance(client_id, str) else None
        raise


async def _keep_fresh(identity: Identity) -> None:
    """Reload the keys of other processes regularly, and maintain the keys from time to time."""
    refreshes = 0
    while True:
        await asyncio.sleep(_REFRESH_SECONDS * random.uniform(0.8, 1.2))  # noqa: S311 - spreads load only
        refreshes += 1
        try:
            if refreshes % _MAINTAIN_EVERY == 0:
                await prepare(identity.settings, identity.database, issuer=identity.issuer)
            await identity.own.read()
        except Unavailable:
            log().warning("identity.not_refreshed")
        except Exception:
            log().exception("identity.not_refreshed")
