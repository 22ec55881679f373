"""Sets of memories and their versions, for the provider's staff (V4)."""
