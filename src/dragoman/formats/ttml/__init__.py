"""Timed Text Markup Language, in all of its profiles."""

from typing import Final

from dragoman.formats.ttml.document import TtmlFormat

FORMAT: Final = TtmlFormat()
