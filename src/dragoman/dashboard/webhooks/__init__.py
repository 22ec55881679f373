"""Webhooks of applications: every try, what was sent and answered, replay, and test events (N3, N5)."""
