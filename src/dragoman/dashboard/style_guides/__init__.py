"""`/ui/style-guides`: style guides of accounts."""
