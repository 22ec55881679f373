"""Alembic's environment, the revisions, and what they share (`policies`)."""
