"""Second factors: codes of an authenticator app (TOTP, RFC 6238), and recovery codes."""
