"""What staff does with the units of a memory: page through them, search, edit, delete, export."""
