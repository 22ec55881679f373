"""SubRip subtitles."""

from dragoman.formats.srt.format import FORMAT

__all__ = ["FORMAT"]
