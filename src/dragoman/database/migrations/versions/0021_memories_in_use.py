"""Memories without units are not looked into: most accounts have no more than an empty one."""

from __future__ import annotations

from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

_HAS_UNITS = "and exists (select from memory_units u where u.memory_id = m.id)"


def _replace(condition: str) -> None:
    op.execute(
        f"""
        create or replace function find_serving_memories(p_account_id integer)
        returns table (memory_id integer, threshold integer) language sql stable
        security definer set search_path = pg_catalog, public, pg_temp as $$
          select m.id, d.memory_threshold
          from memories m left join account_defaults d on d.account_id = m.account_id
          where m.account_id = p_account_id and m.use_for_translation and m.disabled is null {condition}
          order by m."primary" desc, m.id
        $$
        """
    )


def upgrade() -> None:
    """Ask for units: one probe of an index for each memory."""
    _replace(_HAS_UNITS)


def downgrade() -> None:
    """Give all memories, as before."""
    _replace("")
