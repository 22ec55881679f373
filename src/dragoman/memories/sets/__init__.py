"""Sets of memories: which ones are looked into, in which order, at which penalty. Versions never change."""
