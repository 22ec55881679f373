"""Concepts are filtered by an index of what few of a term base have: a language, a status, a domain."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from dragoman.database.migrations.policies import grant_function

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None

_INDEX = "term_concepts_facets_idx"
_FACETS_SIGNATURE = "term_facets(integer, jsonb)"
_SIGNATURE = "find_faceted_concepts(text[], integer)"

# With the term base in each: what many term bases have is looked for in one only.
_FACETS = """
create function term_facets(p_term_base_id integer, p_body jsonb) returns text[]
language sql immutable parallel safe as $$
  select array(
    select distinct p_term_base_id || ' ' || facets.facet
    from (
      select 'language ' || (term ->> 'language') as facet
      from jsonb_array_elements(p_body -> 'terms') as term
      union all
      select 'status ' || (term ->> 'status') from jsonb_array_elements(p_body -> 'terms') as term
      union all
      select 'domain ' || (p_body ->> 'domain')
    ) as facets
    where facets.facet is not null
  )
$$
"""

# As the owner, because row-level security keeps the planner from an index whose operator may leak: see 0008.
_FIND = """
create function find_faceted_concepts(p_facets text[], p_most integer)
returns table (number integer) language plpgsql stable
security definer set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $$
begin
  return query select c.number from term_concepts c
    where c.until is null and term_facets(c.term_base_id, c.body) @> p_facets
      and dragoman_sees(c.account_id)
    limit p_most;
end
$$
"""


def upgrade() -> None:
    """Create the functions and the index."""
    op.execute(_FACETS)
    grant_function(_FACETS_SIGNATURE)  # who writes a concept writes the index
    op.create_index(
        _INDEX,
        "term_concepts",
        [sa.text("term_facets(term_base_id, body)")],
        postgresql_using="gin",
        postgresql_where=sa.text("until is null"),
    )
    op.execute(_FIND)
    grant_function(_SIGNATURE)


def downgrade() -> None:
    """Drop them."""
    op.execute(f"drop function {_SIGNATURE}")
    op.drop_index(_INDEX, "term_concepts")
    op.execute(f"drop function {_FACETS_SIGNATURE}")
