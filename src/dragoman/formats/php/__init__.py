"""PHP language files: arrays of texts as Laravel and others keep them."""

from dragoman.formats.php.document import FORMAT

__all__ = ["FORMAT"]
