"""Memories with what they contain and what uses them, for lists of people."""
