"""PDF files that contain text; the translation is a Word document."""

from __future__ import annotations

from dragoman.formats.pdf.format import FORMAT

__all__ = ["FORMAT"]
