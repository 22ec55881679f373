"""Stamps: what a finished step was made from, kept in or beside what it made.

A stamp is removed before its step begins and written, atomically, after it ended: what an interrupted setup
left half made has none.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any


def fingerprint(*parts: str | Path) -> str:
    """A hash of texts and of the contents of files, in order."""
    digest = hashlib.sha256()
    for part in parts:
        content = part.read_bytes() if isinstance(part, Path) else part.encode()
        digest.update(len(content).to_bytes(8, "big") + content)
    return digest.hexdigest()


def read_stamp(path: Path) -> dict[str, Any]:
    """What a stamp says; nothing when there is none or it cannot be read."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}


def write_stamp(path: Path, content: dict[str, Any]) -> None:
    """Write a stamp so that it is whole or not there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    unfinished.write_text(json.dumps(content, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    unfinished.replace(path)


def remove_stamp(path: Path) -> None:
    """Mark the contents as not finished."""
    path.unlink(missing_ok=True)


def all_exist(paths: Iterable[Path]) -> bool:
    """Whether every file is there and has content."""
    return all(path.is_file() and path.stat().st_size > 0 for path in paths)
