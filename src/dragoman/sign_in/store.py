"""The tables of sessions, links and attempts, and the statements on them. `second_factors` has its own.

Row-level security binds them by account. What is looked up by a token, before the account is known, goes
through the function `find_session`, or through a transaction that sees every account.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from dragoman.accounts.model import User
from dragoman.database.connections import Transaction
from dragoman.database.metadata import METADATA
from dragoman.sign_in.model import Device, LinkPurpose, ListedSession, OneTimeLink, SignInMethod

SESSIONS: Final = sa.Table(
    "sessions",
    METADATA,
    sa.Column("id", sa.BigInteger, sa.Identity(always=True), primary_key=True),
    sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), nullable=False, index=True),
    sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("token_hash", sa.LargeBinary, nullable=False, unique=True),
    sa.Column("method", sa.Text, nullable=False),
    sa.Column("confirmed", sa.Boolean, nullable=False),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False, index=True),
    sa.Column("seen", sa.DateTime(timezone=True), nullable=False),  # written at most once a minute
    sa.Column("verified", sa.DateTime(timezone=True), nullable=False),
    sa.Column("user_agent", sa.Text, nullable=False),
    sa.Column("address", sa.Text, nullable=False),
    sa.CheckConstraint("method in ('password', 'passkey', 'openid', 'link')", name="method"),
)

ONE_TIME_LINKS: Final = sa.Table(
    "one_time_links",
    METADATA,
    sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), primary_key=True),
    sa.Column("purpose", sa.Text, primary_key=True),  # a new link takes the place of the one before
    sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("token_hash", sa.LargeBinary, nullable=False, unique=True),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
    sa.CheckConstraint("purpose in ('invitation', 'reset', 'admin')", name="purpose"),
)

# Unlogged: a crash of the server forgets the counts. Only functions of revision 0025 touch it.
SIGN_IN_ATTEMPTS: Final = sa.Table(
    "sign_in_attempts",
    METADATA,
    sa.Column("key", sa.LargeBinary, primary_key=True),
    sa.Column("failures", sa.Integer, nullable=False),
    sa.Column("blocked_until", sa.DateTime(timezone=True)),
    sa.Column("expires", sa.DateTime(timezone=True), nullable=False, index=True),
    prefixes=["UNLOGGED"],
)

_COUNT_ATTEMPT: Final = sa.text("select count_sign_in_attempt(:keys, :free, :now)")
_FORGET_ATTEMPT: Final = sa.text("select forget_sign_in_attempt(:cleared, :others, :now)")


async def insert_session(
    tx: Transaction, *, user: User, token_hash: bytes, method: SignInMethod, device: Device, confirmed: bool
) -> int:
    """Store a new session."""
    statement = (
        sa.insert(SESSIONS)
        .values(
            user_id=user.id,
            account_id=user.account_id,
            token_hash=token_hash,
            method=method,
            confirmed=confirmed,
            created=tx.now,
            seen=tx.now,
            verified=tx.now,
            user_agent=device.shown_agent,
            address=device.address,
        )
        .returning(SESSIONS.c.id)
    )
    return int((await tx.connection.execute(statement)).scalar_one())


async def update_session(tx: Transaction, session_id: int, *, user_id: int, **values: Any) -> bool:
    """Set columns of a session of the user; False when it is over."""
    statement = sa.update(SESSIONS).where(SESSIONS.c.id == session_id, SESSIONS.c.user_id == user_id)
    return bool((await tx.connection.execute(statement.values(**values))).rowcount)


async def list_sessions(
    tx: Transaction, user_id: int, *, created: datetime, seen: datetime, verified: datetime | None
) -> Sequence[ListedSession]:
    """A user's sessions that began, were in use and were verified after these times, the latest first."""
    columns = SESSIONS.c
    query = sa.select(SESSIONS).where(
        columns.user_id == user_id, columns.created > created, columns.seen > seen
    )
    if verified is not None:
        query = query.where(columns.verified >= verified)
    rows = await tx.connection.execute(query.order_by(columns.seen.desc(), columns.id.desc()))
    return [_listed(row) for row in rows]


async def delete_sessions(
    tx: Transaction, user_id: int, *, only: int | None = None, but: int | None = None
) -> int:
    """Delete all sessions of a user, `only` one, or all `but` one; how many there were."""
    statement = sa.delete(SESSIONS).where(SESSIONS.c.user_id == user_id)
    if only is not None:
        statement = statement.where(SESSIONS.c.id == only)
    if but is not None:
        statement = statement.where(SESSIONS.c.id != but)
    return (await tx.connection.execute(statement)).rowcount


