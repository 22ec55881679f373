"""What can be done with applications and token keys. `access.issuing` makes tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final

from dragoman.access import key_store, secrets, signing_keys, store
from dragoman.access.keyring import Keyring
from dragoman.access.model import AccessScope, Application, ApplicationDraft, NewApplication, StaffRole
from dragoman.access.signing_keys import SigningKey
from dragoman.accounts.actions import create_account, get_account, hold_account
from dragoman.accounts.model import Account, AccountKind, check_name
from dragoman.database.connections import Transaction
from dragoman.errors import Conflict, NotFound, RuleBroken

# Direct tokens of sandbox accounts are this application's (A9).
BUILTIN_NAMES: Final = {AccountKind.SANDBOX: "Sandbox"}


async def open_account(tx: Transaction, keyring: Keyring, *, name: str, kind: AccountKind) -> Account:
    """Create an account with its built-in application, through which its people act.

    The built-in application's secret is unknown until it is regenerated. Until then staff make its tokens.
    """
    account = await create_account(tx, name=name, kind=kind)
    await provide_builtin_application(tx, keyring, account=account)
    return account


async def provide_builtin_application(tx: Transaction, keyring: Keyring, *, account: Account) -> Application:
    """The application through which an account's people act. Older accounts get theirs when it is needed.

    Raises `Conflict` (account disabled).
    """
    found = await store.find_builtin_application(tx, account.id)
    if found is None:
        await hold_account(tx, account_id=account.id)  # others make it meanwhile, or wait
        found = await store.find_builtin_application(tx, account.id)
    if found is not None:
        return found
    name = BUILTIN_NAMES.get(account.kind, "Dashboard")
    draft = ApplicationDraft(account_id=account.id, name=name, builtin=True)
    return (await create_application(tx, keyring, draft=draft)).application


async def create_application(tx: Transaction, keyring: Keyring, *, draft: ApplicationDraft) -> NewApplication:
    """Store an application. Its secrets are in the answer and nowhere else.

    Raises `RuleBroken` (name, no scope), `AccountUnknown` or `Conflict` (account disabled).
    """
    draft = replace(draft, name=check_name(draft.name))
    if not draft.scopes:
        raise RuleBroken("An application needs at least one scope.", field="scopes")
    draft = replace(draft, role=_role(draft))
    account = await hold_account(tx, account_id=draft.account_id)
    if account.disabled is not None:
        raise Conflict(f"Account {account.id} is disabled.")
    client_id = secrets.new_client_id()
    client_secret = secrets.new_client_secret(account.kind)
    webhook_secret = secrets.new_webhook_secret()
    application = await store.insert_application(
        tx,
        draft=draft,
        client_id=client_id,
        secrets={
            **_client_secret(tx, keyring, client_id=client_id, secret=client_secret),
            **_webhook_secret(tx, keyring, client_id=client_id, secret=webhook_secret),
        },
    )
    return NewApplication(application=application, client_secret=client_secret, webhook_secret=webhook_secret)


def _client_secret(tx: Transaction, keyring: Keyring, *, client_id: str, secret: str) -> dict[str, Any]:
    hashed = secrets.hash_client_secret(keyring, client_id=client_id, secret=secret)
    return store.client_secret_values(hashed=hashed, hint=secrets.hint_client_secret(secret), made=tx.now)


def _webhook_secret(tx: Transaction, keyring: Keyring, *, client_id: str, secret: str) -> dict[str, Any]:
    wrapped = secrets.wrap_webhook_secret(keyring, client_id=client_id, secret=secret)
    return store.webhook_secret_values(wrapped=wrapped, hint=secrets.hint_webhook_secret(secret), made=tx.now)


def _role(draft: ApplicationDraft) -> StaffRole | None:
    if AccessScope.PROVIDER in draft.scopes:
        return draft.role or StaffRole.MANAGER
    if draft.role is not None:
        raise RuleBroken("Only an application with the scope provider has a role.", field="role")
    return None


async def list_applications(
    tx: Transaction, *, account_id: int | None = None, limit: int | None = None, offset: int = 0
) -> Sequence[Application]:
    """The applications this transaction sees, of one account or all, oldest first."""
    return await store.list_applications(tx, account_id=account_id, limit=limit, offset=offset)


async def find_application_names(tx: Transaction, application_ids: Sequence[int]) -> dict[int, str]:
    """The names of those of the applications that this transaction sees, by their ids."""
    return await store.list_application_names(tx, application_ids)


async def regenerate_secret(
    tx: Transaction, keyring: Keyring, *, application_id: int, revoke_tokens: bool = False
) -> tuple[Application, str]:
    """Replace the client secret and return the new one. The old one is refused at once.

    Tokens already issued stay valid until they expire, unless `revoke_tokens`. Raises `NotFound`.
    """
    application = _found(await store.find_application(tx, application_id), application_id)
    account = await get_account(tx, account_id=application.account_id)
    secret = secrets.new_client_secret(account.kind)
    values = _client_secret(tx, keyring, client_id=application.client_id, secret=secret)
    application = _found(await store.update_application(tx, application_id, **values), application_id)
    if revoke_tokens:
        application = await revoke_application_tokens(tx, application_id=application_id)
    return application, secret


async def regenerate_webhook_secret(
    tx: Transaction, keyring: Keyring, *, application_id: int, keep_old: timedelta = timedelta(0)
) -> tuple[Application, str]:
    """Replace the secret that signs webhooks and give the new one (N2). It signs at once.

    The old secret signs too for the time `keep_old`; an even older one is deleted. Raises `NotFound`.
    """
    before = await store.find_webhook_secrets(tx, application_id)
    if before is None:
        raise NotFound(f"There is no application {application_id}.")
    secret = secrets.new_webhook_secret()
    application = await store.update_application(
        tx,
        application_id,
        **_webhook_secret(tx, keyring, client_id=before.client_id, secret=secret),
        webhook_secret_old=before.wrapped if keep_old else None,
        webhook_secret_old_until=tx.now + keep_old if keep_old else None,
    )
    return _found(application, application_id), secret


async def read_webhook_secrets(tx: Transaction, keyring: Keyring, *, application_id: int) -> Sequence[str]:
    """The secrets that sign the application's webhooks now, the newest first. Raises `NotFound`."""
    found = await store.find_webhook_secrets(tx, application_id)
    if found is None:
        raise NotFound(f"There is no application {application_id}.")
    kept = [found.wrapped, *([found.wrapped_old] if found.wrapped_old is not None else [])]
    return [
        secrets.unwrap_webhook_secret(keyring, client_id=found.client_id, wrapped=wrapped) for wrapped in kept
    ]


async def revoke_application_tokens(tx: Transaction, *, application_id: int) -> Application:
    """Refuse every token issued to the application until now (A8). Raises `NotFound`."""
    return _found(await store.revoke_tokens(tx, application_id), application_id)


async def list_signing_keys(tx: Transaction, keyring: Keyring) -> Sequence[SigningKey]:
    """The keys of access tokens, in the order in which they sign."""
    return [signing_keys.open_key(stored, keyring) for stored in await key_store.list_signing_keys(tx)]


async def rotate_signing_keys(tx: Transaction, keyring: Keyring, *, revoke: bool = False) -> SigningKey:
    """Make the next key of access tokens now: it signs in an hour, and live tokens stay valid (A4).

    With `revoke`, for a key that leaked, it signs at once and every token issued until now is refused.
    """
    return await signing_keys.rotate_keys(tx, keyring, revoke=revoke)


def _found(application: Application | None, application_id: int) -> Application:
    if application is None:
        raise NotFound(f"There is no application {application_id}.")
    return application
