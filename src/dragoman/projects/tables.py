"""The tables of projects. The stores have the statements; row-level security applies to all tables."""

from __future__ import annotations

from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from dragoman.database.metadata import METADATA


def _account() -> sa.Column[Any]:
    return sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False)


def _timestamp(name: str, *, nullable: bool = True) -> sa.Column[Any]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=nullable)


PROJECTS: Final = sa.Table(
    "projects",
    METADATA,
    sa.Column("id", sa.Integer, sa.Identity(always=True), primary_key=True),
    _account(),
    sa.Column("application_id", sa.Integer, sa.ForeignKey("applications.id")),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("hold", sa.Text),
    sa.Column("hold_message", sa.Text),
    sa.Column(
        "given", postgresql.JSONB, nullable=False
    ),  # the client's fields, without those of columns of their own
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("title_folded", sa.Text, nullable=False),  # what a search compares: see `titles`
    sa.Column("title_grams", postgresql.ARRAY(sa.Integer), nullable=False),
    sa.Column("briefing", sa.Text),
    sa.Column("briefing_for_experts", sa.Text),
    sa.Column("purchase_order_number", sa.Text),
    sa.Column("external_id", sa.Text),
    sa.Column("metadata", sa.Text),  # JSON, as it was sent
    sa.Column("template_id", sa.Integer, sa.ForeignKey("project_templates.id")),
    sa.Column("service_id", sa.Integer, sa.ForeignKey("services.id"), nullable=False),
    sa.Column("use_memory", sa.Boolean),
    sa.Column("memory_id", sa.Integer),  # no foreign keys here: memories, sets and term bases can be
    sa.Column("memory_set_id", sa.Integer),  # deleted
    sa.Column("memory_set_version", sa.Integer),
    sa.Column("memory_threshold", sa.SmallInteger),
    sa.Column("term_base_id", sa.Integer),
    sa.Column("term_base_version", sa.Integer),
    sa.Column("style_id", sa.Integer),
    sa.Column("invoicing_account_id", sa.Integer, sa.ForeignKey("invoicing_accounts.id")),
    sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id")),
    sa.Column("work_area_id", sa.Integer, sa.ForeignKey("work_areas.id")),
    _timestamp("deadline"),
    sa.Column("deadline_set_by", sa.Text),
    sa.Column("deadline_confirmed", sa.Boolean, nullable=False, server_default=sa.false()),
    _timestamp("created", nullable=False),
    _timestamp("updated", nullable=False),
    _timestamp("starts_at"),
    _timestamp("start_requested"),
    sa.Column("start_requested_by", sa.Text),  # actors are named as in the audit log
    _timestamp("started"),
    sa.Column("started_by", sa.Text),
    sa.Column("ended_by", sa.Text),
    _timestamp("finished"),
    _timestamp("cancelled"),
    sa.Column("cancel_reason", sa.Text),
    sa.Column("price", sa.Numeric(14, 2)),
    sa.Column("currency", sa.Text),
    sa.CheckConstraint("status in ('Draft', 'Active', 'Finished', 'Cancelled')", name="status"),
)
_P: Final = PROJECTS.c
# A list is of one account, filtered or sorted by one of these columns; the id makes each order total.
sa.Index("projects_account_idx", _P.account_id, _P.id.desc())
sa.Index("projects_status_idx", _P.account_id, _P.status, _P.id.desc())
sa.Index("projects_created_idx", _P.account_id, _P.created, _P.id)
sa.Index("projects_updated_idx", _P.account_id, _P.updated, _P.id)
sa.Index("projects_finished_idx", _P.account_id, _P.finished, _P.id)
sa.Index("projects_deadline_idx", _P.account_id, _P.deadline, _P.id)
sa.Index("projects_title_idx", _P.account_id, _P.title, _P.id)
sa.Index("projects_external_idx", _P.account_id, _P.external_id, _P.id)
sa.Index("projects_order_idx", _P.account_id, _P.purchase_order_number, _P.id)
sa.Index("projects_every_status_idx", _P.status, _P.id.desc())  # for staff, who see all accounts
sa.Index("projects_every_deadline_idx", _P.deadline, _P.id)
sa.Index("projects_every_updated_idx", _P.updated, _P.id)
sa.Index("projects_every_created_idx", _P.created, _P.id)
sa.Index("projects_every_title_idx", _P.title, _P.id)
sa.Index("projects_every_external_idx", _P.external_id)
# All that the stages of projects are counted, filtered and sorted by, so that no row is read for it.
sa.Index(
    "projects_open_idx",
    _P.account_id,
    _P.id,
    postgresql_include=["status", "hold", "deadline", "created", "updated", "title"],
    postgresql_where=sa.text("status in ('Draft', 'Active')"),
)
sa.Index("projects_grams_idx", _P.title_grams, postgresql_using="gin")
sa.Index("projects_external_key", _P.application_id, _P.external_id, unique=True)
sa.Index(
    "projects_starts_idx",
    _P.starts_at,
    postgresql_where=sa.text("status = 'Draft' and starts_at is not null"),
)

