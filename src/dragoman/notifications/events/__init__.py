"""Events of accounts: every outcome that is notified, or would be, for streams that can be resumed."""
