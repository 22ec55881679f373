"""EPUB books, versions 2 and 3."""

from typing import Final

from dragoman.formats.epub.document import EpubFormat

FORMAT: Final = EpubFormat()
