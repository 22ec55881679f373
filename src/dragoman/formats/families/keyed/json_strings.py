"""The strings of a JSON document, within the limit for files of keys and texts."""

from __future__ import annotations

from dragoman.formats.units.limits import MOST_STRINGS, too_many_strings
from dragoman.text_io.json.scanner import JsonStrings, scan_json


def scan_strings(text: str) -> JsonStrings:
    """Find every string. Raises `DocumentCorrupt`, naming the line, and `TooMuchText`."""
    return scan_json(text, most=MOST_STRINGS, too_many=too_many_strings)
