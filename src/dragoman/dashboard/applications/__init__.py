"""Applications of an account: credentials, scopes, tokens, and what they did (A8, V3)."""