PROJECT_FILES: Final = sa.Table(
    "project_files",
    METADATA,
    sa.Column("id", sa.Uuid, primary_key=True),
    _account(),
    sa.Column("project_id", sa.Integer, sa.ForeignKey("projects.id", ondelete="CASCADE"), nullable=False),
    sa.Column("application_id", sa.Integer, sa.ForeignKey("applications.id")),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("size", sa.BigInteger, nullable=False),
    sa.Column("reference", sa.Boolean, nullable=False),
    sa.Column("source_language", sa.Text),
    sa.Column("format", sa.Text),
    sa.Column("key", sa.LargeBinary, nullable=False),  # wrapped by a master key
    sa.Column("callback_url", sa.LargeBinary),  # sealed by the key
    sa.Column("analysis", sa.Text, nullable=False),
    sa.Column("runs", sa.Integer, nullable=False, server_default=sa.text("0")),
    sa.Column("failure", postgresql.JSONB(none_as_null=True)),
    sa.Column("words", sa.Integer),
    _timestamp("created", nullable=False),
    _timestamp("analysed"),
    sa.CheckConstraint("analysis in ('waiting', 'done', 'failed', 'none')", name="analysis"),
)
sa.Index("project_files_project_idx", PROJECT_FILES.c.project_id)
sa.Index(
    "project_files_account_idx",
    PROJECT_FILES.c.account_id,
    PROJECT_FILES.c.created.desc(),
    PROJECT_FILES.c.id,
)

