"""Word documents: `reading` reads a package for extraction and rebuilding, `writing` rebuilds it."""

from __future__ import annotations

from dragoman.formats.docx.format import FORMAT

__all__ = ["FORMAT"]
