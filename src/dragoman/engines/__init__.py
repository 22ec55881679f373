"""The table of translation engines."""
