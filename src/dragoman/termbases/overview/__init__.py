"""Term bases with their accounts and languages, for lists of people."""
