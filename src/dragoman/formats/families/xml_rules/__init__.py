"""XML vocabularies that are translated by rules: which elements hold text, and which stay as they are."""
