"""OpenDocument spreadsheets."""

from __future__ import annotations

from dragoman.formats.ods.format import FORMAT

__all__ = ["FORMAT"]
