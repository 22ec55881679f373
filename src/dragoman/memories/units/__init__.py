"""Units of a memory for staff: list, search, add, change, delete."""
