"""The statements on notifications, tries and receivers; `tables` has their tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from dragoman.database.connections import Transaction
from dragoman.notifications.model import NotificationFilter, NotificationStatus
from dragoman.notifications.receiver_limits import FIRST, MOST, LimitChange
from dragoman.notifications.tables import NOTIFICATIONS, RECEIVERS, TRIES

_N: Final = NOTIFICATIONS.c


async def commit_without_waiting(tx: Transaction) -> None:
    """Let this transaction's commit return before it is on the disk."""
    await tx.connection.execute(sa.text("set local synchronous_commit = off"))


async def insert_notification(tx: Transaction, values: Mapping[str, Any]) -> None:
    """Store a new notification, due now."""
    await tx.connection.execute(
        sa.insert(NOTIFICATIONS).values(
            status=NotificationStatus.PENDING.value,
            created=tx.now,
            scheduled=tx.now,
            next_try=tx.now,
            **values,
        )
    )


async def find_notification(
    tx: Transaction, notification_id: UUID, *, lock: bool = False
) -> sa.Row[Any] | None:
    """The row, if this transaction may see it; `lock`: no other may change it until the end."""
    query = sa.select(NOTIFICATIONS).where(_N.id == notification_id)
    return (await tx.connection.execute(query.with_for_update() if lock else query)).one_or_none()


async def update_notification(tx: Transaction, notification_id: UUID, values: Mapping[str, Any]) -> None:
    """Set columns of one notification."""
    await tx.connection.execute(sa.update(NOTIFICATIONS).where(_N.id == notification_id).values(**values))


async def delete_notifications(tx: Transaction, *, subjects: Sequence[str]) -> int:
    """Remove what is about the subjects, tries included; how many."""
    removed = await tx.connection.execute(sa.delete(NOTIFICATIONS).where(_N.subject.in_(subjects)))
    return removed.rowcount


async def delete_old(tx: Transaction, *, age: timedelta) -> int:
    """Remove notifications that ended so long ago, and receivers not heard of since."""
    removed = await tx.connection.execute(sa.delete(NOTIFICATIONS).where(_N.finished < tx.now - age))
    await tx.connection.execute(sa.delete(RECEIVERS).where(RECEIVERS.c.changed < tx.now - age))
    return removed.rowcount


async def list_notifications(
    tx: Transaction, wanted: NotificationFilter, *, limit: int, offset: int
) -> Sequence[sa.Row[Any]]:
    """The rows this transaction sees, the newest first."""
    statement = sa.select(NOTIFICATIONS).order_by(_N.created.desc(), _N.id).limit(limit).offset(offset)
    if wanted.status is not None:
        # Written out, as in `count_dead`.
        statement = statement.where(_N.status == sa.literal_column(f"'{wanted.status.value}'"))
    # The policy says so too, but no index is read for it.
    for account_id in {wanted.account_id, tx.account if isinstance(tx.account, int) else None} - {None}:
        statement = statement.where(_N.account_id == account_id)
    if wanted.application_id is not None:
        statement = statement.where(_N.application_id == wanted.application_id)
    if wanted.kind is not None:
        statement = statement.where(_N.kind == wanted.kind)
    if wanted.subject is not None:
        statement = statement.where(_N.subject == wanted.subject)
    return (await tx.connection.execute(statement)).all()


async def count_dead(tx: Transaction, *, account_id: int | None, most: int) -> int:
    """How many could not be delivered; beyond `most` they are not counted."""
    # The status is written out: a parameter would hide from PostgreSQL that the partial index has all rows.
    rows = sa.select(sa.literal(1)).where(_N.status == sa.literal_column("'dead'"))
    if account_id is not None:
        rows = rows.where(_N.account_id == account_id)
    counted = sa.select(sa.func.count()).select_from(rows.limit(most).subquery())
    return int((await tx.connection.execute(counted)).scalar_one())


async def find_statuses(tx: Transaction, subjects: Sequence[str]) -> Mapping[str, NotificationStatus]:
    """How far the latest notification about each subject is."""
    statement = sa.select(_N.subject, _N.status).where(_N.subject.in_(subjects)).order_by(_N.created, _N.id)
    return {row.subject: NotificationStatus(row.status) for row in await tx.connection.execute(statement)}


async def list_tries(tx: Transaction, notification_ids: Sequence[UUID]) -> Sequence[sa.Row[Any]]:
    """The tries of some notifications, in their order."""
    statement = sa.select(TRIES).where(TRIES.c.notification_id.in_(notification_ids)).order_by(TRIES.c.number)
    return (await tx.connection.execute(statement)).all()


