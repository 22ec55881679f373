"""InDesign documents as packages of XML (IDML)."""

from __future__ import annotations

from dragoman.formats.idml.format import FORMAT

__all__ = ["FORMAT"]
