"""Term bases: concepts in all their versions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from dragoman.database.migrations.policies import OWNER, grant_function, isolate_by_account

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

_CURRENT_SIGNATURE = "current_term_bases(integer)"

# Asked before every translation, as a statement by itself: see `termbases.glossary_cache`.
_CURRENT = """
create function current_term_bases(p_account_id integer)
returns table (id integer, version integer)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select b.id, b.version from term_bases b
  where b.account_id = p_account_id and b.use_for_translation and b.disabled is null and b.concepts > 0
  order by b.id
$$
"""


def upgrade() -> None:
    """Make the tables, isolated by account, and the function."""
    _create_bases()
    _create_versions()
    _create_concepts()
    op.execute(f"create policy functions_read on term_bases for select to {OWNER} using (true)")
    op.execute(_CURRENT)
    grant_function(_CURRENT_SIGNATURE)


def _create_bases() -> None:
    op.create_table(
        "term_bases",
        sa.Column("id", sa.Integer, sa.Identity(always=True), primary_key=True),
        sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("use_for_translation", sa.Boolean, nullable=False),
        sa.Column("version", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("concepts", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("last_number", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("disabled", sa.DateTime(timezone=True)),
    )
    isolate_by_account("term_bases")


def _create_versions() -> None:
    op.create_table(
        "term_base_versions",
        sa.Column(
            "term_base_id",
            sa.Integer,
            sa.ForeignKey("term_bases.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("added", sa.Integer, nullable=False),
        sa.Column("changed", sa.Integer, nullable=False),
        sa.Column("removed", sa.Integer, nullable=False),
    )
    isolate_by_account("term_base_versions", verbs=("select", "insert"))


def _create_concepts() -> None:
    op.create_table(
        "term_concepts",
        sa.Column("id", sa.BigInteger, sa.Identity(always=True), primary_key=True),
        sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column(
            "term_base_id", sa.Integer, sa.ForeignKey("term_bases.id", ondelete="CASCADE"), nullable=False
        ),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("since", sa.Integer, nullable=False),
        sa.Column("until", sa.Integer),
        sa.Column("body", postgresql.JSONB, nullable=False),
        sa.Column("folded", sa.Text, nullable=False),
        sa.Column("names", postgresql.ARRAY(sa.Text), nullable=False),
    )
    op.create_index(
        "term_concepts_number_key", "term_concepts", ["term_base_id", "number", "since"], unique=True
    )
    current = sa.text("until is null")
    op.create_index(
        "term_concepts_current_idx",
        "term_concepts",
        ["term_base_id", "number"],
        unique=True,
        postgresql_where=current,
    )
    op.create_index(
        "term_concepts_key_idx",
        "term_concepts",
        ["term_base_id", "key"],
        unique=True,
        postgresql_where=current,
    )
    isolate_by_account("term_concepts")


def downgrade() -> None:
    """Take it all back."""
    op.execute(f"drop function {_CURRENT_SIGNATURE}")
    for table in ("term_concepts", "term_base_versions", "term_bases"):
        op.drop_table(table)
