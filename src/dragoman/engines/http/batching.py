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


def divide(texts: Sequence[str], limits: BatchLimits) -> list[list[int]]:
    """The indexes of the texts of each call, in order. A text that is too large for any call is in none."""
    batches: list[list[int]] = []
    size = limits.size
    for index, text in enumerate(texts):
        weight = limits.measure(text)
        if weight > limits.size:
            continue
        if size + weight > limits.size or len(batches[-1]) >= limits.texts:
            batches.append([])
            size = 0
        batches[-1].append(index)
        size += weight
    return batches
