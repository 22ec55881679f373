"""Writing Word documents from nothing."""
