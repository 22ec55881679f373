"""Passkeys (WebAuthn): registered by people who are signed in, and enough to sign in with."""
