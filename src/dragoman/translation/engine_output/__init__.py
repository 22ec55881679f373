"""Validate an engine's answer against its source, and clean it up."""
