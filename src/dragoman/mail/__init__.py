"""Mail to people: composed, queued in the transaction of its reason, submitted to the operator's server."""
