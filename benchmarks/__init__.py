"""Measurements of the service against its peers, on one machine, side by side."""
