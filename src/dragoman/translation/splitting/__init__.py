"""Segments cut into the sentences and pieces that an engine gets, and joined again."""
