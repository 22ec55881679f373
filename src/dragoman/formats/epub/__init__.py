"""EPUB books, versions 2 and 3."""

from __future__ import annotations

from dragoman.formats.epub.format import FORMAT

__all__ = ["FORMAT"]
