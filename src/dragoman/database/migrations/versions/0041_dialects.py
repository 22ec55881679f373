"""What clients of other services keep: dictionaries of term bases, transfers of memories, rule lists."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from dragoman.database.migrations.policies import isolate_by_account

revision = "0041"
down_revision = "0040"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "term_dictionaries",
        sa.Column(
            "term_base_id", sa.Integer, sa.ForeignKey("term_bases.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("source", sa.Text, primary_key=True),
        sa.Column("target", sa.Text, primary_key=True),
        sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("numbers", postgresql.ARRAY(sa.Integer), nullable=False),
    )
    isolate_by_account("term_dictionaries")
    op.create_table(
        "memory_transfers",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("is_import", sa.Boolean, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("file_name", sa.Text, nullable=False),
        sa.Column("content_type", sa.Text),
        sa.Column("size", sa.BigInteger),
        sa.Column("memory_id", sa.Integer),
        sa.Column("import_id", sa.Integer),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
    )
    isolate_by_account("memory_transfers")
    op.create_table(
        "style_rule_lists",
        sa.Column(
            "style_guide_id",
            sa.Integer,
            sa.ForeignKey("style_guides.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("rules", postgresql.JSONB, nullable=False),
        sa.Column("instructions", postgresql.JSONB, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
    )
    isolate_by_account("style_rule_lists")


def downgrade() -> None:
    """Drop them."""
    op.drop_table("style_rule_lists")
    op.drop_table("memory_transfers")
    op.drop_table("term_dictionaries")
