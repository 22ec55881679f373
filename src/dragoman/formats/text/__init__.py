"""Plain text: paragraphs, wrapped or not, in any encoding."""

from typing import Final

from dragoman.formats.text.document import TextFormat

FORMAT: Final = TextFormat()
