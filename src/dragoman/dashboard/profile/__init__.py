"""A person's own profile: names, language, password, second factor, sessions (W2)."""