PROJECT_TRANSLATIONS: Final = sa.Table(
    "project_translations",
    METADATA,
    sa.Column("id", sa.Integer, sa.Identity(always=True), primary_key=True),
    _account(),
    sa.Column("project_id", sa.Integer, sa.ForeignKey("projects.id", ondelete="CASCADE"), nullable=False),
    sa.Column("file_id", sa.Uuid, sa.ForeignKey("project_files.id", ondelete="CASCADE"), nullable=False),
    sa.Column("target_language", sa.Text, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("stage", sa.Text, nullable=False),
    sa.Column("run", sa.Integer, nullable=False, server_default=sa.text("0")),
    sa.Column("tries", sa.Integer, nullable=False, server_default=sa.text("0")),
    sa.Column("progress", sa.Double, nullable=False, server_default=sa.text("0")),
    sa.Column("bands", postgresql.JSONB(none_as_null=True)),
    sa.Column("words", sa.Integer),
    sa.Column("weighted", sa.Numeric(14, 2)),
    sa.Column("quality", postgresql.JSONB(none_as_null=True)),
    sa.Column("failure", postgresql.JSONB(none_as_null=True)),
    sa.Column("result_id", sa.Uuid),
    sa.Column("result_name", sa.Text),
    sa.Column("result_size", sa.BigInteger),
    sa.Column("delivered_by", sa.Text),
    sa.Column("override_reason", sa.Text),
    sa.Column("segments", sa.Integer),  # `segment_store` keeps these six
    sa.Column("segments_left", sa.Integer),
    sa.Column("total_words", sa.Integer),
    sa.Column("suggested_words", sa.Integer),
    sa.Column("translated_words", sa.Integer),
    sa.Column("confirmed_words", sa.Integer),
    sa.Column("revision", sa.Integer, nullable=False, server_default=sa.text("0")),  # likewise
    sa.Column("assignee_id", sa.Integer, sa.ForeignKey("users.id")),
    _timestamp("assigned"),
    _timestamp("handed_back"),
    sa.Column("handed_back_by", sa.Text),
    sa.Column("reviewer_id", sa.Integer, sa.ForeignKey("users.id")),
    sa.Column("first_pass", sa.Integer),  # the revision at which its translator handed it back
    _timestamp("review_ended"),
    sa.Column("review_ended_by", sa.Text),
    _timestamp("created", nullable=False),
    _timestamp("started"),
    _timestamp("finished"),
    sa.UniqueConstraint("file_id", "target_language", name="project_translations_language_key"),
    sa.CheckConstraint("status in ('Draft', 'Active', 'Finished', 'Cancelled')", name="status"),
    sa.CheckConstraint(
        "stage in ('waiting', 'preparing', 'open', 'delivering', 'done', 'failed')", name="stage"
    ),
)
sa.Index("project_translations_project_idx", PROJECT_TRANSLATIONS.c.project_id)
sa.Index(
    "project_translations_result_idx",
    PROJECT_TRANSLATIONS.c.result_id,
    unique=True,
    postgresql_where=sa.text("result_id is not null"),
)
_T: Final = PROJECT_TRANSLATIONS.c
sa.Index("project_translations_language_idx", _T.target_language, _T.account_id, _T.project_id)
sa.Index(
    "project_translations_ready_idx",
    _T.project_id,
    postgresql_where=sa.text(
        "status = 'Active' and stage = 'open' and (handed_back is not null or segments_left = 0)"
    ),
)
sa.Index(
    "project_translations_failed_idx",
    _T.project_id,
    postgresql_where=sa.text("status = 'Active' and stage = 'failed'"),
)
sa.Index(
    "project_translations_assignee_idx",
    _T.assignee_id,
    postgresql_where=sa.text("assignee_id is not null and status = 'Active'"),
)
sa.Index(
    "project_translations_reviewer_idx",
    _T.reviewer_id,
    postgresql_where=sa.text("reviewer_id is not null and status = 'Active'"),
)

PROJECT_SEGMENTS: Final = sa.Table(
    "project_segments",
    METADATA,
    sa.Column(
        "translation_id",
        sa.Integer,
        sa.ForeignKey("project_translations.id", ondelete="CASCADE"),
        primary_key=True,
    ),
    sa.Column("number", sa.Integer, primary_key=True),
    _account(),
    sa.Column("unit", sa.Text, nullable=False),
    sa.Column("part", sa.Integer),
    sa.Column("key", sa.Text),
    sa.Column("note", sa.Text),
    sa.Column("max_length", sa.Integer),
    sa.Column("source", sa.Text, nullable=False),
    sa.Column("target", sa.Text),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("origin", sa.Text),
    sa.Column("score", sa.SmallInteger),
    sa.Column("previous", sa.Text, nullable=False),  # the texts around it, which its context is
    sa.Column("next", sa.Text, nullable=False),
    sa.Column("words", sa.Integer),
    _timestamp("changed"),
    sa.Column("changed_by", sa.Text),  # actors are named as in the audit log
    sa.Column("change", sa.Text),
    sa.Column("revision", sa.Integer, nullable=False, server_default=sa.text("0")),
    sa.Column("locked", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("signature", sa.Text),  # of the source: see `memories.fingerprints`
    sa.Column("issues", postgresql.ARRAY(sa.Text)),  # codes of findings; null: not checked since its change
    sa.Column("review", sa.Text),  # null: not reviewed since its change, as are the next two
    sa.Column("reviewed_by", sa.Text),
    _timestamp("reviewed"),
    sa.CheckConstraint("state in ('new', 'pretranslated', 'translated', 'confirmed')", name="state"),
    sa.CheckConstraint(
        "change in ('suggested', 'edited', 'propagated', 'imported', 'replaced', 'restored', 'undone', "
        "'locked', 'unlocked', 'returned')",
        name="change",
    ),
    sa.CheckConstraint("review in ('accepted', 'returned')", name="review"),
)
# A source without the ids of its codes, which differ between segments that are alike otherwise.
REPETITION: Final = (
    """md5(regexp_replace(source, '\\["([^"\\\\]|\\\\.)*","(open|close|standalone)"', '["\\2"', 'g'))"""
)
sa.Index("project_segments_repetition_idx", PROJECT_SEGMENTS.c.translation_id, sa.text(REPETITION))
sa.Index("project_segments_revision_idx", PROJECT_SEGMENTS.c.translation_id, PROJECT_SEGMENTS.c.revision)

sa.Index(
    "project_segments_confirmed_idx",
    PROJECT_SEGMENTS.c.translation_id,
    postgresql_where=sa.text("state = 'confirmed' and signature is not null"),
)

PROJECT_SEGMENT_VERSIONS: Final = sa.Table(
    "project_segment_versions",  # what segments were before their last change
    METADATA,
    sa.Column("translation_id", sa.Integer, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("revision", sa.Integer, primary_key=True),
    _account(),
    sa.Column("target", sa.Text),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("origin", sa.Text),
    sa.Column("score", sa.SmallInteger),
    sa.Column("change", sa.Text),
    _timestamp("changed"),
    sa.Column("changed_by", sa.Text),
    sa.ForeignKeyConstraint(
        ["translation_id", "number"],
        ["project_segments.translation_id", "project_segments.number"],
        name="project_segment_versions_segment_fkey",
        ondelete="CASCADE",
    ),
)

PROJECT_EDITORS: Final = sa.Table(
    "project_editors",  # who has which segment open, in which window; a crash of the database empties it
    METADATA,
    sa.Column(
        "translation_id",
        sa.Integer,
        sa.ForeignKey("project_translations.id", ondelete="CASCADE"),
        primary_key=True,
    ),
    sa.Column("window", sa.Text, primary_key=True),  # a random name that the editor gives itself
    _account(),
    sa.Column("actor", sa.Text, nullable=False),
    sa.Column("number", sa.Integer),  # of the open segment
    _timestamp("opened", nullable=False),  # since when it is that one
    _timestamp("seen", nullable=False),
    prefixes=["UNLOGGED"],
)
