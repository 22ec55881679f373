"""Zip archives from clients: read within limits, and written with only some entries changed."""
