"""Sessions: opened by a sign-in, found by each page, listed and ended by their owner, removed when old."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

from dragoman.access.keyring import Keyring
from dragoman.access.staff import Staff
from dragoman.accounts import credentials
from dragoman.accounts.actions import find_user
from dragoman.accounts.model import Account, AccountKind, Role, Theme, User
from dragoman.database.connections import Database, Transaction, fetch_rows
from dragoman.settings import Settings
from dragoman.sign_in import store
from dragoman.sign_in.attempts import new_device_token
from dragoman.sign_in.model import Device, ListedSession, NewSession, SignInMethod
from dragoman.sign_in.signed_in import SignedIn
from dragoman.sign_in.tools import hash_token, new_token, record_event

REMOVE_OLD_SESSIONS: Final = "sign_in.remove_old_sessions"
_FIND: Final = "select * from find_session(%(token_hash)s, %(idle)s, %(days)s, %(clock_offset)s)"


async def open_session(
    tx: Transaction,
    keyring: Keyring,
    *,
    user: User,
    method: SignInMethod,
    device: Device,
    confirmed: bool,
) -> NewSession:
    """Begin a session under a new token. The caller ends the browser's session before, if there is one.

    `confirmed` is False while a second factor is still to be asked for.
    """
    token = new_token()
    session_id = await store.insert_session(
        tx, user=user, token_hash=hash_token(token), method=method, device=device, confirmed=confirmed
    )
    await credentials.record_sign_in(tx, user_id=user.id)
    await record_event(tx, "user.signed_in", user, method=method, confirmed=confirmed)
    return NewSession(
        session_id=session_id,
        user_id=user.id,
        confirmed=confirmed,
        token=token,
        device_token=new_device_token(keyring, user_id=user.id),
    )


async def find_session(database: Database, settings: Settings, token: str) -> SignedIn | None:
    """Find the person behind a session's token; None when it is over, or they may not sign in any more.

    One statement by itself, on every page; that the session is in use is written at most once a minute.
    """
    values = {
        "token_hash": hash_token(token),
        "idle": settings.session_idle_minutes,
        "days": settings.session_days,
        "clock_offset": database.clock_offset,
    }
    rows = await fetch_rows(database, _FIND, values)
    return _signed_in(rows[0]) if rows else None


async def confirm_session(tx: Transaction, keyring: Keyring, *, signed_in: SignedIn) -> NewSession | None:
    """Confirm a session by a second factor: it goes on under a new token. None when it is over."""
    token = new_token()
    user = signed_in.user
    values = {"token_hash": hash_token(token), "confirmed": True, "verified": tx.now, "seen": tx.now}
    if not await store.update_session(tx, signed_in.session_id, user_id=user.id, **values):
        return None
    return NewSession(
        session_id=signed_in.session_id,
        user_id=user.id,
        confirmed=True,
        token=token,
        device_token=new_device_token(keyring, user_id=user.id),
    )


async def record_verification(tx: Transaction, *, signed_in: SignedIn) -> None:
    """Remember that the person proved again who they are."""
    await store.update_session(tx, signed_in.session_id, user_id=signed_in.user.id, verified=tx.now)


async def list_sessions(tx: Transaction, settings: Settings, *, user_id: int) -> Sequence[ListedSession]:
    """The sessions of a person that can still be used, the latest in use first."""
    oldest = tx.now - timedelta(days=settings.session_days)
    start = await credentials.find_sessions_start(tx, user_id=user_id)
    idle = tx.now - timedelta(minutes=settings.session_idle_minutes)
    return await store.list_sessions(tx, user_id, created=oldest, seen=idle, verified=start)


async def end_session(tx: Transaction, *, session_id: int, user_id: int) -> bool:
    """End a session of a person; False when there is none."""
    return bool(await store.delete_sessions(tx, user_id, only=session_id))


async def end_other_sessions(tx: Transaction, *, session_id: int, user_id: int) -> int:
    """End all sessions of a person but one; how many there were."""
    return await store.delete_sessions(tx, user_id, but=session_id)


async def end_all_sessions(tx: Transaction, *, user_id: int, staff: Staff | None = None) -> int:
    """End all sessions of a person; how many there were. Raises `NotFound`.

    `staff` who end another's are in the audit log.
    """
    user = await find_user(tx, user_id=user_id)
    count = await store.delete_sessions(tx, user_id)
    if staff is not None:
        await record_event(tx, "session.ended", user, actor=staff.actor, sessions=count)
    return count


async def remove_old_sessions(tx: Transaction, settings: Settings) -> None:
    """Delete sessions that nobody can use any more, and links that were never used."""
    await store.delete_old_sessions(
        tx,
        created=tx.now - timedelta(days=settings.session_days),
        seen=tx.now - timedelta(minutes=settings.session_idle_minutes),
    )
    await store.delete_old_links(tx, before=tx.now)


def _signed_in(row: Any) -> SignedIn:
    user = User(
        id=row.id,
        account_id=row.account_id,
        first_name=row.first_name,
        last_name=row.last_name,
        email=row.email,
        roles=frozenset(Role(role) for role in row.roles),
        language=row.language,
        time_zone=row.time_zone,
        theme=None if row.theme is None else Theme(row.theme),
        created=row.created,
        signed_in=row.signed_in,
        disabled=row.disabled,
    )
    account = Account(
        id=row.account_id,
        name=row.account_name,
        kind=AccountKind(row.account_kind),
        created=row.account_created,
        disabled=None,
    )
    return SignedIn(
        session_id=row.session_id,
        user=user,
        account=account,
        method=SignInMethod(row.method),
        confirmed=row.confirmed,
        created=row.session_created,
        verified=row.verified,
        has_second_factor=row.has_second_factor,
    )
