"""The tables of usage, and the statements on them.

`usage_entries` has a row for each job, and for the calls of an application in a batch; only functions of
revision 0017 write there. A job moves them into `usage_days`. Readers add both up, so it does not matter when
the job ran. `usage_spools` has how far each spool was written (see `dragoman.usage.recorder`).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import fields
from datetime import date
from typing import Any, Final
from uuid import UUID

import orjson
import sqlalchemy as sa

from dragoman.database.connections import Database, Transaction, fetch_rows
from dragoman.database.metadata import METADATA
from dragoman.usage.model import (
    DayOfUse,
    DocumentPart,
    Usage,
    UsageAmount,
    UsageFilter,
    UsageGroup,
    UsageGrouping,
)
from dragoman.usage.spool import Record

_BIG: Final = sa.BigInteger

_OF_MEMORIES: Final = ("memory_characters", "memory_words", "memory_segments")
_IN_DOCUMENTS: Final = ("document_characters", "document_words", "document_segments")
_AMOUNTS: Final = (*(one.name for one in fields(UsageAmount)), *_IN_DOCUMENTS)


def _counts(*names: str) -> Sequence[sa.Column[int]]:
    return [sa.Column(name, _BIG, nullable=False, server_default=sa.text("0")) for name in names]


USAGE_ENTRIES: Final = sa.Table(
    "usage_entries",
    METADATA,
    sa.Column("id", _BIG, sa.Identity(always=True), primary_key=True),
    sa.Column("account_id", sa.Integer, nullable=False),  # no foreign keys: the function looks for itself
    sa.Column("application_id", sa.Integer, nullable=False, index=True),
    sa.Column("day", sa.Date, nullable=False),  # UTC
    sa.Column("characters", _BIG, nullable=False),
    sa.Column("words", _BIG, nullable=False),
    sa.Column("segments", _BIG, nullable=False),
    sa.Column("documents", _BIG, nullable=False),
    *_counts(*_OF_MEMORIES),
)

USAGE_DAYS: Final = sa.Table(
    "usage_days",
    METADATA,
    sa.Column("application_id", sa.Integer, sa.ForeignKey("applications.id"), primary_key=True),
    sa.Column("day", sa.Date, primary_key=True),  # UTC
    sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("characters", _BIG, nullable=False),
    sa.Column("words", _BIG, nullable=False),
    sa.Column("segments", _BIG, nullable=False),
    sa.Column("documents", _BIG, nullable=False),
    *_counts(*_OF_MEMORIES),
    *_counts(*_IN_DOCUMENTS),  # what of it was in documents; of days before revision 0028: nothing
)
sa.Index("usage_days_account_idx", USAGE_DAYS.c.account_id, USAGE_DAYS.c.day)
sa.Index("usage_days_day_idx", USAGE_DAYS.c.day)

# Rows are never deleted, so that a late copy of a spool is not counted again.
USAGE_SPOOLS: Final = sa.Table(
    "usage_spools",
    METADATA,
    sa.Column("id", sa.Uuid, primary_key=True),
    sa.Column("written", sa.BigInteger, nullable=False),  # number of the last record that was counted
)

_ADD: Final = sa.text(
    "select add_usage(:account_id, :application_id, :day, :characters, :words, :segments, :documents, "
    ":memory_characters, :memory_words, :memory_segments)"
)

_WRITE_SPOOLED: Final = (
    "select write_spooled_usage(%(spool)s, %(last)s, %(records)s, %(clock_offset)s) as unknown"
)

# Rows that another process is moving are skipped; rows are moved and deleted in one statement.
_MOVE: Final = sa.text(
    """
    with chosen as materialized (
      select id from usage_entries order by id limit :most for update skip locked
    ), moved as (
      delete from usage_entries where id in (select id from chosen)
      returning *
    ), summed as (
      insert into usage_days as d (
        account_id, application_id, day, characters, words, segments, documents,
        memory_characters, memory_words, memory_segments,
        document_characters, document_words, document_segments
      )
      select account_id, application_id, day, sum(characters), sum(words), sum(segments), sum(documents),
        sum(memory_characters), sum(memory_words), sum(memory_segments),
        coalesce(sum(characters) filter (where documents > 0), 0),
        coalesce(sum(words) filter (where documents > 0), 0),
        coalesce(sum(segments) filter (where documents > 0), 0)
      from moved group by account_id, application_id, day
      order by application_id, day
      on conflict (application_id, day) do update set
        characters = d.characters + excluded.characters,
        words = d.words + excluded.words,
        segments = d.segments + excluded.segments,
        documents = d.documents + excluded.documents,
        memory_characters = d.memory_characters + excluded.memory_characters,
        memory_words = d.memory_words + excluded.memory_words,
        memory_segments = d.memory_segments + excluded.memory_segments,
        document_characters = d.document_characters + excluded.document_characters,
        document_words = d.document_words + excluded.document_words,
        document_segments = d.document_segments + excluded.document_segments
    )
    select count(*) from moved
    """
)

_READ: Final = sa.text(
    """
    select day, sum(characters)::bigint as characters, sum(words)::bigint as words,
      sum(segments)::bigint as segments, sum(documents)::bigint as documents,
      sum(memory_characters)::bigint as memory_characters, sum(memory_words)::bigint as memory_words,
      sum(memory_segments)::bigint as memory_segments
    from (
      select day, characters, words, segments, documents, memory_characters, memory_words, memory_segments
      from usage_days
      where application_id = :application_id and day between :first_day and :last_day
      union all
      select day, characters, words, segments, documents, memory_characters, memory_words, memory_segments
      from usage_entries
      where application_id = :application_id and day between :first_day and :last_day
    ) as every
    group by day order by day
    """
)


async def add(tx: Transaction, usage: Usage) -> bool:
    """Add one row in this transaction; whether there is such an application."""
    values = {one.name: getattr(usage, one.name) for one in fields(Usage)} | {"day": tx.now.date()}
    return bool((await tx.connection.execute(_ADD, values)).scalar_one())


async def write_spooled(database: Database, spool_id: UUID, records: Sequence[Record]) -> frozenset[int]:
    """Add consecutive records of a spool, in one statement that may be repeated.

    Returns when the database has them on its disk: the numbers of those whose application does not exist.
    """
    now = time.time()  # the database's clock decides on the day; this one only on how long ago it was
    values = {
        "spool": spool_id,
        "last": records[-1].number,
        "records": orjson.dumps([_spooled(one, now) for one in records if not one.void]).decode(),
        "clock_offset": database.clock_offset,
    }
    (row,) = await fetch_rows(database, _WRITE_SPOOLED, values)
    return frozenset(row.unknown)


def _spooled(record: Record, now: float) -> dict[str, float]:
    usage = record.usage
    return {
        "number": record.number,
        "account": usage.account_id,
        "application": usage.application_id,
        "age": max(0.0, now - record.recorded),
        **{one.name: getattr(usage, one.name) for one in fields(UsageAmount)},
    }


async def move_entries(tx: Transaction, *, most: int) -> int:
    """Add up to `most` of the oldest entries to their days; how many."""
    moved: int = (await tx.connection.execute(_MOVE, {"most": most})).scalar_one()
    return moved


async def read_days(
    tx: Transaction, *, application_id: int, first_day: date, last_day: date
) -> list[DayOfUse]:
    """The days with use, in their order."""
    values = {"application_id": application_id, "first_day": first_day, "last_day": last_day}
    return [_day(row) for row in await tx.connection.execute(_READ, values)]


async def read_groups(
    tx: Transaction, wanted: UsageFilter, *, by: UsageGrouping, first_day: date, last_day: date
) -> list[UsageGroup]:
    """The groups with use, in their order."""
    every = sa.union_all(
        _amounts(USAGE_DAYS, wanted, first_day, last_day),
        _amounts(USAGE_ENTRIES, wanted, first_day, last_day),
    ).subquery()
    keys: dict[UsageGrouping, Sequence[sa.ColumnElement[Any]]] = {
        UsageGrouping.DAY: [every.c.day],
        UsageGrouping.MONTH: [sa.cast(sa.func.date_trunc("month", every.c.day), sa.Date).label("month")],
        UsageGrouping.APPLICATION: [every.c.application_id, every.c.account_id],
        UsageGrouping.ACCOUNT: [every.c.account_id],
    }
    sums = [sa.cast(sa.func.sum(every.c[name]), _BIG).label(name) for name in _AMOUNTS]
    statement = sa.select(*keys[by], *sums).group_by(*keys[by]).order_by(*keys[by])
    return [_group(row) for row in (await tx.connection.execute(statement)).mappings()]


def _amounts(table: sa.Table, wanted: UsageFilter, first_day: date, last_day: date) -> sa.Select[Any]:
    """The rows of one of the tables that are wanted, with the same columns for both."""
    columns = table.c
    in_documents: Sequence[sa.ColumnElement[Any]] = [
        columns[name]
        if name in columns
        else sa.case((columns.documents > 0, columns[name.removeprefix("document_")]), else_=0).label(name)
        for name in _IN_DOCUMENTS
    ]
    statement = sa.select(
        columns.day,
        columns.application_id,
        columns.account_id,
        *(columns[one.name] for one in fields(UsageAmount)),
        *in_documents,
    ).where(columns.day.between(first_day, last_day))
    if wanted.account_id is not None:
        statement = statement.where(columns.account_id == wanted.account_id)
    if wanted.application_id is not None:
        statement = statement.where(columns.application_id == wanted.application_id)
    return statement


def _group(found: sa.RowMapping) -> UsageGroup:
    return UsageGroup(
        day=found.get("day"),
        month=found.get("month"),
        application_id=found.get("application_id"),
        account_id=found.get("account_id"),
        amount=UsageAmount(**{one.name: found[one.name] for one in fields(UsageAmount)}),
        in_documents=DocumentPart(**{name.removeprefix("document_"): found[name] for name in _IN_DOCUMENTS}),
    )


def _day(row: sa.Row[Any]) -> DayOfUse:
    amount = UsageAmount(**{one.name: getattr(row, one.name) for one in fields(UsageAmount)})
    return DayOfUse(day=row.day, amount=amount)
