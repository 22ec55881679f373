"""A program in LibreOffice's place that does what a test wants, called as LibreOffice is."""

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
. "$here/deed"
"""

COPY = 'cp "$here/good" "$new"'


@contextmanager
def open_folder() -> Iterator[Path]:
    """A folder that everybody can read: root's programs run as another user, and pytest's are closed."""
    with tempfile.TemporaryDirectory(prefix="dragoman-stand-in-") as name:
        Path(name).chmod(0o755)
        yield Path(name)


def write_program(folder: Path, files: Mapping[str, bytes], deed: str = COPY) -> Path:
    """The program; `files` and its deed, which may be changed, stand beside it. `folder` is an open one."""
    program = folder / "office" / "program" / "soffice"
    program.parent.mkdir(parents=True)
    for path in (program.parent, program.parent.parent):
        path.chmod(0o755)
    program.write_text(_START)
    program.chmod(0o755)
    for name, content in {**files, "deed": deed.encode()}.items():
        (program.parent / name).write_bytes(content)
        (program.parent / name).chmod(0o644)
    return program
