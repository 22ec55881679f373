"""Batches within the limits of a service."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchLimits:
    """What one call may hold."""

    texts: int
    size: int  # of all texts
    measure: Callable[[str], int] = len


def divide(sizes: Sequence[int], limits: BatchLimits) -> list[list[int]]:
    """The indexes of the texts of each call, in order. A text that is too large for any call is in none."""
    batches: list[list[int]] = []
    filled = limits.size
    for index, size in enumerate(sizes):
        if size > limits.size:
            continue
        if filled + size > limits.size or len(batches[-1]) >= limits.texts:
            batches.append([])
            filled = 0
        batches[-1].append(index)
        filled += size
    return batches
