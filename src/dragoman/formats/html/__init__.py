"""HTML and XHTML: whole pages, and fragments as front ends send them."""

from dragoman.formats.html.format import FORMAT

__all__ = ["FORMAT"]
