"""PowerPoint presentations: `reading` reads a package in both directions, `writing` rebuilds it."""

from __future__ import annotations

from dragoman.formats.pptx.format import FORMAT

__all__ = ["FORMAT"]
