"""Advanced SubStation Alpha and SubStation Alpha subtitles."""

from dragoman.formats.ass.format import FORMAT

__all__ = ["FORMAT"]
