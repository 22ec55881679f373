"""Many different examples of a Hypothesis strategy, the same ones in every run."""

from __future__ import annotations

from itertools import count
from typing import TypeVar

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

Example = TypeVar("Example", str, bytes)
_AT_ONCE = 10  # from one seed: then Hypothesis begins to vary what it drew before


def draw_different(strategy: st.SearchStrategy[Example], number: int) -> list[Example]:
    """So many examples, no two alike."""
    found: dict[Example, None] = {}
    for start in count():

        @seed(start)
        @settings(
            max_examples=_AT_ONCE,
            phases=[Phase.generate],
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        @given(example=strategy)
        def draw(example: Example) -> None:
            found.setdefault(example)

        draw()
        if len(found) >= number:
            return list(found)[:number]
    raise AssertionError  # count() has no end
