"""The table of device codes, and the statements on it.

Row-level security binds it by account. A request has none until it is approved: only transactions that see
every account find it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from dragoman.access.device_codes.model import DeviceApproval, DeviceCodeState, DeviceRequest
from dragoman.access.model import AccessScope, StaffRole
from dragoman.database.connections import Transaction
from dragoman.database.metadata import METADATA

# Unlogged: after a crash of the server people begin anew.
DEVICE_CODES: Final = sa.Table(
    "device_codes",
    METADATA,
    sa.Column("id", sa.BigInteger, sa.Identity(always=True), primary_key=True),
    sa.Column("device_code_hash", sa.LargeBinary, nullable=False, unique=True),
    sa.Column("user_code_hash", sa.LargeBinary, nullable=False, unique=True),
    sa.Column("scopes", postgresql.ARRAY(sa.Text), nullable=False),  # asked for
    sa.Column("device_name", sa.Text, nullable=False),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    sa.Column("expires", sa.DateTime(timezone=True), nullable=False, index=True),
    sa.Column("interval", sa.Integer, nullable=False),  # seconds between polls
    sa.Column("polled", sa.DateTime(timezone=True)),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id")),  # null until it is approved
    sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id")),  # who decided
    sa.Column("granted", postgresql.ARRAY(sa.Text)),
    sa.Column("role", sa.Text),
    sa.CheckConstraint("state in ('pending', 'approved', 'denied')", name="state"),
    sa.CheckConstraint(
        "state <> 'approved' or (account_id, user_id, granted) is not null",
        name="approved",
    ),
    prefixes=["UNLOGGED"],
)
_D: Final = DEVICE_CODES.c
_READ: Final = [one for one in DEVICE_CODES.columns if not one.name.endswith("_hash")]


async def insert_request(tx: Transaction, **values: Any) -> int | None:
    """Store a request; its id. None: one of its codes is another request's."""
    statement = postgresql.insert(DEVICE_CODES).values(
        **values, created=tx.now, state=DeviceCodeState.PENDING
    )
    found = await tx.connection.scalar(statement.on_conflict_do_nothing().returning(_D.id))
    return None if found is None else int(found)


async def count_alive(tx: Transaction) -> int:
    """How many requests have not expired."""
    query = sa.select(sa.func.count()).select_from(DEVICE_CODES).where(_D.expires > tx.now)
    return int(await tx.connection.scalar(query) or 0)


async def hold_by_device_code(tx: Transaction, hashed: bytes) -> DeviceRequest | None:
    """The request of a device code; other transactions wait for it until the end of this one."""
    query = sa.select(*_READ).where(_D.device_code_hash == hashed).with_for_update()
    row = (await tx.connection.execute(query)).one_or_none()
    return None if row is None else _request(row)


async def hold_by_user_code(tx: Transaction, hashes: Sequence[bytes]) -> DeviceRequest | None:
    """The request of a user code that waits for a decision, held like `hold_by_device_code`."""
    query = (
        sa.select(*_READ)
        .where(_D.user_code_hash.in_(hashes), _D.state == DeviceCodeState.PENDING, _D.expires > tx.now)
        .with_for_update()
    )
    row = (await tx.connection.execute(query)).one_or_none()
    return None if row is None else _request(row)


async def update_request(tx: Transaction, request_id: int, **values: Any) -> None:
    """Set columns of a request."""
    await tx.connection.execute(sa.update(DEVICE_CODES).where(_D.id == request_id).values(**values))


async def delete_request(tx: Transaction, request_id: int) -> None:
    """Delete a request that was redeemed."""
    await tx.connection.execute(sa.delete(DEVICE_CODES).where(_D.id == request_id))


async def delete_expired(tx: Transaction, *, before: datetime) -> int:
    """Delete requests that expired before then; how many there were."""
    return (await tx.connection.execute(sa.delete(DEVICE_CODES).where(_D.expires < before))).rowcount


def approved_values(approval: DeviceApproval) -> dict[str, Any]:
    """The columns of an approval."""
    return {
        "state": DeviceCodeState.APPROVED,
        "account_id": approval.account_id,
        "user_id": approval.user_id,
        "granted": sorted(approval.scopes),
        "role": approval.role,
    }


def _request(row: sa.Row[Any]) -> DeviceRequest:
    state = DeviceCodeState(row.state)
    return DeviceRequest(
        id=row.id,
        scopes=_scopes(row.scopes),
        device_name=row.device_name,
        address=row.address,
        created=row.created,
        expires=row.expires,
        interval=row.interval,
        polled=row.polled,
        state=state,
        approval=_approval(row) if state is DeviceCodeState.APPROVED else None,
    )


def _approval(row: sa.Row[Any]) -> DeviceApproval:
    return DeviceApproval(
        user_id=row.user_id,
        account_id=row.account_id,
        scopes=_scopes(row.granted),
        role=None if row.role is None else StaffRole(row.role),
    )


def _scopes(names: Sequence[str]) -> frozenset[AccessScope]:
    return frozenset(AccessScope(name) for name in names)
