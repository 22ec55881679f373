"""The keys of services in files of the operator."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from dragoman.errors import Misconfigured

_MOST_BYTES: Final = 64 * 1024


def read_key(path: Path) -> str:
    """The key in a file, without white space around it. Blocks. Raises `Misconfigured`."""
    try:
        with path.open("rb") as file:
            content = file.read(_MOST_BYTES + 1)
        key = content.decode().strip()
    except OSError as error:
        raise Misconfigured(f"The key file {path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise Misconfigured(f"The key file {path} is not text. Write the key alone into it.") from None
    if not key or len(content) > _MOST_BYTES:
        raise Misconfigured(f"The key file {path} has no key. Write the key alone into it.")
    return key
