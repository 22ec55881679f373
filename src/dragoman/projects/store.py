"""SQL statements on projects. Row-level security applies, and statements filter by account as well.

`file_store` has the statements on files and translations, `segment_store` those on segments.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypeAlias

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from dragoman.database.connections import Transaction
from dragoman.projects.model import Fields, HoldReason, Project, ProjectFilter, ProjectStatus, Setter
from dragoman.projects.stage_store import is_limited_to_open, open_conditions
from dragoman.projects.tables import PROJECT_TRANSLATIONS, PROJECTS
from dragoman.projects.titles import fold_title, search_grams, title_grams

_INDEX: Final = {"title_folded", "title_grams"}  # columns for searches only
_COLUMNS: Final = [column for column in PROJECTS.columns if column.name not in _INDEX]
# Fields that only the client sets: the column `given` does not repeat them.
_OWN: Final = ("briefing", "briefing_for_experts", "purchase_order_number", "external_id", "metadata")
_SAME: Final = tuple(one.name for one in dataclasses.fields(Project) if one.name not in {"given", "fields"})
_FIELDS: Final = tuple(one.name for one in dataclasses.fields(Fields))
_PART: Final = 2000  # projects at the beginning of a list whose titles are compared one by one
_NEAR: Final = 500  # projects before a page that are read with all their columns
_FEW: Final = 5000  # projects that are selected by their ids
_RARE: Final = 2000  # translations into a language whose projects are selected by their ids
_LARGEST_ID: Final = 2**31 - 1
_Ids: TypeAlias = Sequence[int] | None  # the ids of all projects that meet a condition; None: too many
_OPEN: Final = PROJECTS.alias("open_projects")

_TITLES: Final = sa.text(
    "select * from find_project_titles(cast(:account_id as integer), cast(:grams as integer[]), :folded, "
    ":most)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectRow:
    """The values of a new project."""

    account_id: int
    application_id: int | None
    given: Fields
    fields: Fields


async def insert_project(tx: Transaction, row: ProjectRow) -> Project | None:
    """Insert a draft; None when its application already has a project of this external id."""
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
    tx: Transaction, project_id: int, *, account_id: int | None = None, lock: bool = False
) -> Project | None:
    """Find a project, with `account_id` only one of the account; `lock` locks its row, but not its key.

    PostgreSQL checks the keys of a row that a transaction changes a second time. Were the key locked, who
    changes a translation twice would wait for the holder of the project, who may wait for that translation.
    """
    query = sa.select(*_COLUMNS).where(PROJECTS.c.id == project_id)
    if account_id is not None:
        query = query.where(PROJECTS.c.account_id == account_id)
    row = (
        await tx.connection.execute(query.with_for_update(key_share=True) if lock else query)
    ).one_or_none()
    return None if row is None else _project(row)


async def find_projects(tx: Transaction, project_ids: Collection[int]) -> Sequence[Project]:
    """Find several projects, by id."""
    if not project_ids:
        return []
    query = sa.select(*_COLUMNS).where(PROJECTS.c.id.in_(project_ids)).order_by(PROJECTS.c.id)
    return [_project(row) for row in await tx.connection.execute(query)]


async def find_by_external_id(tx: Transaction, external_id: str, *, application_id: int | None) -> int | None:
    """Find the id of the application's project with this external id."""
    query = sa.select(PROJECTS.c.id).where(
        PROJECTS.c.application_id == application_id, PROJECTS.c.external_id == external_id
    )
    found: int | None = await tx.connection.scalar(query)
    return found


async def update_project(tx: Transaction, project_id: int, values: Mapping[str, Any]) -> Project:
    """Update columns of a project that the transaction has locked; `updated` is now unless it is given.

    Changed fields must be encoded by `field_values`. The message of a hold ends with the hold.
    """
    ended = {"hold_message": None} if values.get("hold", HoldReason.STAFF) is not HoldReason.STAFF else {}
    statement = sa.update(PROJECTS).where(PROJECTS.c.id == project_id)
    statement = statement.values({"updated": tx.now, **values, **ended})
    return _project((await tx.connection.execute(statement.returning(*_COLUMNS))).one())


async def delete_project(tx: Transaction, project_id: int) -> None:
    """Delete a project with the rows of its files, translations and segments."""
    await tx.connection.execute(sa.delete(PROJECTS).where(PROJECTS.c.id == project_id))


