"""The operator's commands, one file for each group."""
