"""The things of the catalogue, each with its table and the way between its rows and its values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, Final, Generic, TypeVar

import sqlalchemy as sa

from dragoman.analysis.model import Band, Weights
from dragoman.catalog.model import InvoicingAccount, Language, Service, ServiceKind, Template, WorkArea
from dragoman.catalog.tables import INVOICING_ACCOUNTS, LANGUAGES, PROJECT_TEMPLATES, SERVICES, WORK_AREAS

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True, kw_only=True)
class Noun(Generic[Value]):
    """A thing of the catalogue. Its value has the same names as its columns."""

    word: str  # of the audit log: `service:3`
    title: str  # for people, after "a" or "no"
    table: sa.Table
    make: Callable[..., Value]
    owned: bool = True  # whether rows belong to accounts; those of account null are everybody's


def read_row(noun: Noun[Value], row: sa.Row[Any]) -> Value:
    """The value of a row."""
    values = dict(row._mapping)  # noqa: SLF001 - SQLAlchemy's name for it
    if "kind" in values:
        values["kind"] = ServiceKind(values["kind"])
    if "weights" in values:
        values["weights"] = Weights(
            percent={Band(band): percent for band, percent in values["weights"].items()}
        )
    if "target_languages" in values:
        values["target_languages"] = tuple(values["target_languages"])
    return noun.make(**values)


def write_values(value: Any) -> dict[str, Any]:
    """The columns of a value, without the id, which the database gives."""
    values = {field.name: getattr(value, field.name) for field in fields(value) if field.name != "id"}
    if "weights" in values:
        values["weights"] = {str(band): percent for band, percent in values["weights"].percent.items()}
    if "target_languages" in values:
        values["target_languages"] = list(values["target_languages"])
    return values


LANGUAGE: Final = Noun(
    word="language", title="language", table=LANGUAGES, make=Language, owned=False
)  # everybody's
WORK_AREA: Final = Noun(word="work_area", title="work area", table=WORK_AREAS, make=WorkArea)
SERVICE: Final = Noun(word="service", title="service", table=SERVICES, make=Service)
INVOICING_ACCOUNT: Final = Noun(
    word="invoicing_account", title="invoicing account", table=INVOICING_ACCOUNTS, make=InvoicingAccount
)
TEMPLATE: Final = Noun(
    word="project_template", title="project template", table=PROJECT_TEMPLATES, make=Template
)