async def list_projects(tx: Transaction, criteria: ProjectFilter) -> Sequence[Project]:
    """List projects that meet the criteria, in their order; equal and null values by id."""
    few = await _find_few(tx, criteria)
    folded = fold_title(criteria.title or criteria.search or "")
    if folded:
        return await _search(tx, criteria, folded, few)
    if is_limited_to_open(criteria):
        return await _list_open(tx, criteria, few)
    if criteria.offset > _NEAR:
        return await _list_far(tx, criteria, few)
    query = _select(tx, criteria, few).limit(criteria.limit).offset(criteria.offset)
    return [_project(row) for row in await tx.connection.execute(query)]


async def _find_few(tx: Transaction, criteria: ProjectFilter) -> _Ids:
    """Find the projects with a file into a language, where they are few: a list has them far apart."""
    if criteria.target_language is None:
        return None
    into = PROJECT_TRANSLATIONS.c
    query = sa.select(into.project_id).where(into.target_language == criteria.target_language)
    account_id = tx.account if isinstance(tx.account, int) else criteria.account_id
    if account_id is not None:
        query = query.where(into.account_id == account_id)
    found = (await tx.connection.execute(query.limit(_RARE + 1))).scalars().all()
    return None if len(found) > _RARE else sorted(set(found))


async def _list_far(tx: Transaction, criteria: ProjectFilter, few: _Ids) -> Sequence[Project]:
    """Pass over the rows before the page in an index, and read the rows of that page only."""
    chosen = _select(tx, criteria, few).with_only_columns(PROJECTS.c.id)
    rows = await tx.connection.execute(chosen.limit(criteria.limit).offset(criteria.offset))
    return await _read_in_order(tx, list(rows.scalars()))


async def _list_open(tx: Transaction, criteria: ProjectFilter, few: _Ids) -> Sequence[Project]:
    """Choose the page in the index of open projects, and read the rows of that page only."""
    chosen = sa.select(_OPEN.c.id).where(
        *_conditions(criteria, _OPEN.c, few), *open_conditions(tx, criteria, _OPEN)
    )
    chosen = chosen.order_by(*_order(criteria, _OPEN.c)).limit(criteria.limit).offset(criteria.offset)
    return await _read_in_order(tx, list((await tx.connection.execute(chosen)).scalars()))


async def _read_in_order(tx: Transaction, ids: Sequence[int]) -> Sequence[Project]:
    found = {one.id: one for one in await find_projects(tx, ids)}
    return [found[id_] for id_ in ids if id_ in found]  # a draft may be deleted meanwhile


async def _search(tx: Transaction, criteria: ProjectFilter, folded: str, few: _Ids) -> Sequence[Project]:
    """Search titles: first the beginning of the list, which has common substrings; then by the index."""
    others = [] if criteria.search is None else await _find_named(tx, criteria)
    part = _select(tx, criteria, few).limit(_PART).subquery()
    met = sa.select(part).where(_has_title(part.c, folded, others))
    met = met.order_by(*_order(criteria, part.c)).limit(criteria.limit).offset(criteria.offset)
    rows = (await tx.connection.execute(met)).all()
    if len(rows) < criteria.limit:
        query = _select(tx, criteria, few).where(await _title_condition(tx, criteria, folded, others))
        rows = (await tx.connection.execute(query.limit(criteria.limit).offset(criteria.offset))).all()
    return [_project(row) for row in rows]


async def _find_named(tx: Transaction, criteria: ProjectFilter) -> list[int]:
    """Find the projects whose external id, or id, is the text of the search."""
    wanted = (criteria.search or "").strip()
    query = sa.select(PROJECTS.c.id).where(PROJECTS.c.external_id == wanted)
    if criteria.account_id is not None:
        query = query.where(PROJECTS.c.account_id == criteria.account_id)
    found = list((await tx.connection.execute(query.limit(_FEW))).scalars())
    if wanted.isascii() and wanted.isdigit() and int(wanted) <= _LARGEST_ID:
        found.append(int(wanted))
    return found


def _has_title(columns: Any, folded: str, others: Sequence[int]) -> sa.ColumnElement[bool]:
    has_title = sa.func.strpos(columns.title_folded, folded) > 0
    return sa.or_(has_title, columns.id == sa.any_(_ids(others))) if others else has_title


