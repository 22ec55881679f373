"""The reference of the interface, with a token to try its calls."""
