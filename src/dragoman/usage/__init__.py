"""How much each application had translated, by day (T9)."""
