"""PDF files with text: read, and written as a Word document."""

from __future__ import annotations

from typing import Final

from dragoman.formats.pdf.document import PdfFormat

FORMAT: Final = PdfFormat()

__all__ = ["FORMAT"]
