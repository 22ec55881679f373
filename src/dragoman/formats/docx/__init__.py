"""Word documents. `filter` is the format, `reading` and `rebuilding` its two directions."""

from __future__ import annotations

from dragoman.formats.docx.filter import FORMAT

__all__ = ["FORMAT"]
