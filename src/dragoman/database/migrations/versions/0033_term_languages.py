"""How many terms the current version of a term base has in each language, so that no page counts them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None

_SEE_ALL = "select set_config('dragoman.account', '*', true)"  # row-level security binds the owner, too

COUNT_OLD_TERMS = """
update term_bases b set languages = counted.languages
from (
  select term_base_id, jsonb_object_agg(language, terms) as languages
  from (
    select c.term_base_id, split_part(n.name, E'\\t', 1) as language, count(*) as terms
    from term_concepts c cross join unnest(c.names) as n (name)
    where c.until is null
    group by 1, 2
  ) as one
  group by term_base_id
) as counted
where counted.term_base_id = b.id
"""


def upgrade() -> None:
    """Add the column and count the terms that exist; processes of the release before leave it alone."""
    no_term = sa.text("'{}'::jsonb")
    op.add_column(
        "term_bases", sa.Column("languages", postgresql.JSONB, nullable=False, server_default=no_term)
    )
    op.execute(_SEE_ALL)
    op.execute(COUNT_OLD_TERMS)
    op.execute("select set_config('dragoman.account', '', true)")


def downgrade() -> None:
    """Take it back."""
    op.drop_column("term_bases", "languages")
