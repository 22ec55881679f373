"""Registering passkeys, signing in with one, and what their owner does with them.

Both ceremonies have two steps. The second uses the challenge up in a transaction of its own, so that it stays
used when the answer turns out to be wrong; so these verbs get the database.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, Final

import sqlalchemy as sa

from dragoman.accounts.actions import find_user, get_account
from dragoman.accounts.model import User, check_name
from dragoman.audit.actions import record
from dragoman.audit.model import AuditEvent
from dragoman.database.connections import ALL_ACCOUNTS, Database, Transaction, transaction
from dragoman.errors import LimitExceeded, NotFound
from dragoman.sign_in.passkeys import store
from dragoman.sign_in.passkeys.model import (
    CHALLENGE_LIFETIME,
    MOST_PASSKEYS,
    Passkey,
    PasskeyCeremony,
    PasskeyChallenge,
    PasskeyPurpose,
    PasskeyRefused,
    PasskeySignIn,
    PasskeySignInRefused,
    RelyingParty,
    is_copied,
)
from dragoman.sign_in.passkeys.verification import (
    AnswerInvalid,
    PasskeyOwner,
    VerifiedSignature,
    read_credential_id,
    read_user_handle,
    registration_options,
    sign_in_options,
    verify_registration,
    verify_signature,
)
from dragoman.sign_in.tools import hash_token, new_token
from dragoman.telemetry import log

_CHALLENGE_BYTES: Final = 32
_HANDLE_BYTES: Final = 32
_TOO_LATE: Final = "This took longer than five minutes, or was done before. Begin again."
_REFUSED: Final = "This passkey does not sign you in. Use another one, or your password."
_COPIED: Final = (
    "This passkey was used by another device than yours, or its memory was put back. Sign in another way, "
    "remove the passkey, and make a new one."
)


async def begin_registration(tx: Transaction, *, user: User, relying_party: RelyingParty) -> PasskeyCeremony:
    """Make the options for a new passkey of a person who is signed in. Raises `LimitExceeded`."""
    known = await store.list_rows(tx, user.id)
    if len(known) >= MOST_PASSKEYS:
        raise LimitExceeded(f"You have {len(known)} passkeys, the most there can be. Remove one first.")
    full_name = f"{user.first_name} {user.last_name}".strip()
    owner = PasskeyOwner(
        handle=known[0].user_handle if known else secrets.token_bytes(_HANDLE_BYTES),
        name=user.email or full_name or f"user {user.id}",
        display_name=full_name or user.email or f"user {user.id}",
    )
    challenge = secrets.token_bytes(_CHALLENGE_BYTES)
    options = registration_options(
        relying_party, owner, challenge=challenge, known=[row.credential_id for row in known]
    )
    token = await _keep(tx, challenge, PasskeyPurpose.REGISTER, user_id=user.id, user_handle=owner.handle)
    return PasskeyCeremony(options=options, token=token)


async def finish_registration(
    database: Database, *, user: User, relying_party: RelyingParty, token: str, answer: str, name: str
) -> Passkey:
    """Store the passkey that a browser made. `answer` is its JSON, `name` what its owner calls it.

    Raises `PasskeyRefused`, `PasskeyTaken`, `LimitExceeded`, or `RuleBroken` for the name.
    """
    checked = check_name(name)
    challenge = await _take(database, token, PasskeyPurpose.REGISTER)
    if challenge is None or challenge.user_id != user.id:
        raise PasskeyRefused(_TOO_LATE)
    try:
        made = verify_registration(answer, relying_party=relying_party, challenge=challenge.challenge)
    except AnswerInvalid as error:
        log().warning("passkey.registration_refused", user=user.id, reason=str(error))
        raise PasskeyRefused(
            "The passkey could not be checked. Begin again, or use another device."
        ) from None
    async with transaction(database, account=user.account_id) as tx:
        if len(await store.list_rows(tx, user.id)) >= MOST_PASSKEYS:
            raise LimitExceeded(
                f"You have {MOST_PASSKEYS} passkeys, the most there can be. Remove one first."
            )
        passkey = await store.insert_passkey(
            tx,
            {
                "user_id": user.id,
                "credential_id": made.credential_id,
                "public_key": made.public_key,
                "user_handle": challenge.user_handle,
                "sign_count": made.sign_count,
                "name": checked,
                "transports": made.transports,
                "backed_up": made.backed_up,
            },
        )
        await _record(tx, "user.passkey_added", user, actor=f"user:{user.id}", passkey=passkey.id)
    return passkey


async def begin_sign_in(tx: Transaction, *, relying_party: RelyingParty) -> PasskeyCeremony:
    """Make the options for signing in. No address is asked for: the device knows its passkeys."""
    challenge = secrets.token_bytes(_CHALLENGE_BYTES)
    token = await _keep(tx, challenge, PasskeyPurpose.SIGN_IN)
    return PasskeyCeremony(options=sign_in_options(relying_party, challenge=challenge), token=token)


async def finish_sign_in(
    database: Database, *, relying_party: RelyingParty, token: str, answer: str
) -> PasskeySignIn:
    """Find out whose passkey answered, JSON of the browser. The caller opens the session.

    Raises `PasskeySignInRefused`.
    """
    challenge = await _take(database, token, PasskeyPurpose.SIGN_IN)
    if challenge is None:
        raise PasskeySignInRefused(_TOO_LATE)
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        row, signature = await _verify(tx, relying_party, challenge.challenge, answer)
        user = await _enabled_user(tx, row.user_id)
        is_copy = is_copied(stored=row.sign_count, sent=signature.sign_count)
        if is_copy:  # recorded, and refused below, after the commit
            log().warning("passkey.copied", passkey=row.id, user=user.id)
            await _record(tx, "user.passkey_refused", user, actor="service", passkey=row.id)
        else:
            await store.record_use(tx, row.id, sign_count=signature.sign_count, backed_up=signature.backed_up)
    if is_copy:
        raise PasskeySignInRefused(_COPIED)
    return PasskeySignIn(user_id=user.id, passkey_id=row.id)


async def list_passkeys(tx: Transaction, *, user_id: int) -> Sequence[Passkey]:
    """A person's passkeys, oldest first."""
    return await store.list_passkeys(tx, user_id)


