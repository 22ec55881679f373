"""The tables of notifications, tries and receivers. `store` has the statements on them.

What a notification says and where it goes are customers' data: both are wrapped before they come here.
"""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from dragoman.database.metadata import METADATA
from dragoman.notifications.model import NotificationStatus

NOTIFICATIONS: Final = sa.Table(
    "notifications",
    METADATA,
    sa.Column("id", sa.Uuid, primary_key=True),
    sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("application_id", sa.Integer, sa.ForeignKey("applications.id"), nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("subject", sa.Text, nullable=False, index=True),
    sa.Column("url", sa.LargeBinary, nullable=False),  # wrapped by a master key, like the body
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.Column("receiver", sa.LargeBinary, nullable=False),  # a keyed hash of scheme, host and port
    sa.Column("delays", postgresql.ARRAY(sa.Double), nullable=False),  # seconds after `scheduled`
    sa.Column("scheduled", sa.DateTime(timezone=True), nullable=False),  # the event, or its replay
    sa.Column("step", sa.Integer, nullable=False, server_default=sa.text("0")),  # of `delays`, tried next
    sa.Column("tries", sa.Integer, nullable=False, server_default=sa.text("0")),  # begun so far
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    sa.Column("next_try", sa.DateTime(timezone=True)),
    sa.Column("claimed_until", sa.DateTime(timezone=True)),  # a try is under way, or its process died
    # Due, but its receiver has as many deliveries under way as it may: one that ends will give it a job.
    sa.Column("waiting", sa.Boolean, nullable=False, server_default=sa.text("false")),
    sa.Column("finished", sa.DateTime(timezone=True)),
    sa.CheckConstraint("status in ('pending', 'delivered', 'gone', 'dead')", name="status"),
    sa.CheckConstraint("(status = 'pending') = (next_try is not null)", name="next_try"),
    sa.CheckConstraint("(status = 'pending') = (finished is null)", name="finished"),
)
_N: Final = NOTIFICATIONS.c
_BUSY: Final = sa.text("claimed_until is not null or waiting")
sa.Index("notifications_account_idx", _N.account_id, _N.created, _N.id)
sa.Index("notifications_created_idx", _N.created, _N.id)
sa.Index("notifications_application_idx", _N.application_id, _N.created, _N.id)
sa.Index(
    "notifications_open_idx",
    _N.status,
    _N.account_id,
    _N.created,
    postgresql_where=sa.text("status in ('pending', 'dead', 'gone')"),
)
sa.Index("notifications_busy_idx", _N.receiver, postgresql_where=_BUSY)
sa.Index(
    "notifications_pending_idx", _N.next_try, postgresql_where=_N.status == NotificationStatus.PENDING.value
)
sa.Index("notifications_finished_idx", _N.finished, postgresql_where=_N.finished.is_not(None))

TRIES: Final = sa.Table(
    "notification_tries",
    METADATA,
    sa.Column(
        "notification_id", sa.Uuid, sa.ForeignKey("notifications.id", ondelete="CASCADE"), primary_key=True
    ),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("account_id", sa.Integer, nullable=False),
    sa.Column("started", sa.DateTime(timezone=True), nullable=False),
    sa.Column("seconds", sa.Double),
    sa.Column("answer", sa.Integer),  # HTTP status
    sa.Column("failure", sa.Text),
    sa.Column("response", sa.LargeBinary),  # wrapped: receivers may repeat what they got
    sa.Column("headers", sa.LargeBinary),  # wrapped: a signature lets guesses of a body be checked
)

# Unlogged: after a crash of the server every receiver starts afresh.
RECEIVERS: Final = sa.Table(
    "notification_receivers",
    METADATA,
    sa.Column("receiver", sa.LargeBinary, primary_key=True),
    sa.Column("allowed", sa.Integer, nullable=False),  # deliveries under way at once
    sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
    prefixes=["UNLOGGED"],
)
