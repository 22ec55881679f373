"""Files of keys and texts: configurations and catalogues of strings."""
