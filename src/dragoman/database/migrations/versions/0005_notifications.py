"""Notifications, their tries, what is known of receivers, and the keys of the service's own signatures."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from dragoman.database.migrations.policies import grant, isolate_by_account

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables, and let an application's old webhook secret be kept for a while."""
    op.add_column("applications", sa.Column("webhook_secret_old", sa.LargeBinary))
    op.add_column("applications", sa.Column("webhook_secret_old_until", sa.DateTime(timezone=True)))
    _create_notifications()
    _create_tries()
    op.create_table(
        "notification_receivers",
        sa.Column("receiver", sa.LargeBinary, primary_key=True),
        sa.Column("allowed", sa.Integer, nullable=False),
        sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
        prefixes=["UNLOGGED"],
    )
    grant("notification_receivers")
    op.execute("alter table notification_receivers set (fillfactor = 50)")  # its rows change at every try
    op.create_table(
        "webhook_keys",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("private_key", sa.LargeBinary, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("retires", sa.DateTime(timezone=True)),
    )
    grant("webhook_keys")


def downgrade() -> None:
    """Take it all back."""
    for table in ("webhook_keys", "notification_receivers", "notification_tries", "notifications"):
        op.drop_table(table)
    op.drop_column("applications", "webhook_secret_old_until")
    op.drop_column("applications", "webhook_secret_old")


def _create_notifications() -> None:
    op.create_table(
        "notifications",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("application_id", sa.Integer, sa.ForeignKey("applications.id"), nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False, index=True),
        sa.Column("url", sa.LargeBinary, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("receiver", sa.LargeBinary, nullable=False),
        sa.Column("delays", sa.ARRAY(sa.Double), nullable=False),
        sa.Column("scheduled", sa.DateTime(timezone=True), nullable=False),
        sa.Column("step", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("tries", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("next_try", sa.DateTime(timezone=True)),
        sa.Column("claimed_until", sa.DateTime(timezone=True)),
        sa.Column("waiting", sa.Boolean, nullable=False, server_default=sa.text("false")),
        sa.Column("finished", sa.DateTime(timezone=True)),
        sa.CheckConstraint("status in ('pending', 'delivered', 'gone', 'dead')", name="status"),
        sa.CheckConstraint("(status = 'pending') = (next_try is not null)", name="next_try"),
        sa.CheckConstraint("(status = 'pending') = (finished is null)", name="finished"),
    )
    for name, column, condition in (
        ("notifications_busy_idx", "receiver", "claimed_until is not null or waiting"),
        ("notifications_pending_idx", "next_try", "status = 'pending'"),
        ("notifications_finished_idx", "finished", "finished is not null"),
    ):
        op.create_index(name, "notifications", [column], postgresql_where=sa.text(condition))
    isolate_by_account("notifications")


def _create_tries() -> None:
    op.create_table(
        "notification_tries",
        sa.Column(
            "notification_id",
            sa.Uuid,
            sa.ForeignKey("notifications.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("account_id", sa.Integer, nullable=False),
        sa.Column("started", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seconds", sa.Double),
        sa.Column("answer", sa.Integer),
        sa.Column("failure", sa.Text),
        sa.Column("response", sa.LargeBinary),
    )
    isolate_by_account("notification_tries")
