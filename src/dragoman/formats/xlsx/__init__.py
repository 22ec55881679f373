"""Excel workbooks: `reading` reads a package for extraction and rebuilding, `writing` rebuilds it."""

from __future__ import annotations

from dragoman.formats.xlsx.format import FORMAT

__all__ = ["FORMAT"]
