"""The audit log, for admins (V7)."""
