"""Create Word documents."""
