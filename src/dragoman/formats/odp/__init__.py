"""OpenDocument presentations."""

from __future__ import annotations

from dragoman.formats.odp.filter import FORMAT

__all__ = ["FORMAT"]
