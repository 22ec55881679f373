"""INI files: sections of keys and values."""

from dragoman.formats.ini.format import FORMAT

__all__ = ["FORMAT"]
