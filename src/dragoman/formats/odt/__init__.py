"""OpenDocument texts."""

from __future__ import annotations

from dragoman.formats.odt.filter import FORMAT

__all__ = ["FORMAT"]
