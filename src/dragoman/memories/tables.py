"""The tables of memories and their units. `store` has the statements on them.

`memory_index` and `memory_words` are written and read only by functions of revisions 0008, 0010 and 0012:
with the policies of the application role, the planner could not use their indices.
"""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from dragoman.database.metadata import METADATA

MEMORIES: Final = sa.Table(
    "memories",
    METADATA,
    sa.Column("id", sa.Integer, sa.Identity(always=True), primary_key=True),
    sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False, index=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("primary", sa.Boolean, nullable=False),
    sa.Column("use_for_translation", sa.Boolean, nullable=False),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    sa.Column("disabled", sa.DateTime(timezone=True)),
    sa.Column("deleted", sa.DateTime(timezone=True)),  # its units are being removed; disabled as well
)
sa.Index("memories_primary_idx", MEMORIES.c.account_id, unique=True, postgresql_where=sa.text('"primary"'))
sa.Index(
    "memories_name_key",
    MEMORIES.c.account_id,
    MEMORIES.c.name,
    unique=True,
    postgresql_where=sa.text("deleted is null"),
)

MEMORY_UNITS: Final = sa.Table(
    "memory_units",
    METADATA,
    sa.Column("id", sa.BigInteger, sa.Identity(always=True), primary_key=True),
    sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("memory_id", sa.Integer, sa.ForeignKey("memories.id"), nullable=False),
    sa.Column("source_language", sa.Text, nullable=False),
    sa.Column("target_language", sa.Text, nullable=False),
    sa.Column("hash", sa.LargeBinary, nullable=False),  # of shape and languages
    sa.Column("identity", sa.LargeBinary, nullable=False),  # of shape, languages and context
    sa.Column("source", sa.Text, nullable=False),  # encoded by `segment_json`
    sa.Column("target", sa.Text, nullable=False),
    sa.Column("previous", sa.Text),
    sa.Column("next", sa.Text),
    sa.Column("document", sa.Text),
    sa.Column("key", sa.Text),
    sa.Column("origin", sa.Text, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    sa.Column("created_by", sa.Text),
    sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
    sa.Column("changed_by", sa.Text),
    sa.Column("used", sa.BigInteger, nullable=False, server_default=sa.text("0")),
    sa.Column("last_used", sa.DateTime(timezone=True)),
    sa.Column("properties", postgresql.JSONB(none_as_null=True)),
    sa.Column("version", sa.Integer, nullable=False, server_default=sa.text("1")),
    sa.Column("import_id", sa.Integer),  # the import that added it
    sa.CheckConstraint("origin in ('human', 'mt', 'import')", name="origin"),
    sa.CheckConstraint("status in ('confirmed', 'unconfirmed')", name="status"),
)
sa.Index("memory_units_identity_key", MEMORY_UNITS.c.memory_id, MEMORY_UNITS.c.identity, unique=True)
sa.Index("memory_units_hash_idx", MEMORY_UNITS.c.hash, MEMORY_UNITS.c.memory_id)
sa.Index("memory_units_account_idx", MEMORY_UNITS.c.account_id)
sa.Index("memory_units_memory_idx", MEMORY_UNITS.c.memory_id, MEMORY_UNITS.c.id)
sa.Index(
    "memory_units_direction_idx",
    MEMORY_UNITS.c.memory_id,
    MEMORY_UNITS.c.source_language,
    MEMORY_UNITS.c.target_language,
    MEMORY_UNITS.c.id,
)

# Sums of rows: each write adds one instead of changing one, so that writers do not wait for each other. A job
# merges them.
MEMORY_COUNTS: Final = sa.Table(
    "memory_counts",
    METADATA,
    sa.Column("id", sa.BigInteger, sa.Identity(always=True), primary_key=True),
    sa.Column("account_id", sa.Integer, nullable=False),
    sa.Column("memory_id", sa.Integer, nullable=False, index=True),
    sa.Column("source_language", sa.Text, nullable=False),
    sa.Column("target_language", sa.Text, nullable=False),
    sa.Column("units", sa.BigInteger, nullable=False),  # added; negative: removed
    sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
)

# Files that clients announced before they send or fetch them; see `transfers`.
MEMORY_TRANSFERS: Final = sa.Table(
    "memory_transfers",
    METADATA,
    sa.Column("id", sa.Uuid, primary_key=True),
    sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False, index=True),
    sa.Column("is_import", sa.Boolean, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("file_name", sa.Text, nullable=False),
    sa.Column("content_type", sa.Text),
    sa.Column("size", sa.BigInteger),
    sa.Column("memory_id", sa.Integer),
    sa.Column("import_id", sa.Integer),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
    sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
)

# Hashes of sources with several targets; `duplicate_store` keeps them.
MEMORY_DUPLICATES: Final = sa.Table(
    "memory_duplicates",
    METADATA,
    sa.Column("memory_id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("hash", sa.LargeBinary, primary_key=True),
    sa.Column("account_id", sa.Integer, nullable=False),
)

MEMORY_INDEX: Final = sa.Table(
    "memory_index",
    METADATA,
    sa.Column(
        "unit_id",
        sa.BigInteger,
        sa.ForeignKey("memory_units.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    ),
    sa.Column("account_id", sa.Integer, nullable=False),
    sa.Column("length", sa.Integer, nullable=False),  # tokens
    sa.Column("signature", sa.Text, nullable=False),
    sa.Column("shingles", postgresql.ARRAY(sa.Integer), nullable=False),
)
sa.Index("memory_index_shingles_idx", MEMORY_INDEX.c.shingles, postgresql_using="gin")

MEMORY_WORDS: Final = sa.Table(
    "memory_words",
    METADATA,
    sa.Column(
        "unit_id",
        sa.BigInteger,
        sa.ForeignKey("memory_units.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    ),
    sa.Column("account_id", sa.Integer, nullable=False),
    sa.Column("memory_id", sa.Integer, nullable=False),
    sa.Column("words", postgresql.TSVECTOR, nullable=False),  # see `words`
)
sa.Index("memory_words_words_idx", MEMORY_WORDS.c.words, postgresql_using="gin")
sa.Index("memory_words_memory_idx", MEMORY_WORDS.c.memory_id, MEMORY_WORDS.c.unit_id)
