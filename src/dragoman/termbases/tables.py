"""The tables of term bases. `store` has the statements on them.

A concept has a row for each of its states: `since` and `until` are versions of its term base.
"""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from dragoman.database.metadata import METADATA

TERM_BASES: Final = sa.Table(
    "term_bases",
    METADATA,
    sa.Column("id", sa.Integer, sa.Identity(always=True), primary_key=True),
    sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False, index=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("use_for_translation", sa.Boolean, nullable=False),
    sa.Column("version", sa.Integer, nullable=False, server_default=sa.text("0")),
    sa.Column("concepts", sa.Integer, nullable=False, server_default=sa.text("0")),
    sa.Column("last_number", sa.Integer, nullable=False, server_default=sa.text("0")),
    # The terms of the current version in each language, kept by `concept_store`: {"de": 3}.
    sa.Column("languages", postgresql.JSONB, nullable=False, server_default=sa.text("'{}'::jsonb")),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    sa.Column("disabled", sa.DateTime(timezone=True)),
)

TERM_BASE_VERSIONS: Final = sa.Table(
    "term_base_versions",
    METADATA,
    sa.Column(
        "term_base_id", sa.Integer, sa.ForeignKey("term_bases.id", ondelete="CASCADE"), primary_key=True
    ),
    sa.Column("version", sa.Integer, primary_key=True),
    sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    sa.Column("actor", sa.Text, nullable=False),
    sa.Column("added", sa.Integer, nullable=False),
    sa.Column("changed", sa.Integer, nullable=False),
    sa.Column("removed", sa.Integer, nullable=False),
)

TERM_CONCEPTS: Final = sa.Table(
    "term_concepts",
    METADATA,
    sa.Column("id", sa.BigInteger, sa.Identity(always=True), primary_key=True),
    sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("term_base_id", sa.Integer, sa.ForeignKey("term_bases.id", ondelete="CASCADE"), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("key", sa.Text, nullable=False),  # its id in files
    sa.Column("since", sa.Integer, nullable=False),
    sa.Column("until", sa.Integer),  # the first version in which the state is no longer valid
    sa.Column("body", postgresql.JSONB, nullable=False),  # encoded by `concept_json`
    sa.Column("folded", sa.Text, nullable=False),  # its terms, folded for searches
    sa.Column("names", postgresql.ARRAY(sa.Text), nullable=False),  # its `term_keys`
)
_C: Final = TERM_CONCEPTS.c
sa.Index("term_concepts_number_key", _C.term_base_id, _C.number, _C.since, unique=True)
_CURRENT: Final = sa.text("until is null")
sa.Index("term_concepts_current_idx", _C.term_base_id, _C.number, unique=True, postgresql_where=_CURRENT)
sa.Index("term_concepts_key_idx", _C.term_base_id, _C.key, unique=True, postgresql_where=_CURRENT)
sa.Index("term_concepts_names_idx", _C.names, postgresql_using="gin", postgresql_where=_CURRENT)
sa.Index(
    "term_concepts_facets_idx",
    sa.text("term_facets(term_base_id, body)"),
    _table=TERM_CONCEPTS,
    postgresql_using="gin",
    postgresql_where=_CURRENT,
)

# The concepts that came as entries from one language into another; see `dictionaries`.
TERM_DICTIONARIES: Final = sa.Table(
    "term_dictionaries",
    METADATA,
    sa.Column(
        "term_base_id", sa.Integer, sa.ForeignKey("term_bases.id", ondelete="CASCADE"), primary_key=True
    ),
    sa.Column("source", sa.Text, primary_key=True),
    sa.Column("target", sa.Text, primary_key=True),
    sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("numbers", postgresql.ARRAY(sa.Integer), nullable=False),
)

TERM_IMPORTS: Final = sa.Table(
    "term_imports",
    METADATA,
    sa.Column("id", sa.Integer, sa.Identity(always=True), primary_key=True),
    sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False, index=True),
    sa.Column(
        "term_base_id",
        sa.Integer,
        sa.ForeignKey("term_bases.id", ondelete="CASCADE"),
        nullable=False,
        index=True,
    ),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("progress", sa.Float, nullable=False),
    sa.Column("file", sa.LargeBinary),  # as it was sent; null once the import has ended
    sa.Column("file_name", sa.Text, nullable=False),
    sa.Column("size", sa.Integer, nullable=False),
    sa.Column("options", postgresql.JSONB, nullable=False),
    sa.Column("report", postgresql.JSONB),
    sa.Column("failure", postgresql.JSONB),
    sa.Column("runs", sa.Integer, nullable=False),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    sa.Column("created_by", sa.Text, nullable=False),
    sa.Column("finished", sa.DateTime(timezone=True)),
)
