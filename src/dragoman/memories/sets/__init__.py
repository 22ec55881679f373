"""Sets of memories: which are looked into, in which order and at which penalty. A version never changes."""
