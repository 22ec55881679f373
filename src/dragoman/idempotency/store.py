"""The table of kept answers, and the statements on it.

Method, path and key are stored as one digest only, because a key may hold customer data.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from dragoman.database.connections import Transaction
from dragoman.database.metadata import METADATA
from dragoman.idempotency.model import RepeatableRequest, StoredAnswer

IDEMPOTENCY_ANSWERS: Final = sa.Table(
    "idempotency_answers",
    METADATA,
    sa.Column("application_id", sa.Integer, sa.ForeignKey("applications.id"), primary_key=True),
    sa.Column("request", sa.LargeBinary, primary_key=True),  # RepeatableRequest.digest
    sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False, index=True),
    sa.Column("body_hash", sa.LargeBinary, nullable=False),
    sa.Column("status", sa.Integer, nullable=False),
    sa.Column("headers", postgresql.JSONB, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False, index=True),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptAnswer:
    """A row: the answer, and the body it was given to."""

    answer: StoredAnswer
    body_hash: bytes
    created: datetime


async def lock(tx: Transaction, request: RepeatableRequest) -> bool:
    """Hold the request until the transaction ends; False when another one holds it."""
    number = int.from_bytes(request.digest()[:8], "big", signed=True)
    statement = sa.text("select pg_try_advisory_xact_lock(:number)")
    return bool(await tx.connection.scalar(statement, {"number": number}))


async def find(tx: Transaction, request: RepeatableRequest) -> KeptAnswer | None:
    """The answer kept for this request, however old."""
    row = (await tx.connection.execute(sa.select(IDEMPOTENCY_ANSWERS).where(_is(request)))).one_or_none()
    if row is None:
        return None
    answer = StoredAnswer(status=row.status, body=row.body, headers=row.headers)
    return KeptAnswer(answer=answer, body_hash=row.body_hash, created=row.created)


async def insert(
    tx: Transaction, request: RepeatableRequest, answer: StoredAnswer, *, account_id: int
) -> None:
    """Keep an answer."""
    await tx.connection.execute(
        sa.insert(IDEMPOTENCY_ANSWERS).values(
            application_id=request.application_id,
            request=request.digest(),
            account_id=account_id,
            body_hash=request.body_hash,
            status=answer.status,
            headers=dict(answer.headers),
            body=answer.body,
            created=tx.now,
        )
    )


async def delete(tx: Transaction, request: RepeatableRequest) -> None:
    """Forget the answer kept for this request."""
    await tx.connection.execute(sa.delete(IDEMPOTENCY_ANSWERS).where(_is(request)))


async def delete_before(tx: Transaction, cutoff: datetime) -> int:
    """Forget answers kept before then; how many."""
    statement = sa.delete(IDEMPOTENCY_ANSWERS).where(IDEMPOTENCY_ANSWERS.c.created < cutoff)
    return (await tx.connection.execute(statement)).rowcount


def _is(request: RepeatableRequest) -> sa.ColumnElement[bool]:
    table = IDEMPOTENCY_ANSWERS.c
    return sa.and_(table.application_id == request.application_id, table.request == request.digest())
