"""InCopy stories (ICML)."""

from __future__ import annotations

from dragoman.formats.icml.format import FORMAT

__all__ = ["FORMAT"]
