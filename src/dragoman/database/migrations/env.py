"""Run by Alembic, on the connection that `dragoman.database.migrate` hands over."""

from __future__ import annotations

from alembic import context
from sqlalchemy import text

from dragoman.database.metadata import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    transaction_per_migration=True,
)
# A revision changes the rows of all accounts, although row-level security binds the owner too.
context.config.attributes["connection"].execute(text("set dragoman.account = '*'"))
context.config.attributes["connection"].commit()
with context.begin_transaction():
    context.run_migrations()
