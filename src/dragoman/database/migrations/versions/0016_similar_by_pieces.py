"""Alike units are looked up by passages that they share as a whole, where few edits are allowed."""

from __future__ import annotations

from alembic import op

from dragoman.database.migrations.policies import grant_function

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

_AS_OWNER = "security definer set search_path = pg_catalog, public, pg_temp"

_SIGNATURE = "find_units_by_passages(integer, integer[], integer[], integer[], integer[], integer[], integer)"

# Each passage has p_counts[n] of the probes, in their order, and belongs to a question. A unit has all of the
# probes of a passage, in the class of its own length (see 0012). One of several passages may be named twice.
_BY_PASSAGES = f"""
create function find_units_by_passages(
  p_account_id integer, p_probes integer[], p_counts integer[], p_questions integer[], p_shortest integer[],
  p_longest integer[], p_most integer
)
returns table (question integer, unit_id bigint, signature text)
language plpgsql stable {_AS_OWNER} set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_probes integer[];
  v_placed integer[];
  v_question integer;
  v_low integer;
  v_high integer;
  v_first integer := 1;
begin
  for n in 1 .. coalesce(array_length(p_counts, 1), 0) loop
    v_probes := p_probes[v_first : v_first + p_counts[n] - 1];
    v_first := v_first + p_counts[n];
    v_question := p_questions[n];
    v_low := p_shortest[v_question];
    v_high := p_longest[v_question];
    for v_class in memory_length_class(v_low) .. memory_length_class(v_high) loop
      v_placed := v_probes;
      for at in 1 .. array_length(v_probes, 1) loop
        v_placed[at] := v_probes[at] # (v_class << 26);
      end loop;
      return query
        select v_question, i.unit_id, i.signature from memory_index i
        where i.shingles @> v_placed and i.length between v_low and v_high
          and i.account_id = p_account_id
        limit p_most;
    end loop;
  end loop;
end
$$
"""


def upgrade() -> None:
    """Make the function beside the one before, which serves where many edits are allowed."""
    op.execute(_BY_PASSAGES)
    grant_function(_SIGNATURE)


def downgrade() -> None:
    """Drop it."""
    op.execute(f"drop function {_SIGNATURE}")
