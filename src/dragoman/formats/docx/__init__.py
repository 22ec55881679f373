"""Word documents: `context` reads a package for extraction and rebuilding, `writing_context` rebuilds it."""

from __future__ import annotations

from dragoman.formats.docx.format import FORMAT

__all__ = ["FORMAT"]
