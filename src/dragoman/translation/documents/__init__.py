"""Translate the units of a document along a route, and report on the result."""
