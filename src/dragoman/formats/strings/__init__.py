"""strings: the string tables of Apple's systems."""

from dragoman.formats.strings.format import FORMAT

__all__ = ["FORMAT"]
