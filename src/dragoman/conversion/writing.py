"""Writing a document although single translations cannot be written: those units keep their source texts.

A format refuses a translation rather than write another document (`ConversionFailed`). Where it names the
units (`TranslationsRefused`) they are left out; otherwise they are found by halves. `child` calls this.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from dragoman.formats.format import TranslationsRefused
from dragoman.segments import Segment
from dragoman.text_io.errors import ConversionFailed

Rebuild: TypeAlias = Callable[[Mapping[str, Segment]], bytes]

_MOST_TRIES: Final = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenDocument:
    """A document with translations in it."""

    data: bytes = field(repr=False)
    unwritten: tuple[str, ...] = ()  # ids of the units that keep their source texts


def write_document(rebuild: Rebuild, targets: Mapping[str, Segment], *, seconds: float) -> WrittenDocument:
    """Write as many of `targets` (unit id → translation) as the format can.

    Raises what `rebuild` raises of the whole where none of them can be written, or where finding those that
    cannot takes more than `seconds`.
    """
    left = dict(targets)
    end = time.monotonic() + seconds
    try:
        while True:
            try:
                return _written(rebuild(left), targets, left)
            except TranslationsRefused as refused:
                others = left.keys() - refused.unit_ids
                if not others or len(others) == len(left) or time.monotonic() > end:
                    raise
                left = {name: target for name, target in left.items() if name not in refused.unit_ids}
    except ConversionFailed as problem:
        search = _Search(rebuild, problem, end)
        return _written(search.run(left), targets, search.kept)


def _written(data: bytes, targets: Mapping[str, Segment], kept: Mapping[str, Segment]) -> WrittenDocument:
    return WrittenDocument(data=data, unwritten=tuple(name for name in targets if name not in kept))


@dataclass(slots=True)
class _Search:
    """Finds the translations that can be written together."""

    rebuild: Rebuild
    problem: ConversionFailed  # what is wrong with all of them together
    end: float  # on the monotonic clock
    kept: dict[str, Segment] = field(default_factory=dict)
    data: bytes = b""
    tries: int = 0

    def run(self, targets: Mapping[str, Segment]) -> bytes:
        """Write all that can be written, of translations that cannot be written together."""
        self._divide(list(targets.items()))
        if not self.kept:
            raise self.problem
        return self.data

    def _divide(self, targets: Sequence[tuple[str, Segment]]) -> None:
        """Keep all that can be, of translations that cannot all be written beside those that are kept."""
        if len(targets) < 2:
            return
        first, second = targets[: len(targets) // 2], targets[len(targets) // 2 :]
        if self._keep(first):
            self._divide(second)
            return
        self._divide(first)
        if not self._keep(second):
            self._divide(second)

    def _keep(self, targets: Sequence[tuple[str, Segment]]) -> bool:
        """Whether these can be written beside those that are kept; they are kept then."""
        self.tries += 1
        if self.tries > _MOST_TRIES or time.monotonic() > self.end:
            raise self.problem
        together = self.kept | dict(targets)
        try:
            self.data = self.rebuild(together)
        except ConversionFailed:
            return False
        self.kept = together
        return True
