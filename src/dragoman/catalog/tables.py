"""The tables of reference data. Rows without an account are for all; only the provider changes them."""

from __future__ import annotations

from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from dragoman.database.metadata import METADATA


def _account(*, nullable: bool) -> sa.Column[Any]:
    return sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=nullable, index=True)


def _id() -> sa.Column[Any]:
    return sa.Column("id", sa.Integer, sa.Identity(always=True), primary_key=True)


def _disabled() -> sa.Column[Any]:
    return sa.Column("disabled", sa.DateTime(timezone=True))


LANGUAGES: Final = sa.Table(
    "languages",
    METADATA,
    _id(),
    sa.Column("code", sa.Text, nullable=False, unique=True),
    sa.Column("name", sa.Text, nullable=False),
    _disabled(),
)

WORK_AREAS: Final = sa.Table(
    "work_areas",
    METADATA,
    _id(),
    _account(nullable=True),
    sa.Column("name", sa.Text, nullable=False),
    _disabled(),
)

SERVICES: Final = sa.Table(
    "services",
    METADATA,
    _id(),
    _account(nullable=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("currency", sa.Text, nullable=False),
    sa.Column("price_per_word", sa.Numeric(12, 6), nullable=False),
    sa.Column("weights", postgresql.JSONB, nullable=False),  # band → percent
    sa.Column("words_per_day", sa.Integer),
    sa.Column("auto_start_after", sa.Integer),
    _disabled(),
    sa.CheckConstraint("kind in ('machine', 'post-editing', 'human')", name="kind"),
)

INVOICING_ACCOUNTS: Final = sa.Table(
    "invoicing_accounts",
    METADATA,
    _id(),
    _account(nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("valid_until", sa.Date),
    _disabled(),
)

PROJECT_TEMPLATES: Final = sa.Table(
    "project_templates",
    METADATA,
    _id(),
    _account(nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("title", sa.Text),
    sa.Column("service_id", sa.Integer, sa.ForeignKey("services.id")),
    sa.Column("use_memory", sa.Boolean),
    sa.Column("memory_id", sa.Integer),  # without a foreign key: memories may be deleted
    sa.Column("memory_set_id", sa.Integer),
    sa.Column("memory_threshold", sa.SmallInteger),
    sa.Column("term_base_id", sa.Integer),
    sa.Column("style_id", sa.Integer),
    sa.Column("invoicing_account_id", sa.Integer, sa.ForeignKey("invoicing_accounts.id")),
    sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id")),
    sa.Column("work_area_id", sa.Integer, sa.ForeignKey("work_areas.id")),
    sa.Column("source_language", sa.Text),
    sa.Column("target_languages", postgresql.ARRAY(sa.Text), nullable=False),
    sa.Column("auto_start_after", sa.Integer),
    _disabled(),
)

ACCOUNT_DEFAULTS: Final = sa.Table(
    "account_defaults",
    METADATA,
    sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), primary_key=True),
    sa.Column("invoicing_account_id", sa.Integer, sa.ForeignKey("invoicing_accounts.id")),
    sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id")),
    sa.Column("work_area_id", sa.Integer, sa.ForeignKey("work_areas.id")),
    sa.Column("memory_threshold", sa.SmallInteger),
)

# Names are unique among the items of an account, and among those for all accounts.
for _table in (WORK_AREAS, SERVICES, INVOICING_ACCOUNTS, PROJECT_TEMPLATES):
    sa.Index(
        f"{_table.name}_name_key",
        _table.c.account_id,
        _table.c.name,
        unique=True,
        postgresql_nulls_not_distinct=True,
    )
