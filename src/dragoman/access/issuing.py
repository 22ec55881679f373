"""Access tokens for applications: by their credentials (A1, A2), or temporary ones made by staff (A8)."""

from __future__ import annotations

from dragoman.access import key_store, store
from dragoman.access.identity import Identity
from dragoman.access.keyring import Keyring
from dragoman.access.model import REFUSALS, AccessScope, ClientCredentials, IssuedToken, parse_scopes
from dragoman.access.signing_keys import SigningKey, open_key
from dragoman.access.store import StoredCredentials
from dragoman.access.tokens import Grant, sign_token
from dragoman.access.verification import verify_client
from dragoman.accounts.actions import get_account
from dragoman.accounts.model import AccountKind
from dragoman.database.connections import Transaction
from dragoman.errors import Conflict, NotFound, RuleBroken
from dragoman.settings import Settings


async def issue_token(
    identity: Identity,
    *,
    client: ClientCredentials,
    address: str,
    scope: str | None = None,
    at_most: bool = False,
) -> IssuedToken:
    """Exchange an application's credentials for an access token, with all of its scopes or those asked for.

    `address` is where they come from. With `at_most`, scopes that the application does not have are left out.
    Raises what `verify_client` raises, and `RuleBroken` for scopes the application does not have.
    """
    found = await verify_client(identity, client_id=client.id, client_secret=client.secret, address=address)
    now = identity.clock()
    issued = _issue(
        found,
        identity.own.signer(now),
        scopes=_grant_scopes(found, scope, at_most=at_most),
        issuer=identity.issuer,
        lifetime=identity.settings.access_token_seconds,
        now=now,
    )
    identity.metrics.tokens_issued.inc()
    return issued


async def issue_for_application(tx: Transaction, identity: Identity, *, application_id: int) -> IssuedToken:
    """Make a token for an application with all of its scopes, as its credentials would get it.

    Raises `NotFound`, and `Conflict` when the application gets no tokens.
    """
    found = await _find_admitted(tx, identity.settings, application_id)
    now = identity.clock()
    return _issue(
        found,
        identity.own.signer(now),
        scopes=found.scopes,
        issuer=identity.issuer,
        lifetime=identity.settings.access_token_seconds,
        now=now,
    )


async def issue_temporary_token(
    tx: Transaction, keyring: Keyring, settings: Settings, *, application_id: int
) -> IssuedToken:
    """Make a token for one application without its secret (A8). It is good wherever this database serves.

    Raises `NotFound`, and `Conflict` when the application gets no tokens or no process has ever served.
    """
    found = await _find_admitted(tx, settings, application_id)
    keys = [open_key(stored, keyring) for stored in await key_store.list_signing_keys(tx)]
    issuer = await find_issuer(tx, settings)
    now = tx.now.timestamp()
    signers = [key for key in keys if key.signs_from.timestamp() <= now]
    if not signers or issuer is None:
        raise Conflict("Tokens can be made once the service has been started.")
    return _issue(
        found,
        signers[-1],
        scopes=found.scopes,
        issuer=issuer,
        lifetime=settings.temporary_token_seconds,
        now=now,
    )


async def find_issuer(tx: Transaction, settings: Settings) -> str | None:
    """The address of the service, without a slash at its end; None when no process has ever served."""
    if settings.public_url:
        return settings.public_url.rstrip("/")
    return next(iter(await key_store.list_issuers(tx)), None)


async def issue_sandbox_token(
    tx: Transaction, keyring: Keyring, settings: Settings, *, account_id: int
) -> IssuedToken:
    """Make a token for a sandbox account directly: its built-in application's (A9).

    Raises `NotFound`, `RuleBroken` for accounts of another kind, and what `issue_temporary_token` raises.
    """
    account = await get_account(tx, account_id=account_id)
    builtin = await store.find_builtin_application(tx, account_id)
    if builtin is None or account.kind is not AccountKind.SANDBOX:
        raise RuleBroken(
            "Only sandbox accounts get tokens directly.", hints="Name one of the account's applications."
        )
    return await issue_temporary_token(tx, keyring, settings, application_id=builtin.id)


async def _find_admitted(tx: Transaction, settings: Settings, application_id: int) -> StoredCredentials:
    found = await store.find_credentials_by_id(
        tx, application_id=application_id, trial_days=settings.trial_days
    )
    if found is None:
        raise NotFound(f"There is no application {application_id}.")
    if found.refusal is not None:
        raise Conflict(REFUSALS[found.refusal])
    return found


def _grant_scopes(
    found: StoredCredentials, requested: str | None, *, at_most: bool
) -> frozenset[AccessScope]:
    scopes = parse_scopes(requested or "")
    if at_most and scopes & found.scopes:
        return scopes & found.scopes
    if not scopes <= found.scopes:
        raise RuleBroken("The application does not have all of the scopes asked for.")
    return scopes or found.scopes


def _issue(
    found: StoredCredentials,
    key: SigningKey,
    *,
    scopes: frozenset[AccessScope],
    issuer: str,
    lifetime: int,
    now: float,
) -> IssuedToken:
    grant = Grant(
        issuer=issuer,
        client_id=found.client_id,
        scopes=scopes,
        generation=found.token_generation,
        issued_at=int(now),
        lifetime=lifetime,
    )
    return IssuedToken(
        access_token=sign_token(grant, key=key.key, key_id=key.id),
        expires_in=lifetime,
        not_before=found.not_before,
        scopes=scopes,
    )
