"""`client.provider`: the interface of the provider's own programs, across all accounts (clauses V1 to V7)."""
