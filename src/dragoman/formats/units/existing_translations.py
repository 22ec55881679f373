"""The option of bilingual formats for translations that a file has already."""

from __future__ import annotations

from typing import Final

from dragoman.formats.format import Option, Source

_KEEP: Final = "keep"
_REPLACE: Final = "replace"
EXISTING: Final = Option(
    name="existing",
    default=_KEEP,
    choices=(_KEEP, _REPLACE),
    description="Whether existing translations are kept or replaced.",
)


def keeps_existing(source: Source) -> bool:
    """Whether the existing translations of a file are kept."""
    return source.options.get(EXISTING.name, _KEEP) != _REPLACE
