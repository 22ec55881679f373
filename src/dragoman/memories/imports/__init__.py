"""Files that become units of a memory: handed in, worked through by jobs, undone."""
