"""Versions of segments: who changed each, when and how, what it was before; and who edits which now."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from dragoman.database.migrations.policies import isolate_by_account

revision = "0044"
down_revision = "0043"
branch_labels = None
depends_on = None

_ZERO = sa.text("0")
_KIND = (
    "change in ('suggested', 'edited', 'propagated', 'imported', 'replaced', 'restored', 'undone', "
    "'locked', 'unlocked')"
)
# A source without the ids of its codes, which differ between segments that are alike otherwise.
_REPETITION = r"""md5(regexp_replace(source, '\["([^"\\]|\\.)*","(open|close|standalone)"', '["\2"', 'g'))"""


def upgrade() -> None:
    """Add columns and the table of earlier versions. Segments begin with revision 0."""
    op.add_column(
        "project_translations", sa.Column("revision", sa.Integer, nullable=False, server_default=_ZERO)
    )
    for column in (
        sa.Column("revision", sa.Integer, nullable=False, server_default=_ZERO),
        sa.Column("changed_by", sa.Text),
        sa.Column("change", sa.Text),
        sa.Column("locked", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("issues", postgresql.ARRAY(sa.Text)),
    ):
        op.add_column("project_segments", column)
    op.create_check_constraint(op.f("project_segments_change_check"), "project_segments", _KIND)
    op.create_index(
        "project_segments_repetition_idx", "project_segments", ["translation_id", sa.text(_REPETITION)]
    )
    op.create_index("project_segments_revision_idx", "project_segments", ["translation_id", "revision"])
    op.create_table(
        "project_segment_versions",
        sa.Column("translation_id", sa.Integer, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("revision", sa.Integer, primary_key=True),
        sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("target", sa.Text),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("origin", sa.Text),
        sa.Column("score", sa.SmallInteger),
        sa.Column("change", sa.Text),
        sa.Column("changed", sa.DateTime(timezone=True)),
        sa.Column("changed_by", sa.Text),
        sa.ForeignKeyConstraint(
            ["translation_id", "number"],
            ["project_segments.translation_id", "project_segments.number"],
            name="project_segment_versions_segment_fkey",
            ondelete="CASCADE",
        ),
    )
    isolate_by_account("project_segment_versions")
    op.create_table(
        "project_editors",
        sa.Column(
            "translation_id",
            sa.Integer,
            sa.ForeignKey("project_translations.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("window", sa.Text, primary_key=True),
        sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("number", sa.Integer),
        sa.Column("opened", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen", sa.DateTime(timezone=True), nullable=False),
        prefixes=["UNLOGGED"],
    )
    isolate_by_account("project_editors")


def downgrade() -> None:
    """Take all of it back."""
    op.drop_table("project_editors")
    op.drop_table("project_segment_versions")
    op.drop_index("project_segments_revision_idx", "project_segments")
    op.drop_index("project_segments_repetition_idx", "project_segments")
    op.drop_constraint(op.f("project_segments_change_check"), "project_segments")
    for name in ("issues", "locked", "change", "changed_by", "revision"):
        op.drop_column("project_segments", name)
    op.drop_column("project_translations", "revision")
