"""Reviews of translations: who reviews, what became of each segment, and comments on segments."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from dragoman.database.migrations.policies import isolate_by_account

revision = "0046"
down_revision = "0045"
branch_labels = None
depends_on = None

_KINDS = (
    "change in ('suggested', 'edited', 'propagated', 'imported', 'replaced', 'restored', 'undone', "
    "'locked', 'unlocked'"
)
_CATEGORIES = (
    "category in ('accuracy', 'linguistic_conventions', 'terminology', 'style', 'locale_conventions', "
    "'audience_appropriateness', 'design_and_markup', 'custom')"
)


def upgrade() -> None:
    """Add columns and the table of comments."""
    for column in (
        sa.Column("review", sa.Text),
        sa.Column("reviewed_by", sa.Text),
        sa.Column("reviewed", sa.DateTime(timezone=True)),
    ):
        op.add_column("project_segments", column)
    op.create_check_constraint(
        op.f("project_segments_review_check"), "project_segments", "review in ('accepted', 'returned')"
    )
    op.drop_constraint(op.f("project_segments_change_check"), "project_segments")
    op.create_check_constraint(
        op.f("project_segments_change_check"), "project_segments", f"{_KINDS}, 'returned')"
    )
    for added in (
        sa.Column("reviewer_id", sa.Integer, sa.ForeignKey("users.id")),
        sa.Column("first_pass", sa.Integer),
        sa.Column("review_ended", sa.DateTime(timezone=True)),
        sa.Column("review_ended_by", sa.Text),
    ):
        op.add_column("project_translations", added)
    op.create_index(
        "project_translations_reviewer_idx",
        "project_translations",
        ["reviewer_id"],
        postgresql_where=sa.text("reviewer_id is not null and status = 'Active'"),
    )
    _create_comments()


def _create_comments() -> None:
    op.create_table(
        "project_segment_comments",
        sa.Column("id", sa.Integer, sa.Identity(always=True), primary_key=True),
        sa.Column("translation_id", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("category", sa.Text),
        sa.Column("severity", sa.Text),
        sa.Column("resolved", sa.DateTime(timezone=True)),
        sa.Column("resolved_by", sa.Text),
        sa.ForeignKeyConstraint(
            ["translation_id", "number"],
            ["project_segments.translation_id", "project_segments.number"],
            name="project_segment_comments_segment_fkey",
            ondelete="CASCADE",
        ),
        sa.CheckConstraint(_CATEGORIES, name="category"),
        sa.CheckConstraint("severity in ('neutral', 'minor', 'major', 'critical')", name="severity"),
        sa.CheckConstraint("(category is null) = (severity is null)", name="error"),
    )
    op.create_index(
        "project_segment_comments_segment_idx", "project_segment_comments", ["translation_id", "number"]
    )
    isolate_by_account("project_segment_comments")


def downgrade() -> None:
    """Take all of it back."""
    op.drop_table("project_segment_comments")
    op.drop_index("project_translations_reviewer_idx", "project_translations")
    for name in ("review_ended_by", "review_ended", "first_pass", "reviewer_id"):
        op.drop_column("project_translations", name)
    op.execute("update project_segments set change = 'edited' where change = 'returned'")
    op.drop_constraint(op.f("project_segments_change_check"), "project_segments")
    op.create_check_constraint(op.f("project_segments_change_check"), "project_segments", f"{_KINDS})")
    op.drop_constraint(op.f("project_segments_review_check"), "project_segments")
    for name in ("reviewed", "reviewed_by", "review"):
        op.drop_column("project_segments", name)
