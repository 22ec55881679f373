"""A second factor from its beginning to its end, and signing in with it (B8)."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field

from dragoman.access.keyring import Keyring
from dragoman.access.staff import Staff
from dragoman.accounts import credentials
from dragoman.accounts.actions import find_user
from dragoman.accounts.model import User
from dragoman.database.connections import ALL_ACCOUNTS, Transaction, transaction
from dragoman.errors import Conflict, Unauthenticated
from dragoman.sign_in import store as sessions
from dragoman.sign_in.attempts import CountedAttempt, count_attempt, forget_attempt, read_device
from dragoman.sign_in.model import CodeRefused, Device, NewSession
from dragoman.sign_in.passwords import verify_own_password
from dragoman.sign_in.second_factors import store
from dragoman.sign_in.second_factors.codes import (
    SECRET_BYTES,
    find_step,
    hash_recovery_code,
    is_app_code,
    new_recovery_codes,
    normalize_code,
    otpauth_url,
    possible_hashes,
    show_secret,
)
from dragoman.sign_in.sessions import confirm_session
from dragoman.sign_in.signed_in import SignedIn
from dragoman.sign_in.tools import SignInTools, record_event

_PURPOSE = "second factor"
_ATTEMPT = "code"


class FactorInUse(Conflict):
    """A second factor is in use already."""

    code = "SECOND_FACTOR_IN_USE"


@dataclass(frozen=True, slots=True, kw_only=True)
class NewFactor:
    """A second factor that was begun, for the page that shows it."""

    secret: str = field(repr=False)  # to type into an app that cannot scan
    url: str = field(repr=False)  # for `codes.qr_svg`


async def begin_second_factor(tx: Transaction, keyring: Keyring, *, user: User) -> NewFactor:
    """Make a secret for an authenticator app; one that was begun before is forgotten.

    It is in use from `turn_on_second_factor` on. Raises `FactorInUse`.
    """
    secret = secrets.token_bytes(SECRET_BYTES)
    wrapped = keyring.wrap(secret, purpose=_PURPOSE, context=str(user.id))
    if not await store.begin_factor(tx, user=user, secret=wrapped):
        raise FactorInUse("You have a second factor already.", hints="Remove it first.")
    return _new_factor(secret, user)


async def show_begun_factor(tx: Transaction, keyring: Keyring, *, user: User) -> NewFactor | None:
    """The factor that was begun and is not in use, to show it again after a wrong code."""
    found = await store.find_factor(tx, user.id)
    if found is None or found.is_on:
        return None
    return _new_factor(keyring.unwrap(found.secret, purpose=_PURPOSE, context=str(user.id)), user)


async def turn_on_second_factor(
    tx: Transaction, keyring: Keyring, *, signed_in: SignedIn, code: str
) -> Sequence[str]:
    """Use a begun factor from now on; the recovery codes, which are shown this once. Other sessions end.

    Raises `CodeRefused`, also when nothing was begun.
    """
    user = signed_in.user
    step = await _read_step(tx, keyring, user, normalize_code(code), is_on=False)
    if step is None or not await store.use_step(tx, user.id, step, confirm=True):
        raise CodeRefused
    await sessions.delete_sessions(tx, user.id, but=signed_in.session_id)
    await record_event(tx, "user.second_factor_added", user)
    return await _replace_recovery_codes(tx, keyring, user)


async def sign_in_with_code(
    tools: SignInTools, *, signed_in: SignedIn, code: str, device: Device
) -> NewSession:
    """Confirm a session with a code of the app or a recovery code. It goes on under a new token.

    Raises `CodeRefused`, `TooManyAttempts`, or `Unauthenticated` when the session is over.
    """
    attempt = await _count(tools, signed_in.user, device)
    async with transaction(tools.database, account=ALL_ACCOUNTS) as tx:
        await _use_code(tx, tools.keyring, signed_in.user, code, attempt=attempt)
        confirmed = await confirm_session(tx, tools.keyring, signed_in=signed_in)
        if confirmed is None:
            raise Unauthenticated("The session is over. Sign in again.")
        return confirmed


async def renew_recovery_codes(
    tools: SignInTools, *, signed_in: SignedIn, code: str, device: Device
) -> Sequence[str]:
    """Make new recovery codes, shown this once. Raises `CodeRefused` or `TooManyAttempts`."""
    attempt = await _count(tools, signed_in.user, device)
    async with transaction(tools.database, account=ALL_ACCOUNTS) as tx:
        await _use_code(tx, tools.keyring, signed_in.user, code, attempt=attempt)
        await record_event(tx, "user.recovery_codes_renewed", signed_in.user)
        return await _replace_recovery_codes(tx, tools.keyring, signed_in.user)


async def remove_second_factor(
    tools: SignInTools, *, signed_in: SignedIn, proof: str, device: Device
) -> None:
    """Remove one's own second factor, with a code or the password as proof. Other sessions end.

    Raises `CodeRefused`, `SignInRefused` or `TooManyAttempts`.
    """
    user, code = signed_in.user, normalize_code(proof)
    attempt = None
    if is_app_code(code):  # shorter than any password
        attempt = await _count(tools, user, device)
    else:
        await verify_own_password(tools, signed_in=signed_in, password=proof, device=device)
    async with transaction(tools.database, account=ALL_ACCOUNTS) as tx:
        if attempt is not None:
            await _use_code(tx, tools.keyring, user, proof, attempt=attempt)
        if await store.delete_factor(tx, user.id):
            await sessions.delete_sessions(tx, user.id, but=signed_in.session_id)
            await record_event(tx, "user.second_factor_removed", user)


async def reset_second_factor(tx: Transaction, *, user_id: int, staff: Staff) -> bool:
    """Remove the second factor of somebody who lost it; all their sessions end. False: there was none.

    Raises `NotFound`.
    """
    user = await find_user(tx, user_id=user_id)
    removed = await store.delete_factor(tx, user_id)
    if removed:
        await sessions.delete_sessions(tx, user_id)
        await credentials.end_earlier_sessions(tx, user_id=user_id)
        await record_event(tx, "user.second_factor_removed", user, actor=staff.actor)
    return removed


async def has_second_factor(tx: Transaction, *, user_id: int) -> bool:
    """Whether a person has a second factor in use."""
    return await store.is_on(tx, user_id)


async def count_recovery_codes(tx: Transaction, *, user_id: int) -> int:
    """How many recovery codes a person has left."""
    return await store.count_recovery_codes(tx, user_id)


def _new_factor(secret: bytes, user: User) -> NewFactor:
    url = otpauth_url(secret, email=user.email or user.name)
    return NewFactor(secret=show_secret(secret), url=url)


async def _count(tools: SignInTools, user: User, device: Device) -> CountedAttempt:
    async with transaction(tools.database, account=ALL_ACCOUNTS) as tx:
        return await count_attempt(
            tx,
            tools.settings,
            kind=_ATTEMPT,
            person=str(user.id),
            device=device,
            browser=read_device(tools.keyring, device, user_id=user.id),
        )


async def _use_code(
    tx: Transaction, keyring: Keyring, user: User, typed: str, *, attempt: CountedAttempt
) -> None:
    """Use a code up, and take the attempt back. Raises `CodeRefused`."""
    code = normalize_code(typed)
    if is_app_code(code):
        step = await _read_step(tx, keyring, user, code, is_on=True)
        is_right = step is not None and await store.use_step(tx, user.id, step)
    else:
        hashes = possible_hashes(keyring, code, user_id=user.id)
        is_right = await store.use_recovery_code(tx, user.id, hashes)
        if is_right:
            left = await store.count_recovery_codes(tx, user.id)
            await record_event(tx, "user.recovery_code_used", user, left=left)
    if not is_right:
        raise CodeRefused
    await forget_attempt(tx, attempt)


async def _read_step(tx: Transaction, keyring: Keyring, user: User, code: str, *, is_on: bool) -> int | None:
    found = await store.find_factor(tx, user.id)
    if found is None or found.is_on is not is_on:
        return None
    secret = keyring.unwrap(found.secret, purpose=_PURPOSE, context=str(user.id))
    return find_step(secret, code, now=tx.now.timestamp())


async def _replace_recovery_codes(tx: Transaction, keyring: Keyring, user: User) -> Sequence[str]:
    codes = new_recovery_codes()
    hashes = [hash_recovery_code(keyring, normalize_code(code), user_id=user.id) for code in codes]
    await store.replace_recovery_codes(tx, user=user, hashes=hashes)
    return codes
