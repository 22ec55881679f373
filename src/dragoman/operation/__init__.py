"""What the operator sees of the running installation: its health and its settings."""
