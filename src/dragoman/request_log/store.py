"""The table of the request log, and the statements on it.

Row-level security lets an index be used only for operators that PostgreSQL holds to be leak-proof. Those of
uuid, integer and text are, `like` is not, so that a prefix of a path is looked for as a range of texts.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final
from uuid import UUID

import orjson
import sqlalchemy as sa

from dragoman.database.connections import Transaction
from dragoman.database.metadata import METADATA
from dragoman.request_log.model import LoggedRequest, RequestFilter, StatusCounts, StatusRange, first_id

_LAST_CHARACTER: Final = "\U0010ffff"

# Without foreign keys: each would be looked up for each call. Accounts and applications are never deleted.
REQUEST_ENTRIES: Final = sa.Table(
    "request_entries",
    METADATA,
    sa.Column("id", sa.Uuid, primary_key=True),
    sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    sa.Column("account_id", sa.Integer, nullable=False),
    sa.Column("application_id", sa.Integer, nullable=False),
    sa.Column("method", sa.Text, nullable=False),
    sa.Column("route", sa.Text),
    sa.Column("path", sa.Text(collation="C")),
    sa.Column("status", sa.SmallInteger, nullable=False),
    sa.Column("milliseconds", sa.Double, nullable=False),
    sa.Column("request_id", sa.Text(collation="C"), nullable=False),
    sa.Column("request_bytes", sa.BigInteger, nullable=False),
    sa.Column("answer_bytes", sa.BigInteger, nullable=False),
    sa.Column("error", sa.Text),
)
_C: Final = REQUEST_ENTRIES.c
# A page of the newest is read in the order of an index, whatever it is of.
sa.Index("request_entries_account_idx", _C.account_id, _C.id)
sa.Index("request_entries_application_idx", _C.application_id, _C.id, postgresql_include=["status"])
sa.Index("request_entries_status_idx", _C.status, _C.id)
sa.Index("request_entries_account_status_idx", _C.account_id, _C.status, _C.id)
sa.Index("request_entries_application_status_idx", _C.application_id, _C.status, _C.id)
# Without ids, equal values share an entry of the index. What is rare is found by these and sorted.
sa.Index("request_entries_path_idx", _C.path)
sa.Index("request_entries_account_path_idx", _C.account_id, _C.path)
sa.Index("request_entries_request_idx", _C.request_id)

# A call that was refused has only a client id: it is the application's, or nobody's and not kept.
_INSERT: Final = sa.text(
    """
    insert into request_entries (
      id, at, account_id, application_id, method, route, path, status, milliseconds, request_id,
      request_bytes, answer_bytes, error
    )
    select r.id, r.at, coalesce(r.account_id, a.account_id), coalesce(r.application_id, a.id), r.method,
      r.route, r.path, r.status, r.milliseconds, r.request_id, r.request_bytes, r.answer_bytes, r.error
    from json_to_recordset(cast(:entries as json)) as r(
      id uuid, at timestamptz, account_id integer, application_id integer, client_id text, method text,
      route text, path text, status smallint, milliseconds double precision, request_id text,
      request_bytes bigint, answer_bytes bigint, error text
    )
    left join applications a on r.application_id is null and a.client_id = r.client_id
    where r.application_id is not null or a.id is not null
    on conflict (id) do nothing
    """
)

_DELETE: Final = sa.text(
    """
    delete from request_entries where id = any (
      array(select id from request_entries where id < :before order by id limit :most)
    )
    """
)


async def insert_requests(tx: Transaction, entries: Sequence[dict[str, Any]]) -> None:
    """Add entries, without waiting for the disk; those that are there already are left as they are.

    An entry has the fields of a `LoggedRequest`. Where `application_id` is None, `client_id` says which one.
    """
    await tx.connection.execute(sa.text("set local synchronous_commit = off"))
    await tx.connection.execute(_INSERT, {"entries": orjson.dumps(entries).decode()})


async def list_requests(
    tx: Transaction, *, wanted: RequestFilter, limit: int, before: UUID | None
) -> Sequence[LoggedRequest]:
    """The newest entries that this transaction sees and that begin before the entry `before`."""
    conditions = _conditions(wanted, before)
    query = sa.select(REQUEST_ENTRIES).where(*conditions)
    if wanted.status is not None:
        query = _of_status(query, wanted, limit)
    rows = await tx.connection.execute(query.order_by(sa.desc("id")).limit(limit))
    return [LoggedRequest(**row) for row in rows.mappings()]


def _conditions(wanted: RequestFilter, before: UUID | None) -> list[sa.ColumnElement[bool]]:
    ends = [one for one in (before, wanted.ends and first_id(wanted.ends)) if one is not None]
    conditions = [_C.id < min(ends)] if ends else []
    if wanted.begins is not None:
        conditions.append(_C.id >= first_id(wanted.begins))
    if wanted.account_id is not None:
        conditions.append(_C.account_id == wanted.account_id)
    if wanted.application_id is not None:
        conditions.append(_C.application_id == wanted.application_id)
    if wanted.request_id is not None:
        conditions.append(_C.request_id == wanted.request_id)
    if wanted.path_prefix:
        conditions += [
            _C.path >= wanted.path_prefix,
            _C.path < wanted.path_prefix + _LAST_CHARACTER,
        ]
    return conditions


def _of_status(query: sa.Select[Any], wanted: RequestFilter, limit: int) -> sa.Select[Any]:
    """Narrow a query to statuses.

    Of a class, the newest of each status are read in the order of an index: one look-up for each of a hundred
    statuses, however many entries there are. Beside a path or a request id the planner decides: it knows
    which of them is rare.
    """
    status = wanted.status
    assert status is not None
    if status.first == status.last:
        return query.where(_C.status == status.first)
    if wanted.path_prefix or wanted.request_id is not None:
        return query.where(_C.status.between(status.first, status.last))
    statuses = _statuses(status)
    of_one = query.where(_C.status == statuses.c.status).order_by(_C.id.desc()).limit(limit)
    newest = of_one.lateral("newest")
    return sa.select(newest).select_from(statuses.join(newest, sa.true()))


def _statuses(status: StatusRange) -> sa.FromClause:
    return sa.select(
        sa.cast(sa.func.generate_series(status.first, status.last), sa.SmallInteger).label("status")
    ).subquery("statuses")


async def count_statuses(tx: Transaction, *, application_id: int, since: datetime, most: int) -> StatusCounts:
    """Count the newest entries of an application, `most` of them, by class of their status."""
    newest = (
        sa.select(_C.status)
        .where(_C.application_id == application_id, _C.id >= first_id(since))
        .order_by(_C.id.desc())
        .limit(most + 1)
        .subquery("newest")
    )
    status_class = (newest.c.status // sa.literal_column("100")).label("class")
    rows = await tx.connection.execute(sa.select(status_class, sa.func.count()).group_by(status_class))
    by_class = {int(row[0]): int(row[1]) for row in rows}
    return StatusCounts(by_class=by_class, is_complete=sum(by_class.values()) <= most)


async def delete_requests(tx: Transaction, *, until: datetime, most: int) -> int:
    """Delete up to `most` of the oldest entries of calls that began before `until`; how many."""
    values = {"before": first_id(until), "most": most}
    return (await tx.connection.execute(_DELETE, values)).rowcount
