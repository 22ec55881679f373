"""Fluent: the translation lists of Mozilla's projects (.ftl)."""

from dragoman.formats.fluent.format import FORMAT

__all__ = ["FORMAT"]
