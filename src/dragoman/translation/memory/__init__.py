"""Translations from memories: found, and adapted to the segment."""
