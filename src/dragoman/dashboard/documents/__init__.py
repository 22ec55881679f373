"""Documents: files to translate, and the account's jobs (D1–D10)."""
