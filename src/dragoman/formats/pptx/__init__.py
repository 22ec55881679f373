"""Presentations of PowerPoint. `filter` is the format, `reading` and `rebuilding` its two directions."""

from __future__ import annotations

from dragoman.formats.pptx.filter import FORMAT

__all__ = ["FORMAT"]
