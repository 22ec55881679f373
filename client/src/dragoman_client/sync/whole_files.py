"""Reading files, and replacing them as a whole: a kill leaves the old file or the new one."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from dragoman_client.errors import InvalidInputError


def read_file(path: Path) -> bytes | None:
    """The content of a file; None where there is none. Raises `InvalidInputError`."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise InvalidInputError(f"The file {path} cannot be read: {error.strerror or error}.") from None


def replace_file(path: Path, content: bytes) -> None:
    """Write a file; its mode stays. Raises `InvalidInputError`, and then nothing has changed."""
    real = path.resolve()  # a link stays one
    partial = real.with_name(f".{real.name}.{os.urandom(4).hex()}.part")
    try:
        real.parent.mkdir(parents=True, exist_ok=True)
        try:
            with partial.open("xb") as file:
                file.write(content)
            if real.exists():
                partial.chmod(real.stat().st_mode & 0o777)
            partial.replace(real)
        except BaseException:
            with suppress(OSError):
                partial.unlink()
            raise
    except OSError as error:
        raise InvalidInputError(f"The file {path} cannot be written: {error.strerror or error}.") from None
