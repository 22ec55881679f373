"""Text files without losing a byte: charsets, XML, JSON and zip archives, read within limits and written."""
