"""Language names of Office files."""

from __future__ import annotations

from typing import Final

from babel.core import get_global

_LIKELY: Final = get_global("likely_subtags")  # loaded at import: the confined process opens no files


def office_language(tag: str) -> str:
    """Convert a language tag to Office's form: with a region, and without a script ("de" → "de-DE")."""
    parts = tag.split("-")
    region = next((part for part in parts[1:] if len(part) == 2 or (len(part) == 3 and part.isdigit())), "")
    if not region:
        full = _LIKELY.get("_".join(parts[:2])) or _LIKELY.get(parts[0]) or ""
        region = full.rpartition("_")[2] if full.count("_") == 2 else ""
    return f"{parts[0]}-{region}" if region else parts[0]


def same_language(named: str, tag: str) -> bool:
    """Whether a language named in a file is the language of `tag`; regions are ignored."""
    return named.partition("-")[0].casefold() == tag.partition("-")[0].casefold()
