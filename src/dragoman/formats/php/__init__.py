"""PHP language files: arrays of texts as Laravel and others keep them."""

from dragoman.formats.php.format import FORMAT

__all__ = ["FORMAT"]
