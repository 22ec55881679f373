"""Translating text (T1, T6)."""
