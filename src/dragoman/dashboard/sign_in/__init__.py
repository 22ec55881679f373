"""Signing in and out (W2)."""
