"""Accounts of customers, for the provider's staff (V3)."""
