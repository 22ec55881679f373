"""Reference data: languages, work areas, services, invoicing accounts, templates; people with names."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from dragoman.database.migrations.catalog_seeds import LANGUAGES, SERVICES, WORK_AREAS
from dragoman.database.migrations.policies import grant, isolate_by, isolate_by_account

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables; a row without an account is everybody's to read and the provider's to change."""
    _create_languages()
    _create_generic()
    _create_invoicing_accounts()
    _name_users()
    _create_templates()
    _create_defaults()
    _fill()


def _name_once(table: str) -> None:
    """Names are unique within an account, and among the rows that belong to no account."""
    op.create_index(
        f"{table}_name_key", table, ["account_id", "name"], unique=True, postgresql_nulls_not_distinct=True
    )


def _create_languages() -> None:
    op.create_table(
        "languages",
        sa.Column("id", sa.Integer, sa.Identity(always=True), primary_key=True),
        sa.Column("code", sa.Text, nullable=False, unique=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("disabled", sa.DateTime(timezone=True)),
    )
    grant("languages", verbs=("select", "insert", "update"))


def _create_generic() -> None:
    op.create_table(
        "work_areas",
        sa.Column("id", sa.Integer, sa.Identity(always=True), primary_key=True),
        sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), index=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("disabled", sa.DateTime(timezone=True)),
    )
    op.create_table(
        "services",
        sa.Column("id", sa.Integer, sa.Identity(always=True), primary_key=True),
        sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), index=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("currency", sa.Text, nullable=False),
        sa.Column("price_per_word", sa.Numeric(12, 6), nullable=False),
        sa.Column("weights", postgresql.JSONB, nullable=False),
        sa.Column("words_per_day", sa.Integer),
        sa.Column("auto_start_after", sa.Integer),
        sa.Column("disabled", sa.DateTime(timezone=True)),
        sa.CheckConstraint("kind in ('machine', 'post-editing', 'human')", name="kind"),
    )
    for table in ("work_areas", "services"):
        _name_once(table)
        isolate_by(
            table,
            condition="account_id is null or dragoman_sees(account_id)",
            check="dragoman_sees(account_id)",
            verbs=("select", "insert", "update"),
        )


def _create_invoicing_accounts() -> None:
    op.create_table(
        "invoicing_accounts",
        sa.Column("id", sa.Integer, sa.Identity(always=True), primary_key=True),
        sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("valid_until", sa.Date),
        sa.Column("disabled", sa.DateTime(timezone=True)),
    )
    _name_once("invoicing_accounts")
    isolate_by_account("invoicing_accounts", verbs=("select", "insert", "update"))


def _name_users() -> None:
    """Give users names. Projects can name a user without a password, who cannot sign in."""
    for column in ("first_name", "last_name"):
        op.add_column("users", sa.Column(column, sa.Text, nullable=False, server_default=""))
    op.alter_column("users", "email", nullable=True)
    op.alter_column("users", "password_hash", nullable=True)


def _create_templates() -> None:
    op.create_table(
        "project_templates",
        sa.Column("id", sa.Integer, sa.Identity(always=True), primary_key=True),
        sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("title", sa.Text),
        sa.Column("service_id", sa.Integer, sa.ForeignKey("services.id")),
        sa.Column("use_memory", sa.Boolean),
        sa.Column("memory_id", sa.Integer),
        sa.Column("memory_set_id", sa.Integer),
        sa.Column("term_base_id", sa.Integer),
        sa.Column("invoicing_account_id", sa.Integer, sa.ForeignKey("invoicing_accounts.id")),
        sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id")),
        sa.Column("work_area_id", sa.Integer, sa.ForeignKey("work_areas.id")),
        sa.Column("source_language", sa.Text),
        sa.Column("target_languages", postgresql.ARRAY(sa.Text), nullable=False),
        sa.Column("auto_start_after", sa.Integer),
        sa.Column("disabled", sa.DateTime(timezone=True)),
    )
    _name_once("project_templates")
    isolate_by_account("project_templates", verbs=("select", "insert", "update"))


def _create_defaults() -> None:
    op.create_table(
        "account_defaults",
        sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("invoicing_account_id", sa.Integer, sa.ForeignKey("invoicing_accounts.id")),
        sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id")),
        sa.Column("work_area_id", sa.Integer, sa.ForeignKey("work_areas.id")),
    )
    isolate_by_account("account_defaults", verbs=("select", "insert", "update"))


def _fill() -> None:
    """Put in what is everybody's, and give accounts from before what new ones come with."""
    op.execute(_SEE.format("*"))
    languages = sa.table("languages", sa.column("code"), sa.column("name"))
    op.bulk_insert(languages, [{"code": code, "name": name} for code, name in LANGUAGES])
    op.bulk_insert(sa.table("work_areas", sa.column("name")), [{"name": name} for name in WORK_AREAS])
    columns = [
        sa.column(
            name, postgresql.JSONB if name == "weights" else sa.Numeric if name == "price_per_word" else None
        )
        for name in SERVICES[0]
    ]
    op.bulk_insert(sa.table("services", *columns), list(SERVICES))
    for statement in _FOR_OLD_ACCOUNTS:
        op.execute(statement)
    op.execute(_SEE.format(""))


_SEE = "select set_config('dragoman.account', '{}', true)"  # row-level security binds the owner, too

_FOR_OLD_ACCOUNTS = (
    "insert into invoicing_accounts (account_id, name) select id, name from accounts order by id",
    """
    insert into users (account_id, first_name, last_name, role, created)
    select id, 'Default', 'user', 'customer', clock_timestamp() from accounts order by id
    """,
    """
    insert into project_templates (account_id, name, service_id, target_languages)
    select a.id, 'Default', s.id, '{}'
    from accounts a cross join services s where s.kind = 'machine' order by a.id
    """,
    """
    insert into account_defaults (account_id, invoicing_account_id, user_id, work_area_id)
    select a.id, i.id, u.id, w.id
    from accounts a
    join invoicing_accounts i on i.account_id = a.id
    join users u on u.account_id = a.id and u.email is null
    cross join work_areas w where w.name = 'General'
    """,
)


def downgrade() -> None:
    """Take it all back. People without a password go: they could do nothing."""
    for table in (
        "account_defaults",
        "project_templates",
        "invoicing_accounts",
        "services",
        "work_areas",
        "languages",
    ):
        op.drop_table(table)
    op.execute(_SEE.format("*"))
    op.execute("delete from users where email is null or password_hash is null")
    op.execute(_SEE.format(""))
    op.alter_column("users", "password_hash", nullable=False)
    op.alter_column("users", "email", nullable=False)
    for column in ("first_name", "last_name"):
        op.drop_column("users", column)
