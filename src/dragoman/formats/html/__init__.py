"""HTML and XHTML: whole pages, and fragments as front ends send them."""

from typing import Final

from dragoman.formats.html.document import HtmlFormat

FORMAT: Final = HtmlFormat()
