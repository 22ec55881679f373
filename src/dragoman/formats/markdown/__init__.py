"""Markdown: CommonMark with the usual extensions, spliced in place."""

from dragoman.formats.markdown.format import FORMAT

__all__ = ["FORMAT"]
