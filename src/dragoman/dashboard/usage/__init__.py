"""Use of the account's applications: figures, chart, table and CSV (T9)."""
