"""Tests of the translation editor in a real browser."""
