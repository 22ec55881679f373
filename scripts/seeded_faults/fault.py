"""A seeded fault: a small wrong change of the source, and the tests that have to notice it."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path


class FaultStale(Exception):
    """The text that a fault replaces is not in its file once: the code has moved on, and the fault has to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A change as a careless developer would make it, and who notices."""

    name: str  # unique: what is wrong then
    file: str  # below the root of the tree
    old: str  # in that file exactly once
    new: str
    tests: tuple[str, ...]  # as pytest takes them; one of them fails

    def patched(self, tree: Path) -> str:
        """The file's text with the fault in it. Raises `FaultStale`."""
        text = (tree / self.file).read_text()
        if (count := text.count(self.old)) != 1:
            raise FaultStale(f"{self.name}: {self.file} has the text that it replaces {count} times.")
        return text.replace(self.old, self.new)


@contextmanager
def seeded(fault: Fault, tree: Path) -> Iterator[None]:
    """The tree has the fault in it meanwhile."""
    path = tree / fault.file
    sound, patched = path.read_text(), fault.patched(tree)
    _write(path, patched)
    try:
        yield
    finally:
        _write(path, sound)


def _write(path: Path, text: str) -> None:
    """Write a file and remove its compiled code, which Python checks by its second and size only."""
    path.write_text(text)
    Path(importlib.util.cache_from_source(str(path))).unlink(missing_ok=True)
