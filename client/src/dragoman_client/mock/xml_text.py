"""Text within XML. The standard library's functions for it import half of its networking."""

from __future__ import annotations


def escape(text: str) -> str:
    """Escape text for an element."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def quote_attribute(text: str) -> str:
    """An attribute's value in quotation marks."""
    return '"' + escape(text).replace('"', "&quot;") + '"'
