"""The statements on projects themselves. Row-level security binds them, and each names the account as well.

`file_store` has those on files and translations, `segment_store` those on segments.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from dragoman.database.connections import Transaction
from dragoman.projects.model import Fields, HoldReason, Project, ProjectFilter, ProjectStatus, Setter
from dragoman.projects.tables import PROJECTS
from dragoman.projects.titles import fold_title, search_grams, title_grams

_INDEX: Final = {"title_folded", "title_grams"}  # what only searches read
_COLUMNS: Final = [column for column in PROJECTS.columns if column.name not in _INDEX]
# Fields that nothing but the client decides on: `given` does not repeat them.
_OWN: Final = ("briefing", "briefing_for_experts", "purchase_order_number", "external_id", "metadata")
_SAME: Final = [name.name for name in dataclasses.fields(Project) if name.name not in {"given", "fields"}]
_PART: Final = 2000  # projects at the beginning of a list whose titles are looked at one by one
_FEW: Final = 5000  # projects that are looked up by their ids

_TITLES: Final = sa.text(
    "select * from find_project_titles(cast(:account_id as integer), cast(:grams as integer[]), :folded, "
    ":most)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectRow:
    """What a new project begins with."""

    account_id: int
    application_id: int | None
    given: Fields
    fields: Fields


async def insert_project(tx: Transaction, row: ProjectRow) -> Project | None:
    """Store a draft; None when its application has a project of this external id already."""
    fields = row.fields
    values = {
        "account_id": row.account_id,
        "application_id": row.application_id,
        "status": ProjectStatus.DRAFT,
        **field_values(given=row.given, fields=fields),
        "deadline": fields.deadline,
        "deadline_set_by": Setter.CLIENT if fields.deadline is not None else None,
        "created": tx.now,
        "updated": tx.now,
    }
    statement = postgresql.insert(PROJECTS).values(values)
    statement = statement.on_conflict_do_nothing(index_elements=["application_id", "external_id"])
    made = (await tx.connection.execute(statement.returning(*_COLUMNS))).one_or_none()
    return None if made is None else _project(made)


async def find_project(
    tx: Transaction, project_id: int, *, account_id: int | None = None, hold: bool = False
) -> Project | None:
    """A project, of this account if one is named; `hold` keeps others from changing it meanwhile."""
    query = sa.select(*_COLUMNS).where(PROJECTS.c.id == project_id)
    if account_id is not None:
        query = query.where(PROJECTS.c.account_id == account_id)
    row = (await tx.connection.execute(query.with_for_update() if hold else query)).one_or_none()
    return None if row is None else _project(row)


async def find_by_external_id(tx: Transaction, external_id: str, *, application_id: int | None) -> int | None:
    """The id of the application's project with this external id."""
    query = sa.select(PROJECTS.c.id).where(
        PROJECTS.c.application_id == application_id, PROJECTS.c.external_id == external_id
    )
    found: int | None = await tx.connection.scalar(query)
    return found


async def update_project(tx: Transaction, project_id: int, values: Mapping[str, Any]) -> Project:
    """Change columns of a project that the transaction holds; `updated` is now unless it is given.

    Changed fields come as `field_values` makes them.
    """
    statement = sa.update(PROJECTS).where(PROJECTS.c.id == project_id)
    statement = statement.values({"updated": tx.now, **values})
    return _project((await tx.connection.execute(statement.returning(*_COLUMNS))).one())


async def delete_project(tx: Transaction, project_id: int) -> None:
    """Delete a project with its rows of files, translations and segments."""
    await tx.connection.execute(sa.delete(PROJECTS).where(PROJECTS.c.id == project_id))


async def list_projects(tx: Transaction, wanted: ProjectFilter) -> Sequence[Project]:
    """Projects in the order that is wanted; those with the same, or without a value, by id."""
    folded = fold_title(wanted.title or "")
    if folded:
        return await _search(tx, wanted, folded)
    query = _select(wanted).limit(wanted.limit).offset(wanted.offset)
    return [_project(row) for row in await tx.connection.execute(query)]


