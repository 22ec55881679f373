"""Names of files: what they must not hold, and how those of imports are shown."""

from __future__ import annotations

from typing import Final

LONGEST_FILE_NAME: Final = 255
# Controls, halves of characters, and marks that turn the direction of text: `exe.tfp` must not read as
# `pft.exe`. For a class of a regular expression.
MISLEADING: Final = r"\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff"


def shown_file_name(name: str, *, otherwise: str) -> str:
    """Reduce a file's name to its last part, without characters that cannot be shown or stored."""
    last = name.replace("\\", "/").rstrip("/").rpartition("/")[2]
    shown = "".join(letter if letter.isprintable() else "_" for letter in last)
    return shown[:LONGEST_FILE_NAME] or otherwise
