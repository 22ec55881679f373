"""Concepts that share a term are found by an index: the page of each concept shows them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from dragoman.database.migrations.policies import OWNER, grant_function

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None

_SIGNATURE = "find_term_namesakes(integer, text[], integer)"

# As the owner, because row-level security keeps the planner from an index whose operator may leak: see 0008.
_NAMESAKES = """
create function find_term_namesakes(p_term_base_id integer, p_names text[], p_most integer)
returns table (number integer, names text[]) language plpgsql stable
security definer set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $$
begin
  return query select c.number, c.names from term_concepts c
    where c.term_base_id = p_term_base_id and c.until is null and c.names && p_names
      and dragoman_sees(c.account_id)
    order by c.number limit p_most;
end
$$
"""


def upgrade() -> None:
    """Create them."""
    op.create_index(
        "term_concepts_names_idx",
        "term_concepts",
        ["names"],
        postgresql_using="gin",
        postgresql_where=sa.text("until is null"),
    )
    op.execute(f"create policy functions_read on term_concepts for select to {OWNER} using (true)")
    op.execute(_NAMESAKES)
    grant_function(_SIGNATURE)


def downgrade() -> None:
    """Drop them."""
    op.execute(f"drop function {_SIGNATURE}")
    op.execute("drop policy functions_read on term_concepts")
    op.drop_index("term_concepts_names_idx", "term_concepts")
