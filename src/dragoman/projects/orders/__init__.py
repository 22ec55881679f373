"""Actions on projects of clients and staff: create, read, quote, change, hold and cancel."""
