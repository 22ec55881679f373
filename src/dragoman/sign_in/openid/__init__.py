"""Sign-in by a company's identity provider (OpenID Connect, code flow with PKCE)."""
