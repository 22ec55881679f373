"""OpenDocument presentations."""

from __future__ import annotations

from dragoman.formats.odp.format import FORMAT

__all__ = ["FORMAT"]
