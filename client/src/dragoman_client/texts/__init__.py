"""Texts of any length and number: split and sent within the server's limits, given back in order."""
