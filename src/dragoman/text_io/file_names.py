"""Names of imported files, which are shown and never opened. `conversion.names` has those of documents."""

from __future__ import annotations

from typing import Final

LONGEST_FILE_NAME: Final = 255


def shown_file_name(name: str, *, otherwise: str) -> str:
    """Reduce a file's name to its last part, without characters that cannot be shown or stored."""
    last = name.replace("\\", "/").rstrip("/").rpartition("/")[2]
    shown = "".join(letter if letter.isprintable() else "_" for letter in last)
    return shown[:LONGEST_FILE_NAME] or otherwise
