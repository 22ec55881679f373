"""Limits of lengths, as files write them."""

from __future__ import annotations

from dragoman.formats.format import LARGEST_LENGTH


def read_max_length(text: str) -> int | None:
    """Read the number of characters that fit a place; None where it is no number from 1 to LARGEST_LENGTH."""
    text = text.strip()
    if not text.isascii() or not text.isdigit() or len(text) > len(str(LARGEST_LENGTH)):
        return None
    return int(text) if 0 < int(text) <= LARGEST_LENGTH else None


def write_limit(most: int, unit: str = "characters") -> str:
    """Write a limit of length as linguists read it, among the notes."""
    return f"At most {most} {unit}."
