"""XML vocabularies that are translated by rules: which elements have text, and which are not translated."""
