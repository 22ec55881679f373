"""PO: gettext's message catalogues and their templates."""

from dragoman.formats.po.format import FORMAT

__all__ = ["FORMAT"]
