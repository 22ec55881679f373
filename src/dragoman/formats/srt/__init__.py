"""SubRip subtitles."""

from typing import Final

from dragoman.formats.srt.document import SrtFormat

FORMAT: Final = SrtFormat()
