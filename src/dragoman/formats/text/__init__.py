"""Plain text: paragraphs, wrapped or not, in any encoding."""

from dragoman.formats.text.format import FORMAT

__all__ = ["FORMAT"]
