"""xcstrings: Xcode's string catalogs."""

from dragoman.formats.xcstrings.format import FORMAT

__all__ = ["FORMAT"]
