"""Whose rows a transaction sees, and that functions are not everybody's."""

from __future__ import annotations

from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add `dragoman_sees` and close the doors that PostgreSQL leaves open by default."""
    op.execute("alter default privileges revoke execute on functions from public")
    op.execute("grant usage on schema public to dragoman_app")
    # A reused connection answers '' for what a past transaction set, hence nullif; '*' is ALL_ACCOUNTS.
    # One plain expression, so that the planner puts it in place of the call.
    op.execute(
        """
        create function dragoman_sees(account integer) returns boolean language sql stable parallel safe as $$
          select current_setting('dragoman.account', true) = '*'
              or account = nullif(nullif(current_setting('dragoman.account', true), ''), '*')::integer
        $$
        """
    )
    op.execute("grant execute on function dragoman_sees(integer) to dragoman_app")
    op.execute("grant select on alembic_version to dragoman_app")


def downgrade() -> None:
    """Take it all back."""
    op.execute("revoke select on alembic_version from dragoman_app")
    op.execute("drop function dragoman_sees(integer)")
    op.execute("alter default privileges grant execute on functions to public")
