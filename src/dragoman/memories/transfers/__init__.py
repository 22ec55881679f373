"""Transfers of memories that are announced first and carried out at an address of their own."""