async def _title_condition(
    tx: Transaction, criteria: ProjectFilter, folded: str, others: Sequence[int]
) -> sa.ColumnElement[bool]:
    """Make the condition on titles: by ids where few titles match."""
    parameters = {"account_id": criteria.account_id, "grams": search_grams(folded), "folded": folded}
    found = list((await tx.connection.execute(_TITLES, {**parameters, "most": _FEW + 1})).scalars())
    if len(found) <= _FEW:
        return PROJECTS.c.id == sa.any_(_ids([*found, *others]))
    return _has_title(PROJECTS.c, folded, others)


def _ids(given: Sequence[int]) -> sa.ColumnElement[Any]:
    return sa.cast(list(given), postgresql.ARRAY(sa.Integer))


def _select(tx: Transaction, criteria: ProjectFilter, few: _Ids) -> sa.Select[Any]:
    """Select the projects of a list in its order, with their folded titles where these are searched."""
    has_text = criteria.title or criteria.search
    columns = [*_COLUMNS, PROJECTS.c.title_folded] if has_text else _COLUMNS
    query = sa.select(*columns).where(*_conditions(criteria, PROJECTS.c, few))
    if is_limited_to_open(criteria):
        query = query.where(
            PROJECTS.c.id.in_(sa.select(_OPEN.c.id).where(*open_conditions(tx, criteria, _OPEN)))
        )
    return query.order_by(*_order(criteria, PROJECTS.c))


def _conditions(criteria: ProjectFilter, columns: Any, few: _Ids) -> Sequence[sa.ColumnElement[bool]]:
    equal = {
        columns.account_id: criteria.account_id,
        columns.status: criteria.status,
        columns.hold: criteria.hold,
        columns.external_id: criteria.external_id,
        columns.purchase_order_number: criteria.purchase_order_number,
    }
    after = {
        columns.created: criteria.created_after,
        columns.updated: criteria.updated_after,
        columns.finished: criteria.finished_after,
    }
    conditions = [
        *(column == value for column, value in equal.items() if value is not None),
        *(column > value for column, value in after.items() if value is not None),
    ]
    if criteria.created_before is not None:
        conditions.append(columns.created < criteria.created_before)
    if few is not None:
        conditions.append(columns.id == sa.any_(_ids(few)))
    elif criteria.target_language is not None:
        conditions.append(_has_language(columns, criteria.target_language))
    return conditions


def _has_language(columns: Any, language: str) -> sa.ColumnElement[bool]:
    """Make the condition that a file goes into a language; each project looks at its own translations."""
    into = PROJECT_TRANSLATIONS.c
    return sa.exists().where(into.project_id == columns.id, into.target_language == language)


def _order(criteria: ProjectFilter, columns: Any) -> Sequence[sa.ColumnElement[Any]]:
    """Order as an index does, forwards or backwards."""
    column, last = columns[criteria.sort], columns["id"]
    if criteria.sort == "id":
        return [last.desc() if criteria.descending else last]
    if criteria.sort == "status":  # its index has the newest first
        return [column.desc(), last] if criteria.descending else [column, last.desc()]
    return [column.desc(), last.desc()] if criteria.descending else [column, last]


def field_values(*, given: Fields, fields: Fields) -> dict[str, Any]:
    """Make the columns of a project's fields, without `deadline`: staff may set another one."""
    stored = {name: value for name, value in _plain(given).items() if value is not None and name not in _OWN}
    if given.deadline is not None:
        stored["deadline"] = given.deadline.isoformat()
    merged = {name: value for name, value in _plain(fields).items() if name != "deadline"}
    folded = fold_title(fields.title or "")
    return {**merged, "given": stored, "title_folded": folded, "title_grams": title_grams(folded)}


def _plain(fields: Fields) -> dict[str, Any]:
    return {one.name: getattr(fields, one.name) for one in dataclasses.fields(fields)}


def _project(row: Any) -> Project:
    columns = row._asdict()  # a look-up for each field, not a search for its column: lists have many rows
    stored = dict(columns["given"])
    if stored.get("deadline") is not None:
        stored["deadline"] = datetime.fromisoformat(stored["deadline"])
    values = {name: columns[name] for name in _SAME}
    values["status"] = ProjectStatus(row.status)
    values["hold"] = None if row.hold is None else HoldReason(row.hold)
    values["deadline_set_by"] = None if row.deadline_set_by is None else Setter(row.deadline_set_by)
    return Project(
        **values,
        given=Fields(**stored, **{name: columns[name] for name in _OWN}),
        fields=Fields(**{name: columns[name] for name in _FIELDS}),
    )
