"""stringsdict: the plural rules of Apple's systems."""

from dragoman.formats.stringsdict.format import FORMAT

__all__ = ["FORMAT"]
