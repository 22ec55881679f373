"""OpenDocument spreadsheets."""

from __future__ import annotations

from dragoman.formats.ods.filter import FORMAT

__all__ = ["FORMAT"]
