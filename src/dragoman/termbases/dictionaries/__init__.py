"""Term bases as dictionaries: entries from one language into another, as in glossaries of other services."""
