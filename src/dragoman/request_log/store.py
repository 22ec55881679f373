"""The table of the request log, and the statements on it.

Row-level security lets an index be used only for operators that PostgreSQL holds to be leak-proof. Those of
uuid, integer and text are, `like` is not, so that a prefix of a path is looked for as a range of texts.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, TypeAlias
from uuid import UUID

import orjson
import sqlalchemy as sa

from dragoman.database.connections import Transaction
from dragoman.database.metadata import METADATA
from dragoman.request_log.model import LoggedRequest, RequestFilter, StatusCounts, StatusRange, first_id

_Key: TypeAlias = tuple[sa.Column[Any], sa.ColumnElement[Any]]  # a column, and the value that it must have

_FIRST_ID: Final = UUID(int=0)
_LAST_ID: Final = UUID(int=2**128 - 1)
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
_APPLICATIONS: Final = sa.table("applications", sa.column("id"), sa.column("account_id"))
# A page of the newest is read in the order of an index, whatever it is of.
sa.Index("request_entries_account_idx", _C.account_id, _C.id)
sa.Index(
    "request_entries_application_idx",
    _C.account_id,
    _C.application_id,
    _C.id,
    postgresql_include=["status"],
)
sa.Index("request_entries_status_idx", _C.status, _C.id)
sa.Index("request_entries_account_status_idx", _C.account_id, _C.status, _C.id)
sa.Index("request_entries_application_status_idx", _C.account_id, _C.application_id, _C.status, _C.id)
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

_PLAN: Final = sa.text(
    "select set_config('enable_seqscan', :scan, true), set_config('enable_bitmapscan', :scan, true), "
    "set_config('enable_sort', :sort, true), set_config('enable_incremental_sort', :sort, true)"
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
    query = _select(wanted, limit, before)
    # The planner takes row-level security for much more selective than it is, and would rather read all
    # entries of an account and sort them than the newest in the order of an index.
    await _plan(tx, scan="off", sort="on" if _is_narrow(wanted) else "off")
    rows = await tx.connection.execute(query)
    found = [LoggedRequest(**row) for row in rows.mappings()]
    await _plan(tx, scan="on", sort="on")
    return found


async def _plan(tx: Transaction, *, scan: str, sort: str) -> None:
    """Let the planner use scans that have no order, and sorting, or keep it from them where it can."""
    await tx.connection.execute(_PLAN, {"scan": scan, "sort": sort})


def _select(wanted: RequestFilter, limit: int, before: UUID | None) -> sa.Select[Any]:
    status = wanted.status
    if _is_narrow(wanted):
        return _matching(wanted, limit, before)
    if status is None:
        return _newest(wanted, _scope_keys(wanted), limit, before)
    if status.first < status.last:
        return _of_class(wanted, status, limit, before)
    key = (_C.status, sa.literal(status.first, sa.SmallInteger))
    return _newest(wanted, [*_scope_keys(wanted), key], limit, before)


def _is_narrow(wanted: RequestFilter) -> bool:
    return wanted.path_prefix is not None or wanted.request_id is not None


def _matching(wanted: RequestFilter, limit: int, before: UUID | None) -> sa.Select[Any]:
    """The newest entries of a path or a request id. The planner knows from its statistics what is rare."""
    first, end = _bounds(wanted, before)
    conditions = [_C.id >= first, _C.id < end]
    if wanted.account_id is not None:
        conditions.append(_C.account_id == wanted.account_id)
    if wanted.application_id is not None:
        conditions.append(_C.application_id == wanted.application_id)
    if wanted.status is not None:
        conditions.append(_C.status.between(wanted.status.first, wanted.status.last))
    if wanted.request_id is not None:
        conditions.append(_C.request_id == wanted.request_id)
    if wanted.path_prefix is not None:
        conditions += [_C.path >= wanted.path_prefix, _C.path < wanted.path_prefix + _LAST_CHARACTER]
    return sa.select(REQUEST_ENTRIES).where(*conditions).order_by(_C.id.desc()).limit(limit)


def _bounds(wanted: RequestFilter, before: UUID | None) -> tuple[UUID, UUID]:
    """The ids of the wanted time: from the first on, before the second."""
    first = _FIRST_ID if wanted.begins is None else first_id(wanted.begins)
    end = _LAST_ID if wanted.ends is None else first_id(wanted.ends)
    return first, min(end, before or _LAST_ID)


def _scope_keys(wanted: RequestFilter) -> list[_Key]:
    """The account, and the application after its account, which may be no other one's."""
    if wanted.application_id is None:
        return [] if wanted.account_id is None else [(_C.account_id, sa.literal(wanted.account_id))]
    owner = sa.select(_APPLICATIONS.c.account_id).where(_APPLICATIONS.c.id == wanted.application_id)
    if wanted.account_id is not None:
        owner = owner.where(_APPLICATIONS.c.account_id == wanted.account_id)
    return [(_C.account_id, owner.scalar_subquery()), (_C.application_id, sa.literal(wanted.application_id))]


def _newest(wanted: RequestFilter, keys: Sequence[_Key], limit: int, before: UUID | None) -> sa.Select[Any]:
    """The newest entries with these values, as one range of the index of their columns and the id.

    Written as a comparison of rows and in the order of all columns, so that no other index has that order.
    """
    columns = [column for column, _ in keys]
    values = [value for _, value in keys]
    first, end = _bounds(wanted, before)
    return (
        sa.select(REQUEST_ENTRIES)
        .where(
            sa.tuple_(*columns, _C.id) >= sa.tuple_(*values, sa.literal(first, sa.Uuid)),
            sa.tuple_(*columns, _C.id) < sa.tuple_(*values, sa.literal(end, sa.Uuid)),
        )
        .order_by(*(column.desc() for column in columns), _C.id.desc())
        .limit(limit)
    )


def _of_class(wanted: RequestFilter, status: StatusRange, limit: int, before: UUID | None) -> sa.Select[Any]:
    """The newest of each status of a class, put together: a look-up for each of a hundred statuses.

    It is as quick where the class is rare as where it is not.
    """
    numbers = sa.func.generate_series(status.first, status.last)
    statuses = sa.select(sa.cast(numbers, sa.SmallInteger).label("status")).subquery("statuses")
    keys = [*_scope_keys(wanted), (_C.status, statuses.c.status)]
    newest = _newest(wanted, keys, limit, before).lateral("newest")
    together = sa.select(newest).select_from(statuses.join(newest, sa.true()))
    return together.order_by(newest.c.id.desc()).limit(limit)


async def count_statuses(tx: Transaction, *, application_id: int, since: datetime, most: int) -> StatusCounts:
    """Count the newest entries of an application, `most` of them, by class of their status."""
    wanted = RequestFilter(application_id=application_id, begins=since)
    newest = _newest(wanted, _scope_keys(wanted), most, None).with_only_columns(_C.status)
    counted = newest.subquery("newest")
    status_class = (counted.c.status // sa.literal_column("100")).label("class")
    await _plan(tx, scan="off", sort="off")
    rows = await tx.connection.execute(sa.select(status_class, sa.func.count()).group_by(status_class))
    by_class = {int(row[0]): int(row[1]) for row in rows}
    await _plan(tx, scan="on", sort="on")
    return StatusCounts(by_class=by_class, is_complete=sum(by_class.values()) < most)


async def delete_requests(tx: Transaction, *, until: datetime, most: int) -> int:
    """Delete up to `most` of the oldest entries of calls that began before `until`; how many."""
    values = {"before": first_id(until), "most": most}
    return (await tx.connection.execute(_DELETE, values)).rowcount
