"""What clients and staff do with whole projects: order, read, quote, change, hold and cancel."""
