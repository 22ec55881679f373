"""INI files: sections of keys and values."""

from dragoman.formats.ini.document import FORMAT

__all__ = ["FORMAT"]
