"""Engines of the installation, with what they translate and what is wrong with them (V7)."""