async def delete_old_sessions(tx: Transaction, *, created: datetime, seen: datetime) -> int:
    """Delete the sessions that began or were in use before these times; how many there were."""
    statement = sa.delete(SESSIONS).where((SESSIONS.c.created <= created) | (SESSIONS.c.seen <= seen))
    return (await tx.connection.execute(statement)).rowcount


async def write_link(
    tx: Transaction, *, user: User, purpose: LinkPurpose, token_hash: bytes, expires: datetime
) -> None:
    """Store a link in place of the user's one of the same purpose."""
    values = {"token_hash": token_hash, "created": tx.now, "expires": expires}
    statement = postgresql.insert(ONE_TIME_LINKS).values(
        user_id=user.id, account_id=user.account_id, purpose=purpose, **values
    )
    await tx.connection.execute(
        statement.on_conflict_do_update(index_elements=["user_id", "purpose"], set_=values)
    )


async def find_link(tx: Transaction, token_hash: bytes) -> OneTimeLink | None:
    """A link that can be used now."""
    links = ONE_TIME_LINKS.c
    query = sa.select(ONE_TIME_LINKS).where(links.token_hash == token_hash, links.expires > tx.now)
    row = (await tx.connection.execute(query)).one_or_none()
    return None if row is None else _link(row)


async def take_link(tx: Transaction, token_hash: bytes, *, purpose: LinkPurpose) -> OneTimeLink | None:
    """Use a link up: of several transactions that try, one gets it."""
    links = ONE_TIME_LINKS.c
    statement = (
        sa.delete(ONE_TIME_LINKS)
        .where(links.token_hash == token_hash, links.purpose == purpose, links.expires > tx.now)
        .returning(*links)
    )
    row = (await tx.connection.execute(statement)).one_or_none()
    return None if row is None else _link(row)


async def delete_links(tx: Transaction, user_id: int) -> None:
    """End every link of a user."""
    await tx.connection.execute(sa.delete(ONE_TIME_LINKS).where(ONE_TIME_LINKS.c.user_id == user_id))


async def delete_old_links(tx: Transaction, *, before: datetime) -> int:
    """Delete links that expired before then; how many there were."""
    statement = sa.delete(ONE_TIME_LINKS).where(ONE_TIME_LINKS.c.expires <= before)
    return (await tx.connection.execute(statement)).rowcount


async def list_invited(tx: Transaction, user_ids: Iterable[int]) -> dict[int, datetime]:
    """When the open invitations of these users expire."""
    links = ONE_TIME_LINKS.c
    query = sa.select(links.user_id, links.expires).where(
        links.user_id.in_(list(user_ids)), links.purpose == LinkPurpose.INVITATION, links.expires > tx.now
    )
    return {row.user_id: row.expires for row in await tx.connection.execute(query)}


async def count_attempt(tx: Transaction, keys: Sequence[bytes], free: Sequence[int]) -> float:
    """Count an attempt for each key and give 0; or count nothing and give the seconds to wait."""
    values = {"keys": list(keys), "free": list(free), "now": tx.now}
    statement = _COUNT_ATTEMPT.bindparams(
        sa.bindparam("keys", type_=postgresql.ARRAY(sa.LargeBinary)),
        sa.bindparam("free", type_=postgresql.ARRAY(sa.Integer)),
    )
    return float(await tx.connection.scalar(statement, values) or 0)


async def forget_attempt(tx: Transaction, *, cleared: Sequence[bytes], others: Sequence[bytes]) -> None:
    """Take back an attempt that was right; `cleared` keys begin anew."""
    values = {"cleared": list(cleared), "others": list(others), "now": tx.now}
    arrays = [sa.bindparam(name, type_=postgresql.ARRAY(sa.LargeBinary)) for name in ("cleared", "others")]
    await tx.connection.execute(_FORGET_ATTEMPT.bindparams(*arrays), values)


def _listed(row: sa.Row[Any]) -> ListedSession:
    return ListedSession(
        id=row.id,
        user_id=row.user_id,
        method=SignInMethod(row.method),
        confirmed=row.confirmed,
        created=row.created,
        seen=row.seen,
        user_agent=row.user_agent,
        address=row.address,
    )


def _link(row: sa.Row[Any]) -> OneTimeLink:
    return OneTimeLink(
        user_id=row.user_id,
        account_id=row.account_id,
        purpose=LinkPurpose(row.purpose),
        expires=row.expires,
    )
