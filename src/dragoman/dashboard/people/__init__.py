"""People: who signs in, what they may do, and invitations (W2)."""
