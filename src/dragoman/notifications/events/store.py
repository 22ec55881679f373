"""The tables of events and of their positions, and the statements on them.

A trigger gives an event its position when its transaction commits (migration 0042). Until then it is null.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

import sqlalchemy as sa

from dragoman.database.connections import Transaction
from dragoman.database.metadata import METADATA
from dragoman.notifications.events.model import EventFilter

ACCOUNT_EVENTS: Final = sa.Table(
    "account_events",
    METADATA,
    sa.Column("id", sa.Uuid, primary_key=True),
    sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("application_id", sa.Integer, sa.ForeignKey("applications.id"), nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("subject", sa.Text, nullable=False, index=True),
    sa.Column("body", sa.LargeBinary, nullable=False),  # wrapped by a master key
    sa.Column("created", sa.DateTime(timezone=True), nullable=False, index=True),
    sa.Column("position", sa.BigInteger),
)
EVENT_POSITIONS: Final = sa.Table(
    "event_positions",
    METADATA,
    sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), primary_key=True, autoincrement=False),
    sa.Column("last", sa.BigInteger, nullable=False),  # position of the account's newest event
    sa.Column("forgotten", sa.BigInteger, nullable=False),  # up to it, events were removed for their age
)
_E: Final = ACCOUNT_EVENTS.c
_P: Final = EVENT_POSITIONS.c
sa.Index("account_events_position_idx", _E.account_id, _E.position, unique=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredEvent:
    """The stored form of an event."""

    id: UUID
    application_id: int
    kind: str
    subject: str
    created: datetime
    position: int
    body: bytes = field(repr=False)  # wrapped


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundEvents:
    """Events behind a position, and where the account's events ended and began at the same moment."""

    events: Sequence[StoredEvent]
    last: int
    forgotten: int


async def insert_event(tx: Transaction, values: Mapping[str, Any]) -> None:
    """Store an event; it gets its position when the transaction commits."""
    await tx.connection.execute(sa.insert(ACCOUNT_EVENTS).values(created=tx.now, **values))


async def count_recent(tx: Transaction, *, subject: str, age: timedelta) -> int:
    """How many events about a subject there were lately."""
    statement = sa.select(sa.func.count()).where(_E.subject == subject, _E.created > tx.now - age)
    return int((await tx.connection.execute(statement)).scalar_one())


async def find_positions(tx: Transaction, account_id: int) -> tuple[int, int]:
    """Positions of an account's last event, and of the last one that was removed for its age; 0: none."""
    row = (
        await tx.connection.execute(sa.select(_P.last, _P.forgotten).where(_P.account_id == account_id))
    ).one_or_none()
    return (0, 0) if row is None else (row.last, row.forgotten)


async def list_last_positions(tx: Transaction, account_ids: Sequence[int]) -> dict[int, int]:
    """Positions of the last events of accounts that have had any."""
    statement = sa.select(_P.account_id, _P.last).where(_P.account_id.in_(account_ids))
    return {row.account_id: row.last for row in await tx.connection.execute(statement)}


async def find_first_since(tx: Transaction, account_id: int, *, since: datetime) -> int | None:
    """The position of the account's first event since a time that is kept."""
    statement = sa.select(sa.func.min(_E.position)).where(_E.account_id == account_id, _E.created >= since)
    position: int | None = (await tx.connection.execute(statement)).scalar_one()
    return position


async def list_events(
    tx: Transaction, account_id: int, *, after: int, wanted: EventFilter, limit: int
) -> FoundEvents:
    """The first events behind a position, up to `limit`."""
    events = (
        sa.select(_E.id, _E.application_id, _E.kind, _E.subject, _E.created, _E.position, _E.body)
        .where(_E.account_id == _P.account_id, _E.position > after)
        .order_by(_E.position)
        .limit(limit)
    )
    if wanted.kinds:
        events = events.where(_E.kind.in_(wanted.kinds))
    if wanted.application_id is not None:
        events = events.where(_E.application_id == wanted.application_id)
    found = events.lateral("found")
    # One statement is one moment: what was committed after it is behind `last`.
    statement = (
        sa.select(_P.last, _P.forgotten, found)
        .select_from(EVENT_POSITIONS.outerjoin(found, sa.true()))
        .where(_P.account_id == account_id)
        .order_by(found.c.position)
    )
    rows = (await tx.connection.execute(statement)).all()
    if not rows:  # the account never had any
        return FoundEvents(events=(), last=0, forgotten=0)
    stored = [
        StoredEvent(
            id=row.id,
            application_id=row.application_id,
            kind=row.kind,
            subject=row.subject,
            created=row.created,
            position=row.position,
            body=row.body,
        )
        for row in rows
        if row.id is not None
    ]
    return FoundEvents(events=stored, last=rows[0].last, forgotten=rows[0].forgotten)


async def delete_events(tx: Transaction, *, subjects: Sequence[str]) -> None:
    """Remove the events about subjects."""
    await tx.connection.execute(sa.delete(ACCOUNT_EVENTS).where(_E.subject.in_(subjects)))


async def delete_old(tx: Transaction, *, age: timedelta) -> None:
    """Remove events of that age, and note for each account up to where that was."""
    deleted = sa.delete(ACCOUNT_EVENTS).where(_E.created < tx.now - age)
    forgotten: dict[int, int] = {}
    for row in await tx.connection.execute(deleted.returning(_E.account_id, _E.position)):
        forgotten[row.account_id] = max(row.position, forgotten.get(row.account_id, 0))
    for account_id, position in sorted(forgotten.items()):
        await tx.connection.execute(
            sa.update(EVENT_POSITIONS)
            .where(_P.account_id == account_id)
            .values(forgotten=sa.func.greatest(_P.forgotten, position))
        )
