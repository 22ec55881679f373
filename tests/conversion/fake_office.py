"""A fake of LibreOffice, called in the same way, that runs the shell script of a test."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

_START = """#!/bin/sh
here="$(dirname "$0")"
for last; do :; done
out="$(dirname "$last")/written"
mkdir -p "$out"
new="$out/document.docx"
. "$here/script"
"""

COPY = 'cp "$here/good" "$new"'


@contextmanager
def open_folder() -> Iterator[Path]:
    """A folder that all users can read: root's programs run as another user, who cannot read pytest's."""
    with tempfile.TemporaryDirectory(prefix="dragoman-fake-office-") as name:
        Path(name).chmod(0o755)
        yield Path(name)


def write_program(folder: Path, files: Mapping[str, bytes], script: str = COPY) -> Path:
    """Write the program, with `files` and its script, which may be changed, beside it. See `open_folder`."""
    program = folder / "office" / "program" / "soffice"
    program.parent.mkdir(parents=True)
    for path in (program.parent, program.parent.parent):
        path.chmod(0o755)
    program.write_text(_START)
    program.chmod(0o755)
    for name, content in {**files, "script": script.encode()}.items():
        (program.parent / name).write_bytes(content)
        (program.parent / name).chmod(0o644)
    return program
