"""The log of calls: when, which address, how it was answered; never text (E5, E6)."""
