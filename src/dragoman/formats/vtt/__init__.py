"""WebVTT captions."""

from dragoman.formats.vtt.format import FORMAT

__all__ = ["FORMAT"]
