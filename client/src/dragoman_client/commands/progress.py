"""Progress on standard error, for people: one line that is written over, and messages above it."""

from __future__ import annotations

import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import click

from dragoman_client.commands.failures import tell
from dragoman_client.commands.output import percent, width_of

if TYPE_CHECKING:
    from dragoman_client.documents.results import DocumentProgress

_CELLS: Final = 24
_PAUSE: Final = 0.05  # seconds between two drawings
# Of the whole of a document: what has ended before a stage, and how much the stage is.
_STAGES: Final = {"upload": (0.0, 0.1), "translation": (0.1, 0.8), "download": (0.9, 0.1)}


class ProgressBar:
    """A bar with a label; without `shown` it prints messages only. May be used by several threads."""

    def __init__(self, label: str, *, shown: bool) -> None:
        self._label = label
        self._shown = shown
        self._fraction = 0.0
        self._drawn_at = 0.0
        self._lock = threading.Lock()

    def set(self, fraction: float | None, label: str | None = None) -> None:
        """Show how far it is, 0 to 1; None: not known."""
        with self._lock:
            self._label = label or self._label
            self._fraction = self._fraction if fraction is None else min(1.0, max(0.0, fraction))
            if self._shown and time.monotonic() - self._drawn_at >= _PAUSE:
                self._draw()

    def print(self, line: str) -> None:
        """Print a line to standard output, without the bar in it."""
        self._above(lambda: click.echo(line))

    def tell(self, message: str) -> None:
        """Print a message to standard error, without the bar in it."""
        self._above(lambda: tell(message))

    def clear(self) -> None:
        """Take the bar away."""
        with self._lock:
            self._erase()

    def _above(self, write: Callable[[], None]) -> None:
        with self._lock:
            self._erase()
            write()
            if self._shown and self._drawn_at:
                self._draw()

    def _erase(self) -> None:
        if self._shown and self._drawn_at:
            _write("\r\x1b[K")

    def _draw(self) -> None:
        full = round(_CELLS * self._fraction)
        bar = f"[{'#' * full}{'-' * (_CELLS - full)}] {percent(self._fraction):>5}  "
        room = shutil.get_terminal_size().columns - len(bar) - 1
        label = "".join(one if one.isprintable() else "?" for one in self._label)
        while width_of(label) > max(room, 0):
            label = label[:-1]
        _write(f"\r\x1b[K{bar}{label}")
        self._drawn_at = time.monotonic()


@contextmanager
def progress_bar(label: str, *, shown: bool) -> Iterator[ProgressBar]:
    """A bar that is taken away at the end."""
    line = ProgressBar(label, shown=shown)
    try:
        yield line
    finally:
        line.clear()


def overall(progress: DocumentProgress) -> float:
    """How far a document is in all, 0 to 1."""
    before, share = _STAGES.get(progress.stage.value, (0.0, 0.0))
    return before + share * (progress.fraction or 0.0)


def _write(text: str) -> None:
    """Write to the terminal itself: click would take the codes out where no colours are wanted."""
    sys.stderr.write(text)
    sys.stderr.flush()
