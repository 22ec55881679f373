"""WebVTT captions."""

from typing import Final

from dragoman.formats.vtt.document import VttFormat

FORMAT: Final = VttFormat()
