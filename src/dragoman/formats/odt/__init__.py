"""OpenDocument texts."""

from __future__ import annotations

from dragoman.formats.odt.format import FORMAT

__all__ = ["FORMAT"]
