"""Term bases: concepts with search, versions, imports and exports, settings (V5, P17)."""
