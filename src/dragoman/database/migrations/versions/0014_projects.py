"""Translation projects: orders, files, translations, segments."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from dragoman.database.migrations.policies import OWNER, grant_function, isolate_by_account

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

_STATUSES = "status in ('Draft', 'Active', 'Finished', 'Cancelled')"

# What lists of projects are filtered or sorted by.
_ORDERS = {
    "created": "created",
    "updated": "updated",
    "finished": "finished",
    "deadline": "deadline",
    "title": "title",
    "external": "external_id",
    "order": "purchase_order_number",
}

_TITLES_SIGNATURE = "find_project_titles(integer, integer[], text, integer)"

# As the owner, because row-level security keeps the planner from an index whose operator may leak: see 0008.
_TITLES = """
create function find_project_titles(p_account_id integer, p_grams integer[], p_folded text, p_most integer)
returns setof integer language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $$
begin
  return query select id from projects
    where title_grams @> p_grams and strpos(title_folded, p_folded) > 0
      and (p_account_id is null or account_id = p_account_id) and dragoman_sees(account_id)
    limit p_most;
end
$$
"""


def upgrade() -> None:
    """Make the tables, isolated by account."""
    _create_projects()
    _create_files()
    _create_translations()
    _create_segments()
    for table in ("projects", "project_files", "project_translations", "project_segments"):
        isolate_by_account(table)
    op.execute(f"create policy functions_read on projects for select to {OWNER} using (true)")
    op.execute(_TITLES)
    grant_function(_TITLES_SIGNATURE)


def _create_projects() -> None:
    op.create_table(
        "projects",
        sa.Column("id", sa.Integer, sa.Identity(always=True), primary_key=True),
        sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("application_id", sa.Integer, sa.ForeignKey("applications.id")),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("hold", sa.Text),
        sa.Column("given", postgresql.JSONB, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("title_folded", sa.Text, nullable=False),
        sa.Column("title_grams", postgresql.ARRAY(sa.Integer), nullable=False),
        sa.Column("briefing", sa.Text),
        sa.Column("briefing_for_experts", sa.Text),
        sa.Column("purchase_order_number", sa.Text),
        sa.Column("external_id", sa.Text),
        sa.Column("metadata", sa.Text),
        sa.Column("template_id", sa.Integer, sa.ForeignKey("project_templates.id")),
        sa.Column("service_id", sa.Integer, sa.ForeignKey("services.id"), nullable=False),
        sa.Column("use_memory", sa.Boolean),
        sa.Column("memory_id", sa.Integer),
        sa.Column("memory_set_id", sa.Integer),
        sa.Column("memory_set_version", sa.Integer),
        sa.Column("term_base_id", sa.Integer),
        sa.Column("term_base_version", sa.Integer),
        sa.Column("invoicing_account_id", sa.Integer, sa.ForeignKey("invoicing_accounts.id")),
        sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id")),
        sa.Column("work_area_id", sa.Integer, sa.ForeignKey("work_areas.id")),
        sa.Column("deadline", sa.DateTime(timezone=True)),
        sa.Column("deadline_set_by", sa.Text),
        sa.Column("deadline_confirmed", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.Column("starts_at", sa.DateTime(timezone=True)),
        sa.Column("start_requested", sa.DateTime(timezone=True)),
        sa.Column("started", sa.DateTime(timezone=True)),
        sa.Column("finished", sa.DateTime(timezone=True)),
        sa.Column("cancelled", sa.DateTime(timezone=True)),
        sa.Column("cancel_reason", sa.Text),
        sa.Column("price", sa.Numeric(14, 2)),
        sa.Column("currency", sa.Text),
        sa.CheckConstraint(_STATUSES, name="status"),
    )
    op.create_index("projects_account_idx", "projects", ["account_id", sa.text("id desc")])
    op.create_index("projects_status_idx", "projects", ["account_id", "status", sa.text("id desc")])
    for name, column in _ORDERS.items():
        op.create_index(f"projects_{name}_idx", "projects", ["account_id", column, "id"])
    # For staff, who see all accounts.
    op.create_index("projects_every_status_idx", "projects", ["status", sa.text("id desc")])
    op.create_index("projects_every_deadline_idx", "projects", ["deadline", "id"])
    op.create_index("projects_every_updated_idx", "projects", ["updated", "id"])
    op.create_index("projects_grams_idx", "projects", ["title_grams"], postgresql_using="gin")
    op.create_index("projects_external_key", "projects", ["application_id", "external_id"], unique=True)
    op.create_index(
        "projects_starts_idx",
        "projects",
        ["starts_at"],
        postgresql_where=sa.text("status = 'Draft' and starts_at is not null"),
    )


def _create_files() -> None:
    op.create_table(
        "project_files",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("project_id", sa.Integer, sa.ForeignKey("projects.id", ondelete="CASCADE"), nullable=False),
        sa.Column("application_id", sa.Integer, sa.ForeignKey("applications.id")),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("size", sa.BigInteger, nullable=False),
        sa.Column("reference", sa.Boolean, nullable=False),
        sa.Column("source_language", sa.Text),
        sa.Column("format", sa.Text),
        sa.Column("key", sa.LargeBinary, nullable=False),
        sa.Column("callback_url", sa.LargeBinary),
        sa.Column("analysis", sa.Text, nullable=False),
        sa.Column("runs", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("failure", postgresql.JSONB),
        sa.Column("words", sa.Integer),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("analysis in ('waiting', 'done', 'failed', 'none')", name="analysis"),
    )
    op.create_index("project_files_project_idx", "project_files", ["project_id"])
    op.create_index(
        "project_files_account_idx", "project_files", ["account_id", sa.text("created desc"), "id"]
    )


def _create_translations() -> None:
    op.create_table(
        "project_translations",
        sa.Column("id", sa.Integer, sa.Identity(always=True), primary_key=True),
        sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("project_id", sa.Integer, sa.ForeignKey("projects.id", ondelete="CASCADE"), nullable=False),
        sa.Column("file_id", sa.Uuid, sa.ForeignKey("project_files.id", ondelete="CASCADE"), nullable=False),
        sa.Column("target_language", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("stage", sa.Text, nullable=False),
        sa.Column("run", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("tries", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("progress", sa.Double, nullable=False, server_default=sa.text("0")),
        sa.Column("bands", postgresql.JSONB),
        sa.Column("words", sa.Integer),
        sa.Column("weighted", sa.Numeric(14, 2)),
        sa.Column("quality", postgresql.JSONB),
        sa.Column("failure", postgresql.JSONB),
        sa.Column("result_id", sa.Uuid),
        sa.Column("result_name", sa.Text),
        sa.Column("result_size", sa.BigInteger),
        sa.Column("delivered_by", sa.Text),
        sa.Column("override_reason", sa.Text),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started", sa.DateTime(timezone=True)),
        sa.Column("finished", sa.DateTime(timezone=True)),
        sa.UniqueConstraint("file_id", "target_language", name="project_translations_language_key"),
        sa.CheckConstraint(_STATUSES, name="status"),
        sa.CheckConstraint(
            "stage in ('waiting', 'preparing', 'open', 'delivering', 'done', 'failed')", name="stage"
        ),
    )
    op.create_index("project_translations_project_idx", "project_translations", ["project_id"])
    op.create_index(
        "project_translations_result_idx",
        "project_translations",
        ["result_id"],
        unique=True,
        postgresql_where=sa.text("result_id is not null"),
    )


def _create_segments() -> None:
    op.create_table(
        "project_segments",
        sa.Column(
            "translation_id",
            sa.Integer,
            sa.ForeignKey("project_translations.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("unit", sa.Text, nullable=False),
        sa.Column("part", sa.Integer),
        sa.Column("key", sa.Text),
        sa.Column("note", sa.Text),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("target", sa.Text),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("origin", sa.Text),
        sa.Column("score", sa.SmallInteger),
        sa.Column("previous", sa.Text, nullable=False),
        sa.Column("next", sa.Text, nullable=False),
        sa.Column("changed", sa.DateTime(timezone=True)),
        sa.CheckConstraint("state in ('new', 'pretranslated', 'translated', 'confirmed')", name="state"),
    )


def downgrade() -> None:
    """Take it all back."""
    op.execute(f"drop function {_TITLES_SIGNATURE}")
    for table in ("project_segments", "project_translations", "project_files", "projects"):
        op.drop_table(table)
