"""Messages that wait for the mail server; passkeys, and people of the company's identity provider."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from dragoman.database.migrations.policies import grant, isolate_by

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

_EVERY_ACCOUNT = "current_setting('dragoman.account', true) = '*'"
# A user's row is seen by who sees the account.
_OWN_USER = "exists (select from users u where u.id = user_id)"


def upgrade() -> None:
    """Add the tables."""
    _add_mails()
    _add_passkeys()
    _add_openid()


def _add_mails() -> None:
    """Any transaction adds a message; only those that see every account read it."""
    op.create_table(
        "mails",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("draft", sa.LargeBinary, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False, index=True),
        sa.Column("expires", sa.DateTime(timezone=True)),
        sa.Column("delays", postgresql.ARRAY(sa.Double), nullable=False),
        sa.Column("step", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("tries", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("claimed_until", sa.DateTime(timezone=True)),
    )
    isolate_by("mails", condition=_EVERY_ACCOUNT, check="true")


def _add_passkeys() -> None:
    op.create_table(
        "passkeys",
        sa.Column("id", sa.Integer, sa.Identity(always=True), primary_key=True),
        sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), nullable=False, index=True),
        sa.Column("credential_id", sa.LargeBinary, nullable=False, unique=True),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("user_handle", sa.LargeBinary, nullable=False),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("transports", postgresql.ARRAY(sa.Text), nullable=False),
        sa.Column("backed_up", sa.Boolean, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_used", sa.DateTime(timezone=True)),
    )
    isolate_by("passkeys", condition=_OWN_USER)
    # Unlogged, as a challenge lives for minutes. Found only by the secret of its browser.
    op.create_table(
        "passkey_challenges",
        sa.Column("token_hash", sa.LargeBinary, primary_key=True),
        sa.Column("purpose", sa.Text, nullable=False),
        sa.Column("challenge", sa.LargeBinary, nullable=False),
        sa.Column("user_id", sa.Integer),
        sa.Column("user_handle", sa.LargeBinary),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False, index=True),
        sa.CheckConstraint("purpose in ('register', 'sign_in')", name="purpose"),
        sa.CheckConstraint("(purpose = 'register') = (user_id is not null)", name="user"),
        prefixes=["UNLOGGED"],
    )
    grant("passkey_challenges")


def _add_openid() -> None:
    op.create_table(
        "openid_identities",
        sa.Column("issuer", sa.Text, primary_key=True),
        sa.Column("subject", sa.Text, primary_key=True),
        sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_used", sa.DateTime(timezone=True), nullable=False),
        sa.UniqueConstraint("user_id", "issuer"),
    )
    isolate_by("openid_identities", condition=_OWN_USER)
    op.create_table(
        "openid_states",
        sa.Column("state_hash", sa.LargeBinary, primary_key=True),
        sa.Column("browser_hash", sa.LargeBinary, nullable=False),
        sa.Column("issuer", sa.Text, nullable=False),
        sa.Column("redirect_uri", sa.Text, nullable=False),
        sa.Column("nonce", sa.Text, nullable=False),
        sa.Column("code_verifier", sa.Text, nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False, index=True),
        prefixes=["UNLOGGED"],
    )
    grant("openid_states")


def downgrade() -> None:
    """Drop them."""
    for table in ("openid_states", "openid_identities", "passkey_challenges", "passkeys", "mails"):
        op.drop_table(table)
