"""Timed Text Markup Language, in all of its profiles."""

from dragoman.formats.ttml.format import FORMAT

__all__ = ["FORMAT"]
