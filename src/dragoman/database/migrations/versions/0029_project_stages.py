"""Stages, progress and history of projects, who is assigned to a translation, and why jobs failed (0071)."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from dragoman.database.migrations.policies import grant

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None

_SEE = "select set_config('dragoman.account', '{}', true)"  # row-level security binds the owner, too

_COLUMNS = (
    ("projects", sa.Column("hold_message", sa.Text)),
    ("projects", sa.Column("start_requested_by", sa.Text)),
    ("projects", sa.Column("started_by", sa.Text)),
    ("projects", sa.Column("ended_by", sa.Text)),
    ("project_files", sa.Column("analysed", sa.DateTime(timezone=True))),
    ("project_segments", sa.Column("words", sa.Integer)),
    ("project_translations", sa.Column("segments", sa.Integer)),
    ("project_translations", sa.Column("segments_left", sa.Integer)),
    ("project_translations", sa.Column("total_words", sa.Integer)),
    ("project_translations", sa.Column("suggested_words", sa.Integer)),
    ("project_translations", sa.Column("translated_words", sa.Integer)),
    ("project_translations", sa.Column("confirmed_words", sa.Integer)),
    ("project_translations", sa.Column("assignee_id", sa.Integer, sa.ForeignKey("users.id"))),
    ("project_translations", sa.Column("assigned", sa.DateTime(timezone=True))),
    ("project_translations", sa.Column("handed_back", sa.DateTime(timezone=True))),
    ("project_translations", sa.Column("handed_back_by", sa.Text)),
)

_INDEXES = {
    "projects_every_created_idx": "projects (created, id)",
    "projects_every_title_idx": "projects (title, id)",
    "projects_every_external_idx": "projects (external_id)",
    "projects_open_idx": "projects (account_id, id) "
    "include (status, hold, deadline, created, updated, title) where status in ('Draft', 'Active')",
    "project_translations_ready_idx": "project_translations (project_id) "
    "where status = 'Active' and stage = 'open' and (handed_back is not null or segments_left = 0)",
    "project_translations_failed_idx": "project_translations (project_id) "
    "where status = 'Active' and stage = 'failed'",
    "project_translations_assignee_idx": "project_translations (assignee_id) "
    "where assignee_id is not null and status = 'Active'",
}

# Segments of work in progress. Words are estimated by white space: only the service can count them.
_COUNT_WORDS = """
update project_segments s
set words = greatest(1, cardinality(regexp_split_to_array(btrim(s.source), '\\s+')))
from project_translations t
where t.id = s.translation_id and t.status = 'Active'
"""

_ADD_UP = """
update project_translations t
set segments = s.segments, segments_left = s.segments_left, total_words = s.total_words,
    suggested_words = s.suggested, translated_words = s.translated, confirmed_words = s.confirmed
from (
  select translation_id, count(*) as segments,
    count(*) filter (where state in ('new', 'pretranslated')) as segments_left,
    sum(words) as total_words,
    coalesce(sum(words) filter (where state = 'pretranslated'), 0) as suggested,
    coalesce(sum(words) filter (where state = 'translated'), 0) as translated,
    coalesce(sum(words) filter (where state = 'confirmed'), 0) as confirmed
  from project_segments
  where words is not null
  group by translation_id
) s
where s.translation_id = t.id
"""


def upgrade() -> None:
    """Add columns and indexes, and count what is in progress; processes of the release before leave nulls."""
    for table, column in _COLUMNS:
        op.add_column(table, column)
    op.execute(_SEE.format("*"))
    op.execute(_COUNT_WORDS)
    op.execute(_ADD_UP)
    op.execute(_SEE.format(""))
    for name, definition in _INDEXES.items():
        op.execute(f"create index {name} on {definition}")
    op.create_table(
        "job_failures",
        sa.Column(
            "job_id",
            sa.BigInteger,
            sa.ForeignKey("procrastinate_jobs.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("error", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
    )
    # Of the whole installation, as the queue is.
    grant("job_failures", verbs=("select", "insert", "update"))


def downgrade() -> None:
    """Drop them."""
    op.drop_table("job_failures")
    for name in _INDEXES:
        op.execute(f"drop index {name}")
    for table, column in _COLUMNS:
        op.drop_column(table, column.name)
