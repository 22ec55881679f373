"""What the provider's staff changed: entries that are added and never changed again (V7)."""
