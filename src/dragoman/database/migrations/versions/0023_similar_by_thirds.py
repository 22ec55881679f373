"""Alike units are looked up by shingles of at least two thirds of a segment, where many edits are allowed."""

from __future__ import annotations

from alembic import op

from dragoman.database.migrations.policies import grant_function

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

_AS_OWNER = "security definer set search_path = pg_catalog, public, pg_temp"

_SIGNATURE = "find_units_by_thirds(integer, integer[], integer[], integer[], integer[], integer[], integer)"

# Each three counts are those of the thirds of a segment, which belongs to question p_questions[n]. At least
# two thirds have probes. A unit has a probe of at least two thirds: of each two together it has one. That is
# one scan of the index for each class of lengths (see 0012), and few units are read that do not fit.
_BY_THIRDS = f"""
create function find_units_by_thirds(
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
  v_one integer;
  v_two integer;
  v_all integer;
  v_again integer;
begin
  for n in 1 .. coalesce(array_length(p_questions, 1), 0) loop
    v_one := p_counts[3 * n - 2];
    v_two := v_one + p_counts[3 * n - 1];
    v_all := v_two + p_counts[3 * n];
    v_again := v_all + v_one;
    v_probes := p_probes[v_first : v_first + v_all - 1];
    v_probes := v_probes || v_probes[1 : v_one];
    v_first := v_first + v_all;
    v_question := p_questions[n];
    v_low := p_shortest[v_question];
    v_high := p_longest[v_question];
    for v_class in memory_length_class(v_low) .. memory_length_class(v_high) loop
      v_placed := v_probes;
      for at in 1 .. v_again loop
        v_placed[at] := v_probes[at] # (v_class << 26);
      end loop;
      return query
        select v_question, i.unit_id, i.signature from memory_index i
        where i.shingles && v_placed[1 : v_two]
          and i.shingles && v_placed[v_one + 1 : v_all]
          and i.shingles && v_placed[v_two + 1 : v_again]
          and i.length between v_low and v_high and i.account_id = p_account_id
        limit p_most;
    end loop;
  end loop;
end
$$
"""


def upgrade() -> None:
    """Make the function beside those before, which serve where few edits are allowed, and short segments."""
    op.execute(_BY_THIRDS)
    grant_function(_SIGNATURE)


def downgrade() -> None:
    """Drop it."""
    op.execute(f"drop function {_SIGNATURE}")