async def _search(tx: Transaction, wanted: ProjectFilter, folded: str) -> Sequence[Project]:
    """Common pieces of titles are met soon along the list; what is not met there is rare, and looked up."""
    part = _select(wanted).limit(_PART).subquery()
    met = sa.select(part).where(sa.func.strpos(part.c.title_folded, folded) > 0)
    met = met.order_by(*_order(wanted, part.c)).limit(wanted.limit).offset(wanted.offset)
    rows = (await tx.connection.execute(met)).all()
    if len(rows) < wanted.limit:
        query = _select(wanted).where(await _has_piece(tx, folded, account_id=wanted.account_id))
        rows = (await tx.connection.execute(query.limit(wanted.limit).offset(wanted.offset))).all()
    return [_project(row) for row in rows]


async def _has_piece(tx: Transaction, folded: str, *, account_id: int | None) -> sa.ColumnElement[bool]:
    """The condition on titles: the ids, where they are few."""
    parameters = {"account_id": account_id, "grams": search_grams(folded), "folded": folded}
    found = list((await tx.connection.execute(_TITLES, {**parameters, "most": _FEW + 1})).scalars())
    if len(found) <= _FEW:
        return PROJECTS.c.id == sa.any_(sa.cast(found, postgresql.ARRAY(sa.Integer)))
    return sa.func.strpos(PROJECTS.c.title_folded, folded) > 0


def _select(wanted: ProjectFilter) -> sa.Select[Any]:
    columns = [*_COLUMNS, PROJECTS.c.title_folded] if wanted.title else _COLUMNS
    return sa.select(*columns).where(*_conditions(wanted)).order_by(*_order(wanted, PROJECTS.c))


def _conditions(wanted: ProjectFilter) -> Sequence[sa.ColumnElement[bool]]:
    columns = PROJECTS.c
    equal = {
        columns.account_id: wanted.account_id,
        columns.status: wanted.status,
        columns.hold: wanted.hold,
        columns.external_id: wanted.external_id,
        columns.purchase_order_number: wanted.purchase_order_number,
    }
    after = {
        columns.created: wanted.created_after,
        columns.updated: wanted.updated_after,
        columns.finished: wanted.finished_after,
    }
    return [
        *(column == value for column, value in equal.items() if value is not None),
        *(column > value for column, value in after.items() if value is not None),
    ]


def _order(wanted: ProjectFilter, columns: Any) -> Sequence[sa.ColumnElement[Any]]:
    """As an index has it, read forwards or backwards."""
    column, last = columns[wanted.sort], columns["id"]
    if wanted.sort == "id":
        return [last.desc() if wanted.descending else last]
    if wanted.sort == "status":  # its index has the newest first
        return [column.desc(), last] if wanted.descending else [column, last.desc()]
    return [column.desc(), last.desc()] if wanted.descending else [column, last]


def field_values(*, given: Fields, fields: Fields) -> dict[str, Any]:
    """The columns of a project's fields. `deadline` is not among them: staff may set another one."""
    said = {name: value for name, value in _plain(given).items() if value is not None and name not in _OWN}
    if given.deadline is not None:
        said["deadline"] = given.deadline.isoformat()
    merged = {name: value for name, value in _plain(fields).items() if name != "deadline"}
    folded = fold_title(fields.title or "")
    return {**merged, "given": said, "title_folded": folded, "title_grams": title_grams(folded)}


def _plain(fields: Fields) -> dict[str, Any]:
    return {one.name: getattr(fields, one.name) for one in dataclasses.fields(fields)}


def _project(row: Any) -> Project:
    names = [one.name for one in dataclasses.fields(Fields)]
    said = dict(row.given)
    if said.get("deadline") is not None:
        said["deadline"] = datetime.fromisoformat(said["deadline"])
    values = {name: getattr(row, name) for name in _SAME}
    values["status"] = ProjectStatus(row.status)
    values["hold"] = None if row.hold is None else HoldReason(row.hold)
    values["deadline_set_by"] = None if row.deadline_set_by is None else Setter(row.deadline_set_by)
    return Project(
        **values,
        given=Fields(**said, **{name: getattr(row, name) for name in _OWN}),
        fields=Fields(**{name: getattr(row, name) for name in names}),
    )
