"""LRU cache of engines' exact results, bounded in bytes. Each process has its own."""

from __future__ import annotations

import sys
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from dragoman.engines.engine import Engine, EnginePair
from dragoman.segments import Segment, Text
from dragoman.telemetry import Metrics
from dragoman.translation.engine_output.validation import UnitAnswer

_ENTRY_BYTES: Final = 350  # an entry without its texts: key, outcome, link and slot; measured on CPython 3.11
_PART_BYTES: Final = 70


class ResultKey(NamedTuple):
    """Everything that an engine's answer depends on."""

    engine: str
    version: str
    source: str
    target: str
    variant: str
    unit: Segment
    guidance: Hashable  # None: the engine got nothing but the unit


def result_key(engine: Engine, pair: EnginePair, unit: Segment, guidance: Hashable = None) -> ResultKey:
    """The key of a unit's result."""
    return ResultKey(engine.name, engine.version, pair.source, pair.target, pair.variant, unit, guidance)


@dataclass(slots=True)
class ResultCache:
    """Results by key, in the order of their last use. Used from one event loop only."""

    limit_bytes: int  # 0 turns it off
    metrics: Metrics
    _results: OrderedDict[ResultKey, tuple[UnitAnswer, int]] = field(default_factory=OrderedDict)
    _bytes: int = 0

    def get(self, key: ResultKey) -> UnitAnswer | None:
        """The result, which becomes the most recently used; None when it is not cached."""
        if not self.limit_bytes:
            return None
        found = self._results.get(key)
        if found is None:
            return None
        self._results.move_to_end(key)
        return found[0]

    def put(self, key: ResultKey, outcome: UnitAnswer) -> None:
        """Store a result and drop the least recently used. A result larger than the cache is not stored."""
        size = _ENTRY_BYTES + _size(key.unit) + _size(outcome.target)
        if size > self.limit_bytes:
            return
        replaced = self._results.pop(key, None)
        self._bytes += size - (replaced[1] if replaced else 0)
        self._results[key] = outcome, size
        while self._bytes > self.limit_bytes:
            self._bytes -= self._results.popitem(last=False)[1][1]

    def count(self, *, hits: int, misses: int) -> None:
        """Add a batch of look-ups to the metrics."""
        if self.limit_bytes:
            self.metrics.result_cache.labels("hit").inc(hits)
            self.metrics.result_cache.labels("miss").inc(misses)
            self.metrics.result_cache_bytes.set(self._bytes)


def _size(segment: Segment) -> int:
    return sum(
        _PART_BYTES + sys.getsizeof(part.text if isinstance(part, Text) else part.data) for part in segment
    )
