"""Signing in with a password, proving it again, and replacing it."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from dragoman.accounts import credentials
from dragoman.accounts.actions import change_user, get_account
from dragoman.accounts.model import User, UserChanges
from dragoman.accounts.passwords import require_good_password, verify_password
from dragoman.database.connections import ALL_ACCOUNTS, Transaction, transaction
from dragoman.errors import Forbidden
from dragoman.sign_in import store
from dragoman.sign_in.attempts import CountedAttempt, count_attempt, forget_attempt, read_device
from dragoman.sign_in.model import Device, NewSession, SignInMethod, SignInRefused
from dragoman.sign_in.second_factors import store as second_factors
from dragoman.sign_in.sessions import open_session, record_verification
from dragoman.sign_in.signed_in import SignedIn
from dragoman.sign_in.tools import SignInTools, record_event
from dragoman.telemetry import log

PASSWORD_ATTEMPT: Final = "password"  # noqa: S105 - a kind of attempt
_LONGEST_EMAIL: Final = 320  # of what is counted: longer ones are nobody's
_FRESH: Final = timedelta(minutes=10)  # so long a proof of who one is counts for changes of credentials


class ProofNeeded(Forbidden):
    """Something that only the person themselves may do, who signed in too long ago."""

    code = "PROOF_NEEDED"

    def __init__(self) -> None:
        super().__init__("Prove again who you are: sign in once more.")


async def sign_in_with_password(
    tools: SignInTools, *, email: str, password: str, device: Device
) -> NewSession:
    """Open a session for who has this address and password. It is confirmed unless there is a second factor.

    Unknown addresses, wrong passwords and people who may not sign in take the same steps and end alike.
    Raises `SignInRefused` or `TooManyAttempts`.
    """
    async with transaction(tools.database, account=ALL_ACCOUNTS) as tx:
        found = await credentials.find_credentials(tx, email=email)
        user = None if found is None else found.user
        browser = read_device(tools.keyring, device, user_id=None if user is None else user.id)
        attempt = await count_attempt(
            tx,
            tools.settings,
            kind=PASSWORD_ATTEMPT,
            person=email.strip().casefold()[:_LONGEST_EMAIL],
            device=device,
            browser=browser,
        )
    check = await verify_password(None if found is None else found.password_hash, password)
    if found is None or not check.is_right:
        raise _refuse(user)
    async with transaction(tools.database, account=ALL_ACCOUNTS) as tx:
        return await _open(tx, tools, found.user, device, attempt=attempt, new_hash=check.new_hash)


async def _open(
    tx: Transaction,
    tools: SignInTools,
    user: User,
    device: Device,
    *,
    attempt: CountedAttempt,
    new_hash: str | None,
) -> NewSession:
    account = await get_account(tx, account_id=user.account_id)
    if user.disabled is not None or account.disabled is not None:
        raise _refuse(user)
    await forget_attempt(tx, attempt)
    if new_hash is not None:
        await credentials.set_password_hash(tx, user_id=user.id, hashed=new_hash)
    return await open_session(
        tx,
        tools.keyring,
        user=user,
        method=SignInMethod.PASSWORD,
        device=device,
        confirmed=not await second_factors.is_on(tx, user.id),
    )


async def verify_own_password(
    tools: SignInTools, *, signed_in: SignedIn, password: str, device: Device
) -> None:
    """Prove again who one is, before something that a stolen session must not do.

    Raises `SignInRefused` or `TooManyAttempts`.
    """
    user = signed_in.user
    async with transaction(tools.database, account=ALL_ACCOUNTS) as tx:
        stored = await credentials.find_password_hash(tx, user_id=user.id)
        attempt = await count_attempt(
            tx,
            tools.settings,
            kind=PASSWORD_ATTEMPT,
            person=(user.email or "").casefold(),
            device=device,
            browser=read_device(tools.keyring, device, user_id=user.id),
        )
    if not (await verify_password(stored, password)).is_right:
        raise _refuse(user)
    async with transaction(tools.database, account=ALL_ACCOUNTS) as tx:
        await forget_attempt(tx, attempt)
        await record_verification(tx, signed_in=signed_in)


def proved_recently(tx: Transaction, signed_in: SignedIn) -> bool:
    """Whether the person has just proved who they are, so that they may change what they sign in with."""
    return tx.now - signed_in.verified < _FRESH


def require_recent_proof(tx: Transaction, signed_in: SignedIn) -> None:
    """Raise `ProofNeeded` when the person proved too long ago who they are."""
    if not proved_recently(tx, signed_in):
        raise ProofNeeded


async def change_own_email(tx: Transaction, *, signed_in: SignedIn, email: str) -> User:
    """Change the address that one signs in with; links that went to the old one stop.

    Raises `ProofNeeded`, `RulesBroken` or `EmailTaken`.
    """
    require_recent_proof(tx, signed_in)
    changes = UserChanges(email=email)
    user, fields = await change_user(tx, user_id=signed_in.user.id, changes=changes)
    if fields:
        await store.delete_links(tx, user.id)
        await record_event(tx, "user.changed", user, fields=list(fields))
    return user


async def change_own_password(
    tools: SignInTools, *, signed_in: SignedIn, current: str | None, new: str, device: Device
) -> None:
    """Replace one's password; all other sessions and all links end.

    Who has none yet needs no current one, but must have proved who they are within 10 minutes.
    Raises `SignInRefused`, `TooManyAttempts`, `PasswordRefused` or `ProofNeeded`.
    """
    user = signed_in.user
    require_good_password(new, user)
    async with transaction(tools.database, account=ALL_ACCOUNTS) as tx:
        has_password = await credentials.find_password_hash(tx, user_id=user.id) is not None
        if not has_password:
            require_recent_proof(tx, signed_in)
    if has_password:
        await verify_own_password(tools, signed_in=signed_in, password=current or "", device=device)
    async with transaction(tools.database, account=ALL_ACCOUNTS) as tx:
        await credentials.set_password(tx, user_id=user.id, password=new)
        await record_verification(tx, signed_in=signed_in)
        await store.delete_sessions(tx, user.id, but=signed_in.session_id)
        await store.delete_links(tx, user.id)
        await record_event(tx, "user.password_changed", user)


def _refuse(user: User | None) -> SignInRefused:
    log().info("sign_in.refused", user_id=None if user is None else user.id)
    return SignInRefused()
