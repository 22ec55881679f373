"""Analysis: bands, likeness, reports."""