async def begin_try(tx: Transaction, notification: sa.Row[Any], *, until: datetime) -> int:
    """Claim a notification for a try, and note that it begins; the try's number."""
    number = int(notification.tries) + 1
    claim = (
        sa.update(NOTIFICATIONS)
        .where(_N.id == notification.id)
        .values(tries=number, claimed_until=until, waiting=False)
        .cte("claim")
    )
    begun = sa.insert(TRIES).values(
        notification_id=notification.id, number=number, account_id=notification.account_id, started=tx.now
    )
    await tx.connection.execute(begun.add_cte(claim))
    return number


async def finish_try(
    tx: Transaction, notification_id: UUID, *, number: int, values: Mapping[str, Any]
) -> None:
    """Note how a try went."""
    await tx.connection.execute(
        sa.update(TRIES)
        .where(TRIES.c.notification_id == notification_id, TRIES.c.number == number)
        .values(**values)
    )


async def interrupt_tries(tx: Transaction, notification_id: UUID, *, failure: str) -> None:
    """Close the tries whose process died under them."""
    await tx.connection.execute(
        sa.update(TRIES)
        .where(
            TRIES.c.notification_id == notification_id,
            TRIES.c.answer.is_(None),
            TRIES.c.failure.is_(None),
        )
        .values(failure=failure)
    )


async def lock_receiver(tx: Transaction, receiver: bytes, change: LimitChange) -> int:
    """How many deliveries a receiver may have under way, after a change; locked against others."""
    allowed = RECEIVERS.c.allowed
    changed = {
        LimitChange.NONE: allowed,
        LimitChange.MORE: sa.func.least(MOST, allowed + 1),
        LimitChange.FEWER: sa.func.greatest(1, allowed - 1),
        LimitChange.HALF: sa.func.greatest(1, allowed // 2),
    }[change]
    insert = postgresql.insert(RECEIVERS).values(receiver=receiver, allowed=FIRST, changed=tx.now)
    statement = insert.on_conflict_do_update(
        index_elements=["receiver"], set_={"allowed": changed, "changed": tx.now}
    )
    return int((await tx.connection.execute(statement.returning(allowed))).scalar_one())


async def count_busy(tx: Transaction, receiver: bytes) -> tuple[int, int]:
    """A receiver's deliveries: under way, and waiting for that."""
    statement = sa.select(
        sa.func.count().filter(_N.claimed_until > tx.now), sa.func.count().filter(_N.waiting)
    ).where(_N.receiver == receiver, sa.or_(_N.claimed_until.is_not(None), _N.waiting))
    running, waiting = (await tx.connection.execute(statement)).one()
    return running, waiting


@dataclass(frozen=True, slots=True, kw_only=True)
class Resumed:
    """A notification that its taker gives a job."""

    id: UUID
    account_id: int
    receiver: bytes


async def take_waiting(tx: Transaction, receiver: bytes, *, most: int) -> Sequence[Resumed]:
    """Let those that wait longest wait no more: the caller gives them jobs."""
    chosen = (
        sa.select(_N.id)
        .where(_N.receiver == receiver, _N.waiting)
        .order_by(_N.next_try)
        .limit(most)
        .with_for_update(skip_locked=True)
    )
    return await _end_waiting(tx, chosen)


async def take_forgotten(tx: Transaction, *, task: str, age: timedelta) -> Sequence[Resumed]:
    """Those long due that no job of `task` and no other delivery will come back to."""
    busy = NOTIFICATIONS.alias()
    others = sa.exists().where(busy.c.receiver == _N.receiver, busy.c.claimed_until > tx.now - age)
    chosen = (
        sa.select(_N.id)
        .where(
            _N.status == NotificationStatus.PENDING.value,
            _N.next_try < tx.now - age,
            sa.or_(_N.claimed_until.is_(None), _N.claimed_until < tx.now - age),
            ~sa.and_(_N.waiting, others),
            sa.text(_NO_JOB).bindparams(task=task),
        )
        .order_by(_N.next_try)
        .limit(1000)
        .with_for_update(skip_locked=True)
    )
    return await _end_waiting(tx, chosen)


async def _end_waiting(tx: Transaction, chosen: sa.Select[tuple[UUID]]) -> Sequence[Resumed]:
    update = sa.update(NOTIFICATIONS).where(_N.id.in_(chosen.scalar_subquery())).values(waiting=False)
    rows = await tx.connection.execute(update.returning(_N.id, _N.account_id, _N.receiver))
    return [Resumed(id=row.id, account_id=row.account_id, receiver=row.receiver) for row in rows]


_NO_JOB: Final = """
    not exists (
      select from procrastinate_jobs job
      where job.status in ('todo', 'doing') and job.task_name = :task
        and job.args ->> 'notification' = notifications.id::text
    )
"""
