"""PowerPoint presentations: `context` reads a package in both directions, `writing_context` rebuilds it."""

from __future__ import annotations

from dragoman.formats.pptx.format import FORMAT

__all__ = ["FORMAT"]
