"""The provider's interface, `/provider/v1`: its staff work on all accounts (V)."""
