"""Markdown: CommonMark with the usual extensions, spliced in place."""

from typing import Final

from dragoman.formats.markdown.document import MarkdownFormat

FORMAT: Final = MarkdownFormat()
