"""The types of reference data, each with its table and the way between its rows and its values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, Generic, TypeVar

import sqlalchemy as sa

from dragoman.analysis.model import Band, Weights
from dragoman.catalog.model import (
    InvoicingAccount,
    Language,
    ReferenceItem,
    Service,
    ServiceKind,
    Template,
    WorkArea,
)
from dragoman.catalog.tables import INVOICING_ACCOUNTS, LANGUAGES, PROJECT_TEMPLATES, SERVICES, WORK_AREAS

Item = TypeVar("Item", bound=ReferenceItem)
Columns = Mapping[str, Any]  # values of a row by the names of its columns
Row = Mapping[Any, Any]  # the same, with the type of keys that SQLAlchemy gives it


def _write_columns(item: ReferenceItem) -> Columns:
    return {name: value for name, value in asdict(item).items() if name != "id"}


def _unique_name(item: ReferenceItem) -> Mapping[str, str]:
    return {"name": item.name}


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceType(Generic[Item]):
    """A type of reference data. Its values have the same names as its columns."""

    name: str  # in the audit log: `service:3`
    title: str  # for people, after "a" or "no"
    table: sa.Table
    read: Callable[[Row], Item]
    write: Callable[[Item], Columns] = _write_columns  # without the id, which the database gives
    account_of: Callable[[Item], int | None]  # None: it is everybody's
    unique: Callable[[Item], Mapping[str, str]] = _unique_name  # columns of which no two may be the same
    default_column: str | None = None  # of accounts' defaults that name one

    @property
    def owned(self) -> bool:
        """Whether rows belong to accounts; those of account null are everybody's."""
        return "account_id" in self.table.c


def _read_service(columns: Row) -> Service:
    weights = {Band(band): percent for band, percent in columns["weights"].items()}
    kind = ServiceKind(columns["kind"])
    return Service(**{**columns, "kind": kind, "weights": Weights(percent=weights)})


def _write_service(service: Service) -> Columns:
    weights = {band.value: percent for band, percent in service.weights.percent.items()}
    return {**_write_columns(service), "weights": weights}


def _read_template(columns: Row) -> Template:
    return Template(**{**columns, "target_languages": tuple(columns["target_languages"])})


def _write_template(template: Template) -> Columns:
    return {**_write_columns(template), "target_languages": list(template.target_languages)}


LANGUAGE: Final = ReferenceType(
    name="language",
    title="language",
    table=LANGUAGES,
    read=lambda columns: Language(**columns),
    account_of=lambda _: None,
    unique=lambda language: {"name": language.name, "code": language.code},
)
WORK_AREA: Final = ReferenceType(
    name="work_area",
    title="work area",
    table=WORK_AREAS,
    read=lambda columns: WorkArea(**columns),
    account_of=lambda area: area.account_id,
    default_column="work_area_id",
)
SERVICE: Final = ReferenceType(
    name="service",
    title="service",
    table=SERVICES,
    read=_read_service,
    write=_write_service,
    account_of=lambda service: service.account_id,
)
INVOICING_ACCOUNT: Final = ReferenceType(
    name="invoicing_account",
    title="invoicing account",
    table=INVOICING_ACCOUNTS,
    read=lambda columns: InvoicingAccount(**columns),
    account_of=lambda account: account.account_id,
    default_column="invoicing_account_id",
)
TEMPLATE: Final = ReferenceType(
    name="project_template",
    title="project template",
    table=PROJECT_TEMPLATES,
    read=_read_template,
    write=_write_template,
    account_of=lambda template: template.account_id,
)
