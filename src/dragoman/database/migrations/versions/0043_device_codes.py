"""Codes by which a person lets a command line act for an account (RFC 8628)."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from dragoman.database.migrations.policies import isolate_by_account

revision = "0043"
down_revision = "0042"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table. A code that nobody has approved has no account yet."""
    op.create_table(
        "device_codes",
        sa.Column("id", sa.BigInteger, sa.Identity(always=True), primary_key=True),
        sa.Column("device_code_hash", sa.LargeBinary, nullable=False, unique=True),
        sa.Column("user_code_hash", sa.LargeBinary, nullable=False, unique=True),
        sa.Column("scopes", postgresql.ARRAY(sa.Text), nullable=False),
        sa.Column("device_name", sa.Text, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False, index=True),
        sa.Column("interval", sa.Integer, nullable=False),
        sa.Column("polled", sa.DateTime(timezone=True)),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id")),
        sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id")),
        sa.Column("granted", postgresql.ARRAY(sa.Text)),
        sa.Column("role", sa.Text),
        sa.CheckConstraint("state in ('pending', 'approved', 'denied')", name="device_codes_state_check"),
        sa.CheckConstraint(
            "state <> 'approved' or (account_id, user_id, granted) is not null",
            name="device_codes_approved_check",
        ),
        prefixes=["UNLOGGED"],
    )
    isolate_by_account("device_codes")


def downgrade() -> None:
    """Drop it."""
    op.drop_table("device_codes")
