"""Excel workbooks. `filter` is the format, `reading` and `rebuilding` its two directions."""

from __future__ import annotations

from dragoman.formats.xlsx.filter import FORMAT

__all__ = ["FORMAT"]