async def rename_passkey(tx: Transaction, *, user: User, passkey_id: int, name: str) -> Passkey:
    """Change what a passkey's owner calls it. Raises `NotFound`, and `RuleBroken` for the name."""
    renamed = await store.rename(tx, passkey_id, user_id=user.id, name=check_name(name))
    if renamed is None:
        raise NotFound(f"You have no passkey {passkey_id}.")
    return renamed


async def remove_passkey(tx: Transaction, *, user: User, passkey_id: int, actor: str) -> None:
    """Remove a person's passkey; `actor` is the person, `user:ID`, or who helps them. Raises `NotFound`."""
    if not await store.delete(tx, user_id=user.id, passkey_id=passkey_id):
        raise NotFound(f"There is no passkey {passkey_id}.")
    await _record(tx, "user.passkey_removed", user, actor=actor, passkey=passkey_id)


async def remove_all_passkeys(tx: Transaction, *, user: User, actor: str) -> int:
    """Remove all passkeys of a person, as when a device was lost; how many there were."""
    count = await store.delete(tx, user_id=user.id)
    if count:
        await _record(tx, "user.passkeys_removed", user, actor=actor, count=count)
    return count


async def _keep(tx: Transaction, challenge: bytes, purpose: PasskeyPurpose, **owner: Any) -> str:
    """Store a challenge; the secret that finds it."""
    token = new_token()
    values = {
        "token_hash": hash_token(token),
        "purpose": purpose.value,
        "challenge": challenge,
        "expires": tx.now + CHALLENGE_LIFETIME,
        **owner,
    }
    await store.insert_challenge(tx, values)
    return token


async def _take(database: Database, token: str, purpose: PasskeyPurpose) -> PasskeyChallenge | None:
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        return await store.take_challenge(tx, hash_token(token), purpose)


async def _verify(
    tx: Transaction, relying_party: RelyingParty, challenge: bytes, answer: str
) -> tuple[sa.Row[Any], VerifiedSignature]:
    """Verify an answer with the key that is stored. Raises `PasskeySignInRefused`, always the same."""
    try:
        row = _check_owner(answer, await store.lock_credential(tx, read_credential_id(answer)))
        signature = verify_signature(
            answer, relying_party=relying_party, challenge=challenge, public_key=row.public_key
        )
    except AnswerInvalid as error:
        log().warning("passkey.sign_in_refused", reason=str(error))
        raise PasskeySignInRefused(_REFUSED) from None
    return row, signature


def _check_owner(answer: str, row: sa.Row[Any] | None) -> sa.Row[Any]:
    """The row of the passkey, if it is there and its device says the same. Raises `AnswerInvalid`."""
    if row is None:
        raise AnswerInvalid("unknown passkey")
    if read_user_handle(answer) not in {None, row.user_handle}:
        raise AnswerInvalid("another owner")
    return row


async def _enabled_user(tx: Transaction, user_id: int) -> User:
    user = await find_user(tx, user_id=user_id)
    account = await get_account(tx, account_id=user.account_id)
    if user.disabled is not None or account.disabled is not None:
        log().warning("passkey.sign_in_refused", reason="disabled", user=user_id)
        raise PasskeySignInRefused(_REFUSED)
    return user


async def _record(tx: Transaction, action: str, user: User, *, actor: str, **details: object) -> None:
    await record(
        tx,
        AuditEvent(
            actor=actor,
            action=action,
            subject=f"user:{user.id}",
            account_id=user.account_id,
            details=details,
        ),
    )
