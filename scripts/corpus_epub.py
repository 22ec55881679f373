"""Check that a translated book is as valid as its source, with epubcheck, if that is installed."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections import Counter
from pathlib import Path
from typing import Final

_SECONDS: Final = 120
_ERROR: Final = re.compile(r"^(?:ERROR|FATAL)\(([\w-]+)\):? ?(.*)$", re.MULTILINE)
_QUICK: Final = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")  # half the time for small books


def find_epubcheck() -> tuple[str, ...] | None:
    """The command that checks a book; None if there is none.

    Debian's program is a Java archive, which systems run directly only if configured to.
    """
    program = shutil.which("epubcheck")
    if program is None:
        return None
    file = Path(program).resolve()
    with file.open("rb") as opened:
        if opened.read(2) != b"PK":
            return (program,)
    java = shutil.which("java")
    return (java, *_QUICK, "-jar", str(file)) if java is not None else None


def book_errors(book: bytes) -> list[tuple[str, str]]:
    """Kind and text of each error in a book. Needs epubcheck."""
    command = find_epubcheck()
    assert command is not None
    with tempfile.TemporaryDirectory(prefix="dragoman-book-") as folder:
        file = Path(folder) / "book.epub"
        file.write_bytes(book)
        done = subprocess.run(
            [*command, str(file), "--error"],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_SECONDS,
            check=False,
        )
    found = _ERROR.findall(done.stderr + done.stdout)
    if done.returncode and not found:
        raise RuntimeError(f"epubcheck failed: {done.stderr[-500:]}")
    return [(kind, text.replace(str(file), "")) for kind, text in found]


def new_errors(before: bytes, after: bytes) -> list[str]:
    """The errors of a book that its source does not have."""
    found = book_errors(after)
    if not found:
        return []
    known = Counter(kind for kind, _ in book_errors(before))
    new: list[str] = []
    for kind, text in found:
        known[kind] -= 1
        if known[kind] < 0:
            new.append(f"{kind} {text}")
    return new
