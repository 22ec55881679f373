"""Connections and transactions on PostgreSQL, the embedded server, and migrations."""
