"""Translation memories: lists, units with search, imports and exports, settings (V4, P17)."""
