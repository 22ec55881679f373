"""JSON with the places of its strings."""
