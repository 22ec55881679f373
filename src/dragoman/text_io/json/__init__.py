"""JSON with the offsets of its strings."""
