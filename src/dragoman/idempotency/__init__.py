"""Requests that may be sent twice and take effect once (E8)."""
