"""Accounts and their users."""
