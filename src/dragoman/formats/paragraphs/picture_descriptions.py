"""Recognise descriptions of pictures that only name the picture's file; others are text."""

from __future__ import annotations

import re
from typing import Final

_FILE_NAME: Final = re.compile(
    r"\S*[\\/]\S*\.\w{2,5}|\S+\.(?:bmp|emf|gif|jpe?g|pdf|png|svg|tiff?|webp|wmf)", re.IGNORECASE
)


def is_file_name(description: str) -> bool:
    """Whether a description of a picture is only the name of its file."""
    return _FILE_NAME.fullmatch(description.strip()) is not None
