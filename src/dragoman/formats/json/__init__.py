"""JSON: resource files of many dialects, and plain data with texts in it."""

from dragoman.formats.json.format import FORMAT

__all__ = ["FORMAT"]
